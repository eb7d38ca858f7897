"""A fresh database for each test, on SQLite and on a PostgreSQL that the tests start themselves."""

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL

from ledger import Ledger, Round, RulesUsed

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


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'ledger.sqlite3'}"
    url = request.getfixturevalue("postgres")
    schema = f"t{uuid.uuid4().hex}"  # a schema is as good as a database of one's own, and made in no time
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    engine.dispose()
    return url.update_query_dict({"options": f"-csearch_path={schema}"}).render_as_string(hide_password=False)


@pytest.fixture
def ledger(address):
    """An empty ledger."""
    with Ledger(address) as opened:
        yield opened


@pytest.fixture
def local(tmp_path):
    """An empty ledger in SQLite, for what has nothing to do with the database."""
    with Ledger(tmp_path / "local.sqlite3") as opened:
        yield opened


def evening(ledger, seats=4, dealer=0):
    return ledger.start_evening(rules=RULES, seats=NAMES[:seats], dealer=dealer)


def played(*payments, dealer=0, **fields):
    return Round(dealer=dealer, payments=payments, rules_name="luzhou_deng", rules_version="1", **fields)


def key():
    return str(uuid.uuid4())
