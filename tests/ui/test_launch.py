"""Starting the server: ports, addresses, the QR code."""

import io
import socket

import pytest

from ui import launch


def test_a_taken_port_is_not_chosen():
    with socket.socket() as sock:
        sock.bind(("0.0.0.0", 0))  # noqa: S104
        sock.listen()
        taken = sock.getsockname()[1]
        assert not launch.free(taken)
        chosen = launch.choose_port(taken)
    assert chosen != taken
    assert chosen > 0


def test_greeting_has_the_address_and_its_code():
    out = io.StringIO()
    launch.greeting(8501, ["192.168.1.20", "10.0.0.3"], out)
    text = out.getvalue()
    assert "http://192.168.1.20:8501" in text
    assert "http://10.0.0.3:8501" in text
    assert len([line for line in text.splitlines() if "█" in line or "▀" in line or "▄" in line]) > 8


def test_greeting_without_a_network():
    out = io.StringIO()
    launch.greeting(8502, [], out)
    assert "http://localhost:8502" in out.getvalue()


def test_addresses_are_usable_ones():
    assert all(launch.usable(address) for address in launch.addresses())


def test_no_network_gives_no_address(monkeypatch):
    def broken(*_args, **_kwargs):
        raise OSError

    monkeypatch.setattr(launch.socket, "socket", broken)
    monkeypatch.setattr(launch.socket, "getaddrinfo", broken)
    assert launch.addresses() == []


def test_taken_port_is_said(monkeypatch, capsys):
    monkeypatch.setattr(launch, "choose_port", lambda _port: 9999)
    monkeypatch.setattr(launch, "serve", lambda port: port)
    assert launch.main(["--port", "9000"]) == 9999
    assert "9000" in capsys.readouterr().out


def test_a_port_that_is_no_number_is_one_line(monkeypatch, capsys):
    monkeypatch.setenv("DAER_PORT", "abc")
    with pytest.raises(SystemExit) as stopped:
        launch.main([])
    assert stopped.value.code == 2
    assert "invalid int value: 'abc'" in capsys.readouterr().err
