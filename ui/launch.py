"""Start the app for everybody at the table: a free port, the addresses on the network, a QR code to scan."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ui.catalogue import Say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

APP = Path(__file__).resolve().parent.parent / "app.py"
PORT = 8501
LAST_SCAN_S = 10
PROBES = ("192.0.2.1", "10.255.255.255")
"""Addresses that are never reached: connecting a UDP socket sends nothing but tells which interface would be used."""


def addresses() -> list[str]:
    """Find this machine's addresses on the local network, the likeliest first; none without a network."""
    found: list[str] = []
    for probe in PROBES:
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
                sock.connect((probe, 9))
                found.append(sock.getsockname()[0])
        except OSError:
            continue
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if usable(address)]


def usable(address: str) -> bool:
    """Whether a phone on the same network could open it.

    >>> [usable(a) for a in ("192.168.1.20", "127.0.1.1", "169.254.3.4")]
    [True, False, False]
    """
    return not address.startswith(("127.", "169.254.", "0."))


def url(address: str, port: int) -> str:
    """Give the address to open in a browser.

    >>> url("192.168.1.20", 8501)
    'http://192.168.1.20:8501'
    """
    return f"http://{address}:{port}"


def free(port: int) -> bool:
    """Whether the port can be listened on."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock:
        if os.name == "posix":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind(("0.0.0.0", port))  # noqa: S104 - the phones at the table are meant to reach it
        except (OSError, OverflowError):
            return False
    return True


def choose_port(wanted: int) -> int:
    """Give the wanted port if it is free, else the next free one."""
    for port in range(max(wanted, 1), min(wanted + 50, 65536)):
        if free(port):
            return port
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock:
        sock.bind(("0.0.0.0", 0))  # noqa: S104
        address: tuple[str, int] = sock.getsockname()
        return address[1]


def greeting(port: int, found: Sequence[str], out: TextIO) -> None:
    """Print the addresses and the QR code of the first."""
    import segno

    lines = [url(address, port) for address in found]
    if not lines:
        out.write(f"{url('localhost', port)}  {_both('launch.no_network')}\n")
        return
    out.write(f"{_both('launch.phone')}\n  {lines[0]}\n")
    segno.make(lines[0], error="l").terminal(out, compact=True, border=2)
    out.writelines(f"  {line}\n" for line in lines[1:])
    out.write(f"  {url('localhost', port)}  {_both('launch.here')}\n{_both('launch.stop')}\n")
    out.flush()


def _both(key: str, **values: object) -> str:
    return " / ".join(Say(lang)(key, **values) for lang in ("zh-Hans", "en"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Start the server and stay until it is stopped."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    parser = argparse.ArgumentParser(prog="python -m ui", description=__doc__)
    parser.add_argument(
        "--port", type=int, default=os.environ.get("DAER_PORT") or PORT, help="port to listen on (DAER_PORT)"
    )
    options = parser.parse_args(arguments)
    port = choose_port(options.port)
    if port != options.port:
        sys.stdout.write(_both("launch.taken", wanted=options.port, port=port) + "\n")
    greeting(port, addresses(), sys.stdout)
    return serve(port)


def serve(port: int) -> int:
    """Run Streamlit in this process."""
    from streamlit.web import cli

    os.chdir(APP.parent)
    flags = {
        "server.port": port,
        "server.address": "0.0.0.0",  # noqa: S104
        "server.headless": "true",
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
        "logger.hideWelcomeMessage": "true",
    }
    try:
        cli.main(["run", str(APP), *(f"--{name}={value}" for name, value in flags.items())], standalone_mode=False)
    except KeyboardInterrupt:
        return 0
    except SystemExit as stop:
        return int(stop.code or 0)
    finally:
        from ui.scanning import SCANNING

        SCANNING.acquire(timeout=LAST_SCAN_S)  # and kept: no scan begins any more
    return 0
