"""What the sound logic derives must follow by the word of provers that know nothing of it; and
they must object to the logic as written, and to a rule that was planted."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

DERIVE = os.environ["LOGIC_DERIVE"]
COUNT = int(os.environ.get("BYLAW_LOGIC_PROBLEMS", "40"))
EPROVER, CVC5 = shutil.which("eprover"), shutil.which("cvc5")


def run(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True).stdout


def verdict(path, seconds):
    """theorem, not, or unknown."""
    said = run(EPROVER, "--auto", "--silent", "--cpu-limit=%d" % seconds, "--tstp-format", path)
    status = re.search(r"SZS status (\w+)", said)
    status = status.group(1) if status else ""
    if status in ("Theorem", "ContradictoryAxioms", "Unsatisfiable"):
        return "theorem"
    if status in ("CounterSatisfiable", "Satisfiable"):
        return "not"
    if CVC5:
        said = run(CVC5, "--lang=tptp", "--tlimit=%d" % (1000 * seconds), path)
        if "SZS status Theorem" in said or "SZS status ContradictoryAxioms" in said:
            return "theorem"
        if "SZS status CounterSatisfiable" in said:
            return "not"
    return "unknown"


def judge(kind, count, seed, seconds):
    tally = {"theorem": 0, "not": 0, "unknown": 0}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([DERIVE, folder, str(count), str(seed), kind], check=True)
        for path in sorted(Path(folder).iterdir(), key=lambda p: int(p.stem)):
            said = verdict(path, seconds)
            tally[said] += 1
            if said == "not" and kind == "sound":
                print(path.read_text())
                sys.exit("a statement that does not follow was derived")
            if said == "unknown" and kind == "sound":
                print("neither proved nor refuted:\n" + path.read_text())
    print(kind, tally)
    return tally


if not EPROVER:
    print("eprover is not installed")
    sys.exit(77)
seed = int(os.environ.get("BYLAW_LOGIC_SEED", "1"))
sound = judge("sound", COUNT, seed, 5)
if sound["theorem"] < COUNT * 9 // 10:
    sys.exit("the provers confirm too little for this to be a test")
if judge("as-written", max(20, COUNT // 2), seed, 2)["not"] == 0:
    sys.exit("the provers do not notice that the logic as written is unsound")
if judge("planted", 10, seed, 2)["not"] == 0:
    sys.exit("the provers do not notice a planted rule")
