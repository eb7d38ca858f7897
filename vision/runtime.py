"""ONNX Runtime sessions with the options that were measured to be fastest on two cores."""

from __future__ import annotations

import ast
import json
import os
from typing import TYPE_CHECKING, Any

import onnxruntime

from vision.errors import WeightsError

if TYPE_CHECKING:
    from pathlib import Path

MAX_THREADS = 4
SPINNING = "0"
"""Threads sleep between two photos instead of spinning: as fast for one photo, and the app stays responsive."""


def threads() -> int:
    """Return how many threads a session uses: the cores of the machine, at most ``MAX_THREADS``."""
    return max(1, min(MAX_THREADS, os.cpu_count() or 1))


def open_session(path: Path) -> Any:
    """Open an ONNX file on the CPU."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads()
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", SPINNING)
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise WeightsError(f"{path.name} cannot be opened") from error


def metadata(session: Any) -> dict[str, Any]:
    """Return the session's metadata with JSON (or Python-literal lists as ultralytics writes them) decoded.

    Values that are neither stay strings.
    """
    return {key: _decoded(value) for key, value in session.get_modelmeta().custom_metadata_map.items()}


def _decoded(value: str) -> Any:
    for read in (json.loads, ast.literal_eval):
        try:
            return read(value)
        except (ValueError, SyntaxError):
            continue
    return value
