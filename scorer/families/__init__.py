"""One module for each way of turning 胡 into points; `FAMILIES` names them as the rule files do."""

from __future__ import annotations

from scorer.families.dao import score_dao
from scorer.families.daozi import score_daozi
from scorer.families.deng import score_deng
from scorer.families.fan import score_mingtang
from scorer.families.phz import score_phz

FAMILIES = {
    "deng": score_deng,
    "mingtang": score_mingtang,
    "dao": score_dao,
    "phz": score_phz,
    "daozi": score_daozi,
}
