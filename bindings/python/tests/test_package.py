"""The package as people get it: installed by pip, its document, its examples."""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

import bylaw

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.mark.skipif(not all(map(importlib.util.find_spec, ("pip", "venv"))), reason="there is no pip, or no venv")
def test_pip_installs_it_offline(tmp_path):
    """Into a new environment, without numpy, from the module that was built."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path], check=True)
    python = tmp_path / "bin/python"
    around = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-cache-dir",
                           ROOT / "bindings/python"], env=around, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    code = """
import bylaw, importlib.metadata
assert importlib.metadata.version("bylaw") == bylaw.__version__ and "site-packages" in bylaw.__file__
state = bylaw.deal(bylaw.games()[0], seed=1)
state.apply(state.legal()[0])
assert "<svg" in state.html() and bylaw.simulate(state.game, games=2)["games"] == 2
try:
    bylaw.Vector(state.game, 2)
except ImportError as missing:
    assert "numpy" in str(missing)
else:
    raise AssertionError("numpy was found")
"""
    subprocess.run([python, "-c", code], env=around, check=True, cwd=tmp_path)
    wheel = (next(tmp_path.glob("lib/*/site-packages/bylaw-*.dist-info")) / "WHEEL").read_text()
    assert "Tag: cp311-abi3-" in wheel


def test_the_walk_can_be_walked(monkeypatch):
    """The pieces of code in docs/python.md, one after another."""
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs/python.md").read_text()
    pieces = re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.M)
    names = {}
    for piece in pieces:
        code = "".join(line[4:] if line.strip() else "\n" for line in piece.strip("\n").splitlines(keepends=True))
        if not code.startswith("$ "):
            exec(compile(code, "docs/python.md", "exec"), names)
    assert len(pieces) >= 8 and names["wins"][-1] > names["wins"][0]


def test_the_example_learns():
    """From half of the games to most of them. Who learned nothing would win 62 in 100 of 768 once in 10^10 times."""
    sys.path.insert(0, str(ROOT / "examples/python"))
    import reinforce
    told = []
    wins = reinforce.learn(7, games=256, tell=told.append)
    assert 0.4 < wins[0] < 0.6 and np.mean(wins[-3:]) > 0.62
    assert len(told) == 1 and "round   5" in told[0]


def test_the_module_shows_nothing_of_the_library():
    """Another library in the same process may have names like ours."""
    module = pathlib.Path(bylaw.__file__).parent / "_bylaw.abi3.so"
    shown = subprocess.run(["nm", "-D", "--defined-only", module], capture_output=True, text=True, check=True).stdout
    assert [line.split()[-1] for line in shown.splitlines()] == ["PyInit__bylaw"]
