"""How the program is called: help, version, unknown words, output that cannot be written."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from bylaw import ALL, BRIEF, Case, PROGRAM, SOURCE, bylaw, main

PROMISED = ["games", "rules", "new", "legal", "apply", "explain", "simulate", "verify", "play"]
COMMANDS = [c for c in re.findall(r"^  ([a-z]+) ", bylaw("--help").out, re.M) if c != "help"]


def options_of(command):
    return re.findall(r"^  --([a-z-]+)", bylaw(command, "--help").out, re.M)


class Calls(Case):
    def test_help_of_all(self):
        out = self.done(bylaw("--help")).out
        for command in PROMISED:
            self.assertRegex(out, r"(?m)^  %s +\S" % command)
        self.assertEqual(out, bylaw("help").out)

    def test_help_of_each(self):
        for command in COMMANDS:
            answer = self.done(bylaw(command, "--help"))
            self.assertTrue(answer.out.startswith("Usage: bylaw %s" % command))
            self.assertEqual(answer.out, bylaw("help", command).out)
            self.assertLessEqual(max(map(len, answer.lines)), 80)

    def test_version(self):
        self.assertRegex(self.done(bylaw("--version")).out, r"\Abylaw \d+\.\d+\.\d+\n\Z")

    def test_wrong_calls(self):
        self.wrong(bylaw(), "--help")
        self.wrong(bylaw("gmaes"), "gmaes", "did you mean 'games'")
        self.wrong(bylaw("paly"), "paly", "did you mean 'play'")   # two letters changed places: `apply` is further
        self.wrong(bylaw("--nonsense"), "--nonsense")
        self.wrong(bylaw("help", "nonsense"), "nonsense")
        self.wrong(bylaw("new"), "GAME")
        self.wrong(bylaw("new", "faraoh"), "did you mean 'pharaoh'")
        self.wrong(bylaw("new", "chess"), "chess", "bylaw games")
        self.wrong(bylaw("new", "pharaoh", "more"), "more")
        self.wrong(bylaw("new", "pharaoh", "--nonsense"), "--nonsense")
        self.wrong(bylaw("new", "pharaoh", "-x"), "-x")
        self.wrong(bylaw("new", "pharaoh", "--seed"), "--seed")
        self.wrong(bylaw("games", "--json=yes"), "--json")
        self.wrong(bylaw("games", "more"), "more")
        self.wrong(bylaw("verify"), "TRANSCRIPT")

    def test_json_speaks_no_language(self):
        position = bylaw("new", "pharaoh", "--seed", 7).out
        for call in ("hint", "pharaoh"), ("explain", "pharaoh", "draw"), ("rules", "pharaoh"):
            self.wrong(bylaw(*call, "--json", "--language", "de", given=position), "--language")

    def test_message_stays_one_harmless_line(self):
        self.wrong(bylaw("new", "a\nb\033[2Jc"), "a?b?[2Jc")

    def test_full_disk(self):
        for words in (["games"], ["rules", "pharaoh"], ["new", "pharaoh"], ["--help"],
                      ["simulate", "pharaoh", "--games", "2"],
                      ["simulate", "pharaoh", "--games", "50", "--transcript", "-"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE)
            self.assertEqual(done.returncode, 2, words)
            self.assertRegex(done.stderr.decode(), r"\Abylaw: standard output: .+\n\Z")

    def test_closed_pipe(self):
        for ignored in (False, True):
            reading, writing = os.pipe()
            os.close(reading)
            done = subprocess.run([PROGRAM, "simulate", "pharaoh", "--games", "100",
                                   "--transcript", "-"], stdout=writing, stderr=subprocess.PIPE,
                                  restore_signals=not ignored)
            os.close(writing)
            self.assertEqual(done.stderr, b"")
            self.assertEqual(done.returncode, -13)


class Documents(Case):
    """The manual and the completion know every subcommand and option."""

    def test_manual(self):
        text = (SOURCE / "man" / "bylaw.1").read_text(encoding="utf-8").replace("\\-", "-")
        for command in COMMANDS:
            part = re.search(r"^\.SS %s\b.*?(?=^\.S[SH] )" % command, text, re.M | re.S)
            self.assertTrue(part, command)
            for option in options_of(command):
                if option != "help":
                    self.assertIn("--" + option, part.group(), command)
        version = bylaw("--version").out.strip()
        self.assertIn('"%s"' % version, text.splitlines()[0])

    def test_manual_is_clean(self):
        if not shutil.which("mandoc"):
            self.skipTest("no mandoc here")
        lint = subprocess.run(["mandoc", "-Tlint", SOURCE / "man" / "bylaw.1"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said = [line for line in lint.stdout.decode().splitlines()
                if "not found" not in line]   # pages that are not installed here
        self.assertEqual(said, [])

    @unittest.skipIf(BRIEF, "what the documents say hangs on no build")
    def test_examples_are_what_the_program_says(self):
        seen = 0
        for document in [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]:
            seen += self.run_examples(document)
        self.assertGreater(seen, 18)

    def run_examples(self, document):
        blocks = "".join(re.findall(r"^```console\n(.*?)^```", document.read_text(encoding="utf-8"),
                                    re.M | re.S))
        examples = re.findall(r"^\$ ([^\n]*)\n((?:(?!\$ |```).*\n)*)", blocks, re.M)
        path = os.path.dirname(os.path.abspath(PROGRAM)) + ":" + os.environ["PATH"]
        with tempfile.TemporaryDirectory() as folder:
            for command, shown in examples:
                said = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, cwd=folder,
                                      stderr=subprocess.STDOUT, env={**os.environ, "PATH": path})
                pattern = ".*".join(map(re.escape, shown.split("…")))
                self.assertRegex(said.stdout.decode(), re.compile(r"\A%s\Z" % pattern, re.S),
                                 f"{document.name}: {command}; see tools/doc-examples.py")
        return len(examples)

    def complete(self, line, shell="bash"):
        """What a shell offers after a line. bash and zsh are asked by calling the function as they
        do, with their ways of saying something made to print it; fish says it itself."""
        scripts = {
            "bash": r"""
                source "$1"
                COMP_LINE=$2 COMP_POINT=${#2}
                text=${COMP_LINE//=/ = }
                read -ra COMP_WORDS <<< "$text"
                [[ $COMP_LINE == *' ' ]] && COMP_WORDS+=('')
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _bylaw
                printf '%s\n' "${COMPREPLY[@]}"
            """,
            "zsh": r"""
                offer() { for o in "$@"; do [[ $o == ${PREFIX}* ]] && print -r -- $head$o; done; true }
                _describe() { offer ${${(P)4}%%:*} }
                compadd() { local -a all; [[ $1 == -S ]] && shift 2
                            if [[ $1 == -a ]]; then all=(${(P)2}); else all=($@); fi; offer $all }
                compset() { [[ $PREFIX == *,* ]] && head=${PREFIX%,*}, PREFIX=${PREFIX##*,} }
                _files() { print -l -- ${PREFIX}*(N) }
                words=(${=2}); [[ $2 == *' ' ]] && words+=('')
                CURRENT=$#words PREFIX=$words[-1]
                source "$1"
            """,
            "fish": "source $argv[2]; complete -C $argv[3] | string replace -r '\\t.*' ''",
        }
        names = {"bash": "bylaw.bash", "zsh": "_bylaw", "fish": "bylaw.fish"}
        path = os.path.dirname(os.path.abspath(PROGRAM)) + ":" + os.environ["PATH"]
        with tempfile.TemporaryDirectory() as home:
            done = subprocess.run([shell, "-c", scripts[shell], "-",
                                   SOURCE / "completions" / names[shell], line],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  env={**os.environ, "PATH": path, "HOME": home}, cwd=SOURCE)
        self.assertEqual(done.stderr.decode(), "", (shell, line))
        return done.stdout.decode().split()

    def check_completion(self, shell):
        def complete(line):
            return self.complete(line, shell)
        self.assertEqual(sorted(complete("bylaw ")),
                         sorted(COMMANDS + ["help", "--help", "--version"]))
        self.assertEqual(complete("bylaw sim"), ["simulate"])
        self.assertEqual(sorted(complete("bylaw new ")), sorted(ALL))
        self.assertEqual(complete("bylaw new ph"), ["pharaoh"])
        self.assertEqual(complete("bylaw simulate pharaoh --tr"), ["--transcript"])
        self.assertEqual(complete("bylaw simulate pharaoh --players gr"), ["greedy"])
        self.assertEqual(complete("bylaw simulate pharaoh --players random,gr"),
                         ["random,greedy"])
        self.assertEqual(sorted(complete("bylaw new pharaoh --preset ")), ["letter", "table"])
        self.assertEqual(complete("bylaw new propre --set h"), ["hand="])
        self.assertEqual(complete("bylaw new pharaoh --ruling tup"),
                         ["tuple-match=as-written", "tuple-match=first"])
        self.assertEqual(complete("bylaw rules six-seven 8.2"), ["8.2"])
        self.assertEqual(complete("bylaw help exp"), ["explain"])
        self.assertEqual(sorted(complete("bylaw logic ")), ["check", "infer", "parse", "search"])
        for line in ("bylaw play --resume REA", "bylaw verify REA", "bylaw show REA",
                     "bylaw play pharaoh --position REA"):
            self.assertEqual(complete(line), ["README.md"], line)
        for line in ("tournament pharaoh greedy --weights REA", "logic infer x --using REA",
                     "lab pharaoh --findings REA", "serve --data REA", "solve pharaoh --out REA"):
            self.assertEqual(complete("bylaw " + line), ["README.md"], line)
        for line in ("tournament pharaoh gr", "tournament pharaoh random gr", "engine gr", "load --bot gr"):
            self.assertEqual(complete("bylaw " + line), ["greedy"], line)
        self.assertEqual(complete("bylaw solve pharaoh --against random,gr"), ["random,greedy"])
        for line in ("engine greedy --game ph", "join http://localhost --make ph", "play --casual ph",
                     "train --on cpu ph"):
            self.assertEqual(complete("bylaw " + line), ["pharaoh"], line)
        self.assertEqual(sorted(complete("bylaw play --casual pharaoh --preset ")), ["letter", "table"])
        for line in ("new pharaoh --seed ", "new pharaoh --players ", "train --minutes ", "review --names ",
                     "join ", "load ", "serve ", "serve --listen "):
            self.assertEqual(complete("bylaw " + line), [], line)
        for command in COMMANDS:
            self.assertEqual(sorted(set(complete("bylaw %s pharaoh --" % command))),
                             sorted({"--" + o for o in options_of(command)}))

    def test_completion(self):
        self.check_completion("bash")
        self.assertEqual(self.complete("bylaw new pharaoh --ruling tuple-match=f"), ["first"])

    def test_completion_of_other_shells(self):
        for shell in ("zsh", "fish"):
            with self.subTest(shell):
                if not shutil.which(shell):
                    self.skipTest(f"no {shell} here")
                self.check_completion(shell)


main()
