import json
from pathlib import Path

import pytest

from scorer import parse_case, score

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))["cases"]


def comparable(field, value):
    return sorted(map(tuple, value)) if field in ("mingtang", "suppressed") else value


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_every_field_of_expect_full(case):
    got = json.loads(json.dumps(score(*parse_case(case)).to_dict()))
    for field, value in case["expect_full"].items():
        assert comparable(field, got[field]) == comparable(field, value), field
