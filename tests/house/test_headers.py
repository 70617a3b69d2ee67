"""test_headers.py INCLUDE - C and C++ can include every public header, alone and all together."""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

INCLUDE = pathlib.Path(sys.argv[1])
CALLS = [["gcc", "-std=c17", "-x", "c"], ["clang", "-std=c17", "-x", "c"],
         ["g++", "-std=c++17", "-x", "c++"], ["clang++", "-std=c++17", "-x", "c++"]]


def compile_all(call, names):
    """What the compiler complains of; None where that compiler is missing."""
    if not shutil.which(call[0]):
        return None
    text = "".join(f"#include <bylaw/{name}>\n" for name in names) + "int used;\n"
    done = subprocess.run(call + ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
                                  f"-I{INCLUDE}", "-"], input=text, text=True, capture_output=True)
    return done.stderr if done.returncode else ""


names = sorted(path.name for path in INCLUDE.glob("bylaw/*.h"))
sets = [[name] for name in names] + [names, names[::-1]]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    jobs = [(call, those) for call in CALLS for those in sets]
    found = list(pool.map(lambda job: compile_all(*job), jobs))
complaints = [f"{call[0]}: {' '.join(those)}:\n{text}"
              for (call, those), text in zip(jobs, found) if text]
missing = {call[0] for (call, _), text in zip(jobs, found) if text is None}
print("\n".join(complaints))
if missing & {"g++", "gcc"}:
    complaints.append("no compiler")
print(f"{len(names)} headers, {len(jobs)} compilations, {len(complaints)} that fail;",
      "without " + ", ".join(sorted(missing)) if missing else "all compilers")
sys.exit(1 if complaints or not names else 0)
