#!/usr/bin/env python3
"""ptx.py OUT DEPFILE CLANG LINK OPT LLC INCLUDES SYMBOL KERNEL SOURCE… - kernels for a GPU.

Compiles kernels and the sources that they need, links them, keeps what the kernels reach, and writes
PTX (OUT). INCLUDES are folders, with : between them; SYMBOL is what GPU_GAME is to them.
"""
import pathlib
import subprocess
import sys
import tempfile

TARGET = ["--target=nvptx64-nvidia-cuda", "-march=sm_75", "-nogpulib"]
# The system's headers ask which processor they are for; what they declare of the library is not used.
FLAGS = ["-std=c17", "-O2", "-DNDEBUG", "-D__x86_64__", "-ffp-contract=off", "-fno-math-errno",
         "-emit-llvm", "-c", "-w"]
# For what walks a game's table of fields: the code of each row by itself, so that nothing is left of the table.
ROWS = ["-unroll-threshold=4000", "-unroll-max-count=64", "-pragma-unroll-threshold=1000000"]


def run(*command):
    subprocess.run([str(part) for part in command], check=True)


def kernel(out, depfile, clang, link, opt, llc, includes, symbol, *sources):
    used = set()
    triple = subprocess.run(["cc", "-print-multiarch"], stdout=subprocess.PIPE, text=True, check=True)
    folders = [f"-I{folder}" for folder in includes.split(":")]
    folders += ["-isystem", f"/usr/include/{triple.stdout.strip()}"]
    with tempfile.TemporaryDirectory() as made:
        parts = []
        for number, source in enumerate(sources):
            part = pathlib.Path(made, f"{number}.bc")
            run(clang, *TARGET, *FLAGS, *folders, f"-DGPU_GAME={symbol}", "-MMD", "-MF", f"{part}.d",
                source, "-o", part)
            used.update(pathlib.Path(f"{part}.d").read_text().replace("\\\n", " ").split()[1:])
            parts.append(part)
        whole = pathlib.Path(made, "whole.bc")
        # What comes after the first is kept only if something reaches it.
        run(link, "--internalize", *parts, "-o", whole)
        # All in one function: then it is known which memory is meant wherever a state is touched.
        run(opt, "-O3", "-inline-threshold=100000", *(ROWS if any(s.endswith("core/fields.c") for s in sources) else []),
            whole, "-o", whole)
        if any(s.endswith("core/observe.c") for s in sources):   # what the rows call is known by now
            run(opt, "-O3", "-inline-threshold=100000", *ROWS, whole, "-o", whole)
        run(llc, "-O3", "-mcpu=sm_75", "-mattr=+ptx78", whole, "-o", out)
    with open(depfile, "w", encoding="utf-8") as file:
        file.write(f"{out}: {' '.join(sorted(used))}\n")


if __name__ == "__main__":
    kernel(*sys.argv[1:])
