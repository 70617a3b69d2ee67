#!/usr/bin/env python3
"""ptx.py - the kernels of a game for a GPU.

    ptx.py kernel OUT DEPFILE CLANG LINK OPT LLC INCLUDES SYMBOL KERNEL SOURCE…
    ptx.py embed OUT FILE…

The first compiles the kernel and the sources that the game's rules are made of, links them, keeps
what the kernel reaches, and writes PTX (OUT). INCLUDES are folders, with : between them. The second
makes a header of such files: the game's id, by the file's name, and its text.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

TARGET = ["--target=nvptx64-nvidia-cuda", "-march=sm_90", "-nogpulib"]
# The system's headers ask which processor they are for; what they declare of the library is not used.
FLAGS = ["-std=c17", "-O2", "-DNDEBUG", "-D__x86_64__", "-ffp-contract=off", "-emit-llvm", "-c", "-w"]


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
        run(opt, "-O3", "-inline-threshold=100000", whole, "-o", whole)
        run(llc, "-O3", "-mcpu=sm_90", "-mattr=+ptx78", whole, "-o", out)
    with open(depfile, "w", encoding="utf-8") as file:
        file.write(f"{out}: {' '.join(sorted(used))}\n")


def embed(out, *files):
    with open(out, "w", encoding="utf-8") as header:
        header.write("static const struct { const char *id, *text; } kernels[] = {\n")
        for path in map(pathlib.Path, files):
            header.write(f'{{"{path.stem}",\n')
            header.writelines(json.dumps(line) + "\n" for line in path.read_text().splitlines(True))
            header.write("},\n")
        header.write("};\n")


if __name__ == "__main__":
    {"kernel": kernel, "embed": embed}[sys.argv[1]](*sys.argv[2:])
