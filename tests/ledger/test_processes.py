# ruff: noqa: F811 - pytest hands a fixture to the argument of its name
"""Several processes on one ledger, and processes killed -9 while they record (`make evaluate-ledger` kills 100)."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from ledger_databases import address, blank, evening, ledger, played, postgres, shared_schema, template  # noqa: F401 - fixtures

from ledger import Ledger

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("DAER_KILLS", "8"))


def processes(*args):
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("ledger_processes.py"), *map(str, args)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
        timeout=30 + 3 * KILLS,
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def test_ten_processes_start_at_once(blank):
    assert processes("start", blank, 10) == []
    with Ledger(blank) as ledger:
        assert ledger.check().ok


@pytest.mark.parametrize("seed", [1])
def test_no_confirmed_round_is_lost_or_doubled_by_kill_9(ledger, address, seed):
    table = evening(ledger, 3)
    found = processes("kill", address, table.id, KILLS, seed)
    assert found["killed"] == KILLS
    assert found["confirmed"]
    unsure = set(found["tried"]) - set(found["confirmed"])

    now = ledger.evening(table.id)
    kept = [one.key for one in now.rounds]
    doubled = len(kept) - len(set(kept))
    lost = set(found["confirmed"]) - set(kept)
    late = set(kept) - set(found["confirmed"])
    health = ledger.check()
    backend = ledger.url.get_backend_name()
    print(  # noqa: T201 - the figures of `make evaluate-ledger`
        f"{backend}: {KILLS} processes killed, {len(found['confirmed'])} rounds confirmed, {len(lost)} lost, "
        f"{doubled} doubled; {len(unsure)} cut off, {len(late)} of them stored; check {'ok' if health.ok else 'BAD'}"
    )
    assert (lost, doubled, health.problems) == (set(), 0, ())
    assert late <= unsure
    assert len(unsure) <= KILLS

    for name in unsure:  # the phones try again
        now = ledger.record(table.id, played(2, -1, -1, winner=0), key=name)
    kept = [one.key for one in now.rounds]
    assert sorted(kept) == sorted(set(found["tried"]))
    assert now.totals == (2 * len(kept), -len(kept), -len(kept))
