"""Short ways to score a hand in tests, and how long a property may take."""

from hypothesis import settings

from scorer import load_rules, read_notation, score

# A loaded machine must not fail a property by being slow.
UNHURRIED = settings(deadline=None, print_blob=True)


def scored(text, rules="luzhou_mingtang", **options):
    return score(*read_notation(text), load_rules(rules, **options))


def names(text, rules="luzhou_mingtang", **options):
    result = scored(text, rules, **options)
    assert result.valid, [fault.name for fault in result.errors]
    return [item.name for item in result.mingtang]


def faults(text, rules="luzhou_deng", **options):
    result = scored(text, rules, **options)
    assert result.valid == (not result.errors)
    return [fault.name for fault in result.errors]
