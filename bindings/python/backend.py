"""What pip calls to build a wheel (PEP 517): meson makes the module, this packs it. Nothing is fetched.

The module comes out of the build folder that BYLAW_BUILD names, as it lies there; or of the one that `make python`
uses, if that knows of it; or of one of its own beside that, build-python.
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODULE = "bindings/python/_bylaw.abi3.so"


def run(*command):
    """Runs a program of the system, in the system's environment: pip hides its packages from what it calls."""
    around = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PIP_"))}
    done = subprocess.run(command, cwd=ROOT, env=around, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\n{' '.join(command)} failed; `make python` installs what is needed")


def built():
    """The build folder, with the module in it."""
    if "BYLAW_BUILD" in os.environ:
        return pathlib.Path(os.environ["BYLAW_BUILD"])
    folder = ROOT / "build"
    plan = folder / "build.ninja"
    if not (plan.exists() and MODULE in plan.read_text()):
        folder = ROOT / "build-python"
        if not (folder / "build.ninja").exists():
            run("meson", "setup", str(folder), "-Dtests=disabled", "-Dpython=enabled")
    run("ninja", "-C", str(folder), MODULE)
    return folder


def version():
    """The project's."""
    return re.search(r"version: '([^']+)'", (ROOT / "meson.build").read_text())[1]


def get_requires_for_build_wheel(config_settings=None):
    """Nothing."""
    return []


def build_sdist(sdist_directory, config_settings=None):
    """There is none: the package is a part of the project, and built within it."""
    raise NotImplementedError("there is no source archive of the package alone: use the project's sources")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel, and gives its name."""
    folder = built()
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    tag = f"cp311-abi3-{platform}"
    info = f"bylaw-{version()}.dist-info"
    files = {f"bylaw/{path.name}": path.read_bytes() for path in sorted((HERE / "bylaw").iterdir()) if path.is_file()}
    files[f"bylaw/{pathlib.Path(MODULE).name}"] = (folder / MODULE).read_bytes()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: bylaw\nVersion: {version()}\nSummary: Card games to the letter\n"
        "License: MIT\nRequires-Python: >=3.11\nProvides-Extra: arrays\nRequires-Dist: numpy; extra == 'arrays'\n"
        "Description-Content-Type: text/markdown\n\n").encode() + (ROOT / "docs/python.md").read_bytes()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: bylaw\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(content)}\n")
    files[f"{info}/RECORD"] = ("".join(record) + f"{info}/RECORD,,\n").encode()
    wheel = f"bylaw-{version()}-{tag}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in files.items():
            out.writestr(name, content)
    return wheel
