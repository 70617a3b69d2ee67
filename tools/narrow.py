#!/usr/bin/env python3
"""Leaves units out of a net's first layer: those that say least, by the size of what comes to them and of
what goes on from them. Units that never fire stay as they were scattered at first, and are the first to go.

usage: narrow.py FILE WIDTH >OUT
"""
import json
import math
import struct
import sys
from pathlib import Path


def main():
    head, _, rest = Path(sys.argv[1]).read_bytes().partition(b"\n")
    keep_count, head, at = int(sys.argv[2]), json.loads(head), 0
    inputs, width, depth = head["inputs"], head["width"], head["depth"]

    def take(size):
        nonlocal at
        at += size
        return rest[at - size:at]

    def floats(n):
        return struct.unpack(f"<{n}f", take(4 * n))

    def rows(count, n):
        return [struct.unpack(f"{n}b", take(n)) for _ in range(count)]

    seen = take((inputs + 7) // 8)
    steps = floats(width)
    first = rows(sum(byte.bit_count() for byte in seen), width)
    bias = floats(width)
    second_steps = floats(depth)
    second = rows(width, depth)

    def says(unit):
        comes = math.fsum((row[unit] * steps[unit]) ** 2 for row in first)
        return comes * math.fsum((w * step) ** 2 for w, step in zip(second[unit], second_steps))

    keep = sorted(sorted(range(width), key=says)[width - keep_count:])
    head["width"] = keep_count
    head["made_by"] += f"; tools/narrow.py {keep_count}"
    out = [json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode() + b"\n", seen]
    out.append(struct.pack(f"<{keep_count}f", *(steps[k] for k in keep)))
    out += [struct.pack(f"{keep_count}b", *(row[k] for k in keep)) for row in first]
    out.append(struct.pack(f"<{keep_count}f", *(bias[k] for k in keep)))
    out.append(struct.pack(f"<{depth}f", *second_steps))
    out += [struct.pack(f"{depth}b", *second[k]) for k in keep]
    sys.stdout.buffer.write(b"".join(out) + rest[at:])


main()
