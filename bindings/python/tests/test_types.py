"""The stubs against the package (stubtest), and a program that uses it against the stubs (mypy)."""
import os
import pathlib
import runpy
import shutil
import subprocess
import typing

import pytest

import bylaw

HERE = pathlib.Path(__file__).parent
FOLDER = str(pathlib.Path(bylaw.__file__).parents[1])


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """Where mypy keeps what it has read."""
    return tmp_path_factory.mktemp("mypy")


def check(known, *call):
    """A type checker of the system, which is that of the system's Python; it must find nothing."""
    if not shutil.which(call[0], path="/usr/bin"):
        pytest.skip("there is no mypy")
    done = subprocess.run(["/usr/bin/" + call[0], *call[1:]], capture_output=True, text=True, check=False, cwd=known,
                          env={**os.environ, "MYPYPATH": FOLDER, "PYTHONPATH": FOLDER, "MYPY_CACHE_DIR": str(known)})
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_are_what_is_there(known):
    """Names, parameters, their kinds and defaults, of the module in C, too."""
    check(known, "stubtest", "bylaw")


def test_stubs_are_whole(known):
    check(known, "mypy", "--strict", "-p", "bylaw")


def test_a_program_is_checked(known):
    """What is used is allowed, what is wrong is not: a mark on a line without a fault is one itself."""
    check(known, "mypy", "--strict", HERE / "typed.py")


def test_what_the_program_was_promised_is_so(monkeypatch):
    """Values are of the types that they were said to be of, as deep as their kind."""
    said = []

    def is_of(value, kind):
        kinds = typing.get_args(kind) if isinstance(kind, type(int | None)) else (kind,)
        kinds = [typing.get_origin(one) or one for one in kinds]
        said.append(kind)
        assert any(one is typing.Any or isinstance(value, one) for one in kinds), (value, kind)
        return value

    monkeypatch.setattr(typing, "assert_type", is_of)
    runpy.run_path(str(HERE / "typed.py"), run_name="__main__")
    assert len(said) > 25
