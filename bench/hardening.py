#!/usr/bin/env python3
"""hardening.py WITH WITHOUT - what hardening costs the rules: two programs `bylaw` play the same
games in turn, a game's rounds of both beside each other, and their least time on the processor is
compared, so that what else the machine does falls on both alike."""
import resource
import subprocess
import sys

ROUNDS = 9


def seconds(program, game, number):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([program, "simulate", game, "--games", str(number), "--jobs", "1", "--seed", "1"],
                   check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    programs = sys.argv[1:3]
    told = subprocess.run([programs[0], "games"], check=True, text=True, stdout=subprocess.PIPE).stdout
    for game in (line.split()[0] for line in told.splitlines() if line.strip()):
        # As many games as take half a second; a game whose moves are written has few.
        number = 20
        while (taken := seconds(programs[0], game, number)) < 0.25:
            number *= 4 if taken < 0.06 else 2
        best = [min(times) for times in zip(*([seconds(p, game, number) for p in programs]
                                              for _ in range(ROUNDS)))]
        print(f"{game:20} hardened {best[0]:.3f} s, not {best[1]:.3f} s: "
              f"costs {100 * (best[0] / best[1] - 1):+.1f} %", flush=True)


main()
