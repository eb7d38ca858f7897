"""What the app costs: start to ready, resident memory, photo to score; printed, with the ratio to the bare session."""

from __future__ import annotations

import argparse
import io
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from ui.launch import APP

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PHOTO = APP.parent / "datasets" / "samples" / "1-row.jpg"
TWELVE_MP = (4000, 3000)
START_LIMIT_S = 120
EARLY = 30
MIB = 1024 * 1024


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the goals stand beside the numbers."""
    parser = argparse.ArgumentParser(prog="python -m ui bench", description=__doc__)
    parser.add_argument("--scans", type=int, default=30, help="scans for the memory figure (300 takes minutes)")
    parser.add_argument("--repeats", type=int, default=9, help="photos to time")
    options = parser.parse_args(arguments)
    out = sys.stdout
    out.write(f"app start to ready          {server_start():8.2f} s    (goal 4)\n")
    data = big_photo()
    scan, bare, busy = scan_figures(data, options.repeats)
    out.write(f"photo to score, 12 MP JPEG  {scan * 1000:8.0f} ms   (goal 600; median of {options.repeats})\n")
    out.write(f"  processor time of it      {busy * 1000:8.0f} ms\n")
    out.write(f"  bare inference session    {bare * 1000:8.0f} ms\n")
    out.write(f"  ratio                     {scan / bare:8.2f}      (goal 1.5)\n")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        first, last = pool.submit(memory_figures, data, options.scans).result()
    early = min(EARLY, options.scans)
    out.write(f"memory after {early:4d} scans     {first / MIB:8.0f} MiB  (page, ledger and scanner; goal 500)\n")
    out.write(
        f"memory after {options.scans:4d} scans     {last / MIB:8.0f} MiB  ratio {last / first:.3f} (goal 1.10)\n"
    )
    return 0


def server_start() -> float:
    """Start the server; seconds until it answers."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "ui", "--port", str(port)],
            cwd=APP.parent,
            env=os.environ | {"DAER_DATA": folder, "DAER_DB_URL": ""},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while not _answers(port):
                if process.poll() is not None or time.perf_counter() - start > START_LIMIT_S:
                    raise SystemExit("the app did not start")
                time.sleep(0.02)
            return time.perf_counter() - start
        finally:
            process.terminate()
            process.wait()


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def resident(pid: int) -> int:
    """Resident memory of a process in bytes.

    >>> resident(os.getpid()) > 1_000_000
    True
    """
    status = Path(f"/proc/{pid}/statm")
    if status.exists():
        return int(status.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True)  # noqa: S603, S607
    return int(told.stdout) * 1024


def big_photo() -> bytes:
    """Give a 12 MP JPEG: a sample photo, enlarged."""
    from PIL import Image

    buffer = io.BytesIO()
    with Image.open(PHOTO) as image:
        image.convert("RGB").resize(TWELVE_MP, Image.Resampling.BICUBIC).save(buffer, "JPEG", quality=90)
    return buffer.getvalue()


def scan_figures(data: bytes, repeats: int) -> tuple[float, float, float]:
    """Median seconds from a photo's bytes to its score, of one run of the bare session on it, and of the processor.

    The third tells how much of the first was work; on a machine that does other things the first is longer.
    """
    import numpy as np

    from vision.detector import Detector, canvas_shape, letterbox
    from vision.photo import load_photo
    from vision.runtime import open_session
    from vision.weights import find_weights

    score_photo = scorer()
    session = open_session(find_weights().detector)
    pixels = load_photo(data).pixels
    entry, size = session.get_inputs()[0], Detector(session).size
    fixed = all(isinstance(side, int) for side in entry.shape[2:])
    blob, _ = letterbox(pixels, (size, size) if fixed else canvas_shape(pixels.shape[:2], size))
    feed = {entry.name: np.ascontiguousarray(blob)}
    score_photo(data)
    session.run(None, feed)
    pairs = [(_timed(lambda: score_photo(data)), _timed(lambda: session.run(None, feed))) for _ in range(repeats)]
    scans, bares = zip(*pairs, strict=True)
    wall, busy = zip(*scans, strict=True)
    return statistics.median(wall), statistics.median(bare for bare, _ in bares), statistics.median(busy)


def scorer() -> Callable[[bytes], object]:
    """Give what the app does with a photo's bytes, up to the score and what it shows of the photo."""
    from ui.catalogue import Say
    from ui.scanning import PhotoFile, Scanned, scan
    from ui.scoring import Answers, score_hand
    from ui.setup import Setup

    setup, say = Setup("luzhou_deng"), Say("zh-Hans")

    def score_photo(data: bytes) -> object:
        found = scan(PhotoFile("photo.jpg", data), say)
        if not isinstance(found, Scanned):
            raise SystemExit(found.text)
        return score_hand(found.hand, setup, Answers())

    return score_photo


def memory_figures(data: bytes, scans: int) -> tuple[int, int]:
    """Bytes that a process with the app's page, its ledger and its scanner holds after 30 scans and after all."""
    from streamlit.testing.v1 import AppTest

    early = 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DAER_DATA": folder, "DAER_DB_URL": ""}
        page = AppTest.from_file(str(APP), default_timeout=START_LIMIT_S).run()
        page.file_uploader(key="upload").set_value(("photo.jpg", data, "image/jpeg")).run()
        score_photo = scorer()
        for number in range(2, scans + 1):
            score_photo(data)
            if number == min(EARLY, scans):
                early = resident(os.getpid())
        return early, resident(os.getpid())


def _timed(action: Callable[[], object]) -> tuple[float, float]:
    """Run it; seconds on the clock and of the processor."""
    start, busy = time.perf_counter(), time.process_time()
    action()
    return time.perf_counter() - start, time.process_time() - busy
