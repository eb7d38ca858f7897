"""A fresh database for each test, on SQLite and on a PostgreSQL that the tests start themselves."""

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from pathlib import Path

import pytest
from sqlalchemy import create_engine, delete, text
from sqlalchemy.engine import URL

from ledger import Ledger, Round, RulesUsed
from ledger.schema import metadata

RULES = RulesUsed("luzhou_deng", "1")
NAMES = ("甲", "乙", "丙", "丁")


def postgres_folder():
    """Folder of the server's programs: on the path, or where Debian puts them."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True)
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


def server_user():
    """Who runs the server, which refuses root: us, or postgres, or nobody."""
    if os.getuid() != 0:
        return None
    users = {user.pw_name: user for user in pwd.getpwall()}
    return users.get("postgres") or users["nobody"]


@pytest.fixture(scope="session")
def postgres():
    """The address of a PostgreSQL server on a socket in a folder of its own; nothing listens on the network."""
    programs = postgres_folder()
    if programs is None:
        pytest.skip("no PostgreSQL server is installed")
    home = Path(tempfile.mkdtemp(prefix="daer-pg-"))  # not tmp_path: its name is too long for a socket, and root's
    user = server_user()
    who = {}
    if user is not None:
        os.chown(home, user.pw_uid, user.pw_gid)
        who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    data = home / "data"

    def call(program, *args):
        subprocess.run([programs / program, *args], check=True, capture_output=True, cwd=home, timeout=120, **who)

    try:
        call("initdb", "-D", data, "-U", "daer", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
        # fsync matters when the power fails, not when a process is killed, and these tests do only that
        options = f"-c fsync=off -c listen_addresses= -c unix_socket_directories={home} -c max_connections=200"
        call("pg_ctl", "-D", data, "-w", "-l", home / "log", "-o", options, "start")
        try:
            yield URL.create("postgresql+psycopg", username="daer", database="postgres", query={"host": str(home)})
        finally:
            call("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)


def new_schema(url):
    """The address of an empty schema, which is as good as a database of its own."""
    schema = f"t{uuid.uuid4().hex}"
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    engine.dispose()
    return url.update_query_dict({"options": f"-csearch_path={schema}"}).render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def shared_schema(postgres):
    """The address of a ledger that the tests use one after the other: making tables takes PostgreSQL long."""
    shared = new_schema(postgres)
    Ledger(shared).close()
    return shared


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """The file of an empty ledger."""
    path = tmp_path_factory.mktemp("template") / "ledger.sqlite3"
    Ledger(path).close()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def blank(request, tmp_path):
    """The address of a database without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'blank.sqlite3'}"
    return new_schema(request.getfixturevalue("postgres"))


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """The address of an empty ledger."""
    if request.param == "sqlite":
        return f"sqlite:///{shutil.copy(request.getfixturevalue('template'), tmp_path / 'ledger.sqlite3')}"
    shared = request.getfixturevalue("shared_schema")
    engine = create_engine(shared)
    with engine.begin() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(delete(table))
    engine.dispose()
    return shared


@pytest.fixture
def ledger(address):
    """An empty ledger, on either database."""
    with Ledger(address) as opened:
        yield opened


@pytest.fixture
def local(tmp_path, template):
    """An empty ledger in SQLite, for what has nothing to do with the database."""
    with Ledger(Path(shutil.copy(template, tmp_path / "local.sqlite3"))) as opened:
        yield opened


def evening(ledger, seats=4, dealer=0):
    return ledger.start_evening(rules=RULES, seats=NAMES[:seats], dealer=dealer)


def played(*payments, dealer=0, **fields):
    return Round(dealer=dealer, payments=payments, rules_name="luzhou_deng", rules_version="1", **fields)


def key():
    return str(uuid.uuid4())
