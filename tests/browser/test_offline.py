"""Without a network (a namespace with nothing but loopback) the app starts, and a hand typed in is scored."""

import os
import shutil
import subprocess
import sys

import pytest
from phone_fixtures import ROOT, chromium

pytestmark = pytest.mark.browser

ALONE = ["unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
OTHER_HOST = "192.0.2.1"
FLOW = "photo_correction or typed_in"
FLOW_S = 400


def alone(*command, **options):
    return subprocess.run([*ALONE, *command], capture_output=True, text=True, check=False, **options)


@pytest.fixture(scope="module")
def _namespace():
    if not all(map(shutil.which, ("unshare", "ip"))):
        pytest.skip("unshare and ip are needed for a network namespace")
    if alone("true").returncode:
        pytest.skip("no network namespace is permitted here")
    if chromium() is None:
        pytest.skip("no Chromium (set DAER_CHROMIUM)")
    pytest.importorskip("playwright.sync_api")


@pytest.mark.usefixtures("_namespace")
def test_a_photo_is_corrected_and_a_hand_typed_in_without_a_network():
    route = alone("ip", "route", "get", OTHER_HOST)
    assert route.returncode != 0, "no way out of the namespace"
    env = {name: value for name, value in os.environ.items() if name != "DAER_TEST_SERVER"}
    flow = [sys.executable, "-m", "pytest", "tests/browser/test_phone.py", "-k", FLOW]
    done = alone(*flow, cwd=ROOT, env=env, timeout=FLOW_S)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert "2 passed" in done.stdout
