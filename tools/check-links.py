#!/usr/bin/env python3
"""check-links.py - every relative link in a document leads to something in the tree."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
broken = []
for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").rglob("*.md")]:
    text = re.sub(r"```.*?```|^    [^\n]*$|`[^`\n]*`", lambda code: "" if "](" in code.group() else "x",
                  path.read_text(encoding="utf-8"), flags=re.S | re.M)
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if "://" not in target and not (path.parent / target).exists():
            broken.append(f"{path.relative_to(ROOT)}: {target}")
print("\n".join(broken) or "every link leads somewhere")
sys.exit(bool(broken))
