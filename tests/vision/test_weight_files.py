from __future__ import annotations

import hashlib
import json

import pytest

from vision.errors import WeightsError
from vision.runtime import open_session
from vision.weights import ENVIRONMENT, find_weights, weights_folder


def manifest(folder, **entries):
    table = {}
    for name, data in entries.items():
        (folder / f"{name}.onnx").write_bytes(data)
        table[name] = {"file": f"{name}.onnx", "sha256": hashlib.sha256(data).hexdigest()}
    (folder / "manifest.json").write_text(json.dumps(table))


def test_verified_files_are_found(tmp_path, monkeypatch):
    manifest(tmp_path, detector=b"a")
    assert find_weights(tmp_path).second_look is None
    manifest(tmp_path, detector=b"a", second_look=b"b")
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path))
    weights = find_weights()
    assert weights.detector == tmp_path / "detector.onnx"
    assert weights.second_look == tmp_path / "second_look.onnx"


def test_the_projects_folder_is_the_default(monkeypatch):
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    assert weights_folder().parts[-2:] == ("models", "weights")


@pytest.mark.parametrize(
    "damage", ["other bytes", "missing file", "missing manifest", "no json", "no detector", "list"]
)
def test_anything_else_is_refused(tmp_path, damage):
    manifest(tmp_path, detector=b"a")
    if damage == "other bytes":
        (tmp_path / "detector.onnx").write_bytes(b"b")
    elif damage == "missing file":
        (tmp_path / "detector.onnx").unlink()
    elif damage == "missing manifest":
        (tmp_path / "manifest.json").unlink()
    else:
        text = {"no json": "{", "no detector": "{}", "list": '{"detector": ["detector.onnx"]}'}[damage]
        (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(WeightsError) as caught:
        find_weights(tmp_path)
    assert str(tmp_path) not in str(caught.value)


def test_a_file_that_is_no_model_is_refused(tmp_path):
    (tmp_path / "detector.onnx").write_bytes(b"no model")
    with pytest.raises(WeightsError):
        open_session(tmp_path / "detector.onnx")
