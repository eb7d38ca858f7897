"""The command that measures the grouping on true characters."""

from datasets.characters import LAYOUTS
from models.grouping import check_grouping


def test_the_table_names_every_layout(capsys):
    rows = check_grouping(12, 40000)
    out = capsys.readouterr().out
    assert all(f"layout {name}" in out for name in LAYOUTS)
    assert "classes corrupted" in out
    assert len(rows) == 12
    assert sum(r.exact for r in rows) >= 10
    assert sum(r.paired for r in rows) >= 0.98 * sum(r.pairs for r in rows)
