#!/usr/bin/env python3
"""Writes the build file that makes the library into WebAssembly.

usage: wasm.py MESON-BUILD-FOLDER JANSSON-SOURCE-FOLDER LIBSODIUM-SOURCE-FOLDER OUT-FOLDER

The layers and what they are made of come from meson, so that a new game or bot is here at
once; src/wasm is added, with stand-ins for what is missing there, jansson, and of libsodium the hash BLAKE2b. The compiler is
clang with Debian's wasi-libc and no start files: the module imports nothing but the time.
"""
import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ["base", "core", "rules", "rules-traced", "game-texts", "logic", "bots", "play", "draft", "service"]
JANSSON = "dump error hashtable load memory strbuffer strconv utf value".split()
SODIUM = ["crypto_generichash"] + ["blake2b/ref/" + n for n in ("blake2b-compress-ref", "blake2b-ref", "generichash_blake2b")]
# What searches and bots spend their time in is made fast, all else small: it is sent to the visitor.
FAST = {"rules", "bots", "logic"}
SMALL = {"lex", "parse", "file", "pack", "people", "ismcts_settings", "bots", "net_file", "phases", "check", "proposals"}   # asked now and then
CCACHE = "ccache " if shutil.which("ccache") else ""
STACK = 1 << 20   # bytes: traces and accounts live on it
FLAGS = ("--target=wasm32-wasi -mbulk-memory -nostdlibinc -isystem /usr/include/wasm32-wasi -std=c17 "
         "-DNDEBUG -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes "
         "-Wno-missing-field-initializers -Werror -fvisibility=hidden -ftls-model=local-exec")
LINK = ("--target=wasm32-wasi -nostdlib -L/usr/lib/wasm32-wasi -Wl,--no-entry -Wl,--strip-all "
        f"-Wl,--gc-sections -Wl,-z,stack-size={STACK} -Wl,--stack-first")


def speed(layer, path):
    """How a game is played well (src/bots/NAME) is much text, and asked now and then; statements are read
    and written as they are typed. The sums of a net take half the time with vectors of 128 bits."""
    if layer not in FAST or path.parent.parent.name == "bots" or path.stem in SMALL:
        return "-Oz"
    return "-O2 -msimd128" if path.stem == "net" else "-O2"


def targets(build):
    told = subprocess.run(["meson", "introspect", "--targets", str(build)], check=True,
                          capture_output=True, text=True).stdout
    return {t["name"]: t for t in json.loads(told)}


def version(build):
    told = subprocess.run(["meson", "introspect", "--projectinfo", str(build)], check=True,
                          capture_output=True, text=True).stdout
    return json.loads(told)["version"]


def sources(build, jansson, sodium):
    """Every file to compile, with the name of its layer and the flags that it needs."""
    known = targets(build)
    for layer in LAYERS:
        if layer not in known:
            sys.exit(f"wasm.py: there is no layer {layer} in {build}")
        for group in known[layer]["target_sources"]:
            for path in group.get("sources", []):
                yield layer, Path(path), "-DBL_TRACED" if layer == "rules-traced" else ""
    for path in sorted((ROOT / "src/wasm").rglob("*.c")):
        yield "wasm", path, ""
    for name in JANSSON:
        yield "jansson", jansson / f"{name}.c", "-w -DHAVE_STDINT_H"
    for name in SODIUM:
        yield "libsodium", sodium / f"crypto_generichash/{name}.c", f"-w -I{sodium}/include/sodium -DSODIUM_STATIC"


def builtins():
    found = sorted(Path("/usr/lib").glob("llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a"))
    if not found:
        sys.exit("wasm.py: the package libclang-rt-14-dev-wasm32 is missing")
    return found[-1]


def main():
    build, jansson, sodium = (Path(given).resolve() for given in sys.argv[1:4])
    out = Path(sys.argv[4])
    out.mkdir(parents=True, exist_ok=True)
    lines = [
        "rule cc",
        f'  command = {CCACHE}clang {FLAGS} $more -DBYLAW_VERSION=\\"{version(build)}\\" -I{ROOT}/include '
        f"-I{ROOT}/src -I{ROOT}/src/wasm/standin -isystem {jansson} -isystem {sodium}/include -MMD -MF $out.d -c $in -o $out",
        "  depfile = $out.d",
        "  deps = gcc",
        "  description = wasm $in",
        "rule link",
        f"  command = clang {LINK} $in -lc {builtins()} -o $out",
        "  description = wasm $out",
        "rule again",
        f"  command = {ROOT}/web/wasm.py {build} {jansson} {sodium} .",
        "  generator = 1",
        f"build build.ninja: again {ROOT}/web/wasm.py {build}/build.ninja",
    ]
    objects = []
    for layer, path, more in sources(build, jansson, sodium):
        inside = path.name if layer in ("jansson", "libsodium") else str(path.relative_to(ROOT / "src"))
        name = f"{layer}/" + inside.replace("/", "-")[:-2] + ".o"
        lines += [f"build {name}: cc {path}", f"  more = {speed(layer, path)} {more}"]
        objects.append(name)
    lines += [f"build bylaw.wasm: link {' '.join(objects)}", "default bylaw.wasm", ""]
    (out / "build.ninja").write_text("\n".join(lines))


main()
