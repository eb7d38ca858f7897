"""Processes that share a ledger: `start` opens an empty one many times at once, `kill` records and is killed -9.

A script of its own, because it forks: one import for all processes, and none of the test runner's threads. Prints JSON.
"""

import json
import os
import random
import signal
import sys
import time
import uuid
from contextlib import suppress

import alembic.command
import alembic.runtime.environment  # noqa: F401 - imported once, before the processes part

from ledger import Ledger, LedgerBusy, LedgerError, Round

AT_ONCE = 4
LONGEST_S = 0.15


def child(work):
    """Fork; give the child's process id and the pipe that it writes lines to."""
    inlet, outlet = os.pipe()
    pid = os.fork()
    if pid:
        os.close(outlet)
        return pid, inlet
    os.close(inlet)
    try:
        work(lambda line: os.write(outlet, f"{line}\n".encode()))
    finally:
        os._exit(0)


def lines(inlet, begun=b""):
    with os.fdopen(inlet, "rb") as pipe:
        return (begun + pipe.read()).decode().splitlines()


def read_until(inlet, word):
    begun = b""
    while word not in begun:
        more = os.read(inlet, 4096)
        if not more:
            sys.exit("a process ended by itself")
        begun += more
    return begun


def start(address, count):
    """Open an empty database `count` times at the same moment; give what went wrong in each process."""
    moment = time.monotonic() + 0.3

    def work(say):
        time.sleep(max(0, moment - time.monotonic()))
        try:
            with Ledger(address) as ledger:
                ledger.evenings()
        except LedgerError as error:
            say(repr(error))

    return [said for _, inlet in [child(work) for _ in range(count)] for said in lines(inlet)]


def record_for_ever(address, evening):
    def work(say):
        with Ledger(address) as ledger:
            while True:
                name = str(uuid.uuid4())
                say(f"try {name}")
                played = Round(dealer=0, winner=0, payments=(2, -1, -1), rules_name="luzhou_deng", rules_version="1")
                persist(ledger, evening, played, name)
                say(f"ok {name}")
                time.sleep(0.002)

    return work


def persist(ledger, evening, played, name):
    """Record as a phone does: try again, with the same key, when the ledger says that it is busy."""
    while True:
        with suppress(LedgerBusy):
            return ledger.record(evening, played, key=name)


def kill(address, evening, count, seed):
    """Kill `count` processes -9 while they record, several at once; give the keys they tried and those confirmed."""
    chance = random.Random(seed)  # noqa: S311 - when to kill is no secret
    tried, confirmed, killed = [], [], 0
    while killed < count:
        batch = [child(record_for_ever(address, evening)) for _ in range(min(AT_ONCE, count - killed))]
        begun = [(pid, inlet, read_until(inlet, b"ok ")) for pid, inlet in batch]  # each has confirmed its first
        end = time.monotonic() + LONGEST_S
        for pid, inlet, first in begun:
            time.sleep(chance.uniform(0, max(0, end - time.monotonic())))
            os.kill(pid, signal.SIGKILL)
            _, status = os.waitpid(pid, 0)
            killed += os.WTERMSIG(status) == signal.SIGKILL
            for word, name in (line.split() for line in lines(inlet, first) if line.count("-") == 4):
                (confirmed if word == "ok" else tried).append(name)
    return {"tried": tried, "confirmed": confirmed, "killed": killed}


if __name__ == "__main__":
    _, what, address, *rest = sys.argv
    with suppress(KeyboardInterrupt):
        result = start(address, int(rest[0])) if what == "start" else kill(address, rest[0], int(rest[1]), int(rest[2]))
        json.dump(result, sys.stdout)
