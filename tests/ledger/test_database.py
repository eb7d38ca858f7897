# ruff: noqa: F811 - pytest hands a fixture to the argument of its name
"""What the database itself refuses, how it is opened, and how it is brought up to date."""

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from ledger_databases import address, blank, evening, key, ledger, local, played, postgres, shared_schema, template  # noqa: F401 - fixtures
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.exc import DBAPIError

import ledger as package
from ledger import (
    BadAddress,
    DamagedLedger,
    Ledger,
    LedgerUnavailable,
    NewerLedger,
    NotALedger,
)
from ledger.cli import main
from ledger.database import data_dir, read_address
from ledger.migrate import MIGRATIONS
from ledger.schema import VERSION_TABLE, VERSIONS, metadata

GOOD = {
    "number": 2, "action": "edit", "state": "applied", "at": "2026-01-01T00:00:00.000000Z", "dealer": 0,
    "p0": 2, "p1": -1, "p2": -1, "p3": 0, "rules_name": "r", "rules_version": "1", "winner": 0, "source": None,
    "discarder": None, "fouler": None, "compensation": None,
}  # fmt: skip


def run(address, statement, **values):
    engine = create_engine(address)
    try:
        with engine.begin() as connection:
            return connection.execute(text(statement), values)
    finally:
        engine.dispose()


def insert_step(address, table, name, **changed):
    row = GOOD | {"evening_id": table.id, "key": name, "seats": 3} | changed
    columns = ", ".join(row)
    run(address, f"INSERT INTO steps ({columns}) VALUES ({', '.join(f':{c}' for c in row)})", **row)  # noqa: S608


@pytest.fixture
def recorded(ledger):
    table, name = evening(ledger, 3), key()
    return ledger.record(table.id, played(2, -1, -1, winner=0), key=name), name


def test_raw_sql_can_write_a_good_step(ledger, address, recorded):
    table, name = recorded
    insert_step(address, table, name, p0=4, p1=-2, p2=-2)
    assert ledger.evening(table.id).totals == (4, -2, -2)
    assert ledger.check().ok


@pytest.mark.parametrize(
    "changed",
    [
        {"p0": 3},
        {"p0": 0},
        {"p2": None},
        {"p2": -2, "p3": 1},
        {"p0": 20_000_001, "p1": -20_000_000},
        {"p0": "2.5", "p1": "-1.5"},
        {"p0": "many"},
        {"winner": 3},
        {"winner": -1},
        {"dealer": 3},
        {"dealer": None},
        {"fouler": 1},
        {"winner": None, "fouler": 3},
        {"winner": None, "fouler": 1, "compensation": -1},
        {"compensation": 2},
        {"discarder": 0},
        {"discarder": 3},
        {"source": "heaven"},
        {"winner": None, "source": "discard"},
        {"action": "burn"},
        {"action": "record"},
        {"state": "maybe"},
        {"number": 1},
        {"number": 0},
    ],
    ids=str,
)
def test_raw_sql_cannot_write_a_bad_step(ledger, address, recorded, changed):
    table, name = recorded
    with pytest.raises(DBAPIError):
        insert_step(address, table, name, **changed)
    assert ledger.evening(table.id) == table


def test_raw_sql_cannot_unbalance_a_step_that_is_there(ledger, address, recorded):
    table, _ = recorded
    for statement in ("UPDATE steps SET p1 = 0", "UPDATE steps SET p0 = p0 + 1", "UPDATE steps SET p3 = 5, p2 = -6"):
        with pytest.raises(DBAPIError):
            run(address, statement)
    assert ledger.evening(table.id) == table


@pytest.mark.parametrize("changed", ["seats = 5", "seats = 4", "first_dealer = 3", "name2 = NULL", "name3 = 'x'"])
def test_raw_sql_cannot_make_an_impossible_table(ledger, address, changed):
    table = evening(ledger, 3)
    with pytest.raises(DBAPIError):
        run(address, f"UPDATE evenings SET {changed}")  # noqa: S608
    assert ledger.evening(table.id) == table


@pytest.mark.usefixtures("ledger")
def test_the_tables_are_those_of_the_schema(address):
    engine = create_engine(address)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []
        assert set(inspect(connection).get_view_names()) == {"live", "evening_totals"}
    engine.dispose()


def test_the_known_versions_are_the_migrations_in_order():
    script = ScriptDirectory(str(MIGRATIONS))
    assert tuple(one.revision for one in script.walk_revisions())[::-1] == VERSIONS
    with pytest.raises(NotImplementedError):
        script.get_revision("head").module.downgrade()


def test_opening_again_changes_nothing(address, recorded):
    table, _ = recorded
    with Ledger(address) as again:
        assert again.evening(table.id) == table


def test_a_newer_database_is_refused(address, recorded):
    table, _ = recorded
    run(address, f"UPDATE {VERSION_TABLE} SET version_num = '9999'")  # noqa: S608
    with pytest.raises(NewerLedger, match="newer version"):
        Ledger(address)
    run(address, f"UPDATE {VERSION_TABLE} SET version_num = '{VERSIONS[-1]}'")  # noqa: S608
    with Ledger(address) as again:
        assert again.evening(table.id) == table


def test_a_migration_that_fails_leaves_nothing(blank, monkeypatch, tmp_path):
    broken = tmp_path / "migrations"
    (broken / "versions").mkdir(parents=True)
    (broken / "env.py").write_text((MIGRATIONS / "env.py").read_text())
    for path in (MIGRATIONS / "versions").glob("v*.py"):
        source = path.read_text(encoding="utf-8").replace("op.execute(EVENING_TOTALS)", "1 / 0")
        (broken / "versions" / path.name).write_text(source, encoding="utf-8")
    monkeypatch.setattr("ledger.migrate.MIGRATIONS", broken)
    with pytest.raises(ZeroDivisionError):
        Ledger(blank)
    engine = create_engine(blank)
    assert inspect(engine).get_table_names() == []
    engine.dispose()
    monkeypatch.undo()
    with Ledger(blank) as opened:
        assert opened.check().ok


@pytest.mark.parametrize("content", [b"no database" * 200, b"short", b"\x00" * 4096], ids=["text", "short", "zeros"])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "photo.jpg"
    path.write_bytes(content)
    with pytest.raises(NotALedger):
        Ledger(path)
    assert path.read_bytes() == content


def test_the_database_of_another_program_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "other.sqlite3"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE songs (title TEXT)")
    other.close()
    with pytest.raises(NotALedger):
        Ledger(path)
    with sqlite3.connect(path) as other:
        assert [name for (name,) in other.execute("SELECT name FROM sqlite_master")] == ["songs"]
    other.close()


def test_a_folder_is_no_ledger(tmp_path):
    with pytest.raises(LedgerUnavailable):
        Ledger(tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(LedgerUnavailable):
        Ledger(tmp_path / "file" / "ledger.sqlite3")


def test_a_damaged_file_is_named(local):
    table = evening(local, 2)
    for _ in range(60):
        local.record(table.id, played(1, -1, winner=0, seen={"x": "y" * 500}), key=key())
    path = Path(local.url.database)
    local.close()
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"\xff" * (len(content) - 8192))
    with pytest.raises(DamagedLedger), Ledger(path) as opened:
        opened.evening(table.id)
    assert main(["--db", str(path), "check"]) != 0


def test_sqlite_is_opened_for_safety(local):
    with local._engine.connect() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked]
    assert found == ["wal", 2, 1, 15_000]


def test_where_the_ledger_lies(monkeypatch, tmp_path):
    monkeypatch.delenv("DAER_DB_URL", raising=False)
    monkeypatch.setenv("DAER_DATA", str(tmp_path / "new" / "folder"))
    with Ledger() as opened:
        assert Path(opened.url.database) == tmp_path / "new" / "folder" / "ledger.sqlite3"
    monkeypatch.setenv("DAER_DB_URL", f"sqlite:///{tmp_path / 'named.sqlite3'}")
    with Ledger() as opened:
        assert Path(opened.url.database).name == "named.sqlite3"
    monkeypatch.delenv("DAER_DATA")
    assert data_dir().name == "daer"


@pytest.mark.parametrize(
    "bad",
    ["nonsense", "mysql://me:secret@here/x", "sqlite://", "sqlite:///:memory:", "http://x", "postgresql+asyncpg:///x"],
)
def test_an_address_that_is_none_is_refused_without_showing_it(bad):
    with pytest.raises(BadAddress) as caught:
        read_address(bad)
    assert "secret" not in str(caught.value)


def test_a_server_that_is_not_there_is_one_sentence(tmp_path):
    with pytest.raises(LedgerUnavailable) as caught:
        Ledger(f"postgresql://me:secret@/x?host={tmp_path}")
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_ledger_imports_only_the_scorer_of_ours():
    ours = {"vision", "ui", "models", "datasets", "app"}
    for path in Path(package.__file__).parent.rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            words = line.split()
            if words[:1] in (["from"], ["import"]):
                assert words[1].split(".")[0] not in ours, path
