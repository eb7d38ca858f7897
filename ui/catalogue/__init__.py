"""Every word that the app shows, in each language; the rules' own words come from the scorer in the same languages."""

from __future__ import annotations

from dataclasses import dataclass

from ui.catalogue import en, zh_hans, zh_hant

TEXTS: dict[str, dict[str, str]] = {"zh-Hans": zh_hans.TEXTS, "zh-Hant": zh_hant.TEXTS, "en": en.TEXTS}
LANGUAGES: dict[str, str] = {"zh-Hans": "简体", "zh-Hant": "繁體", "en": "English"}


@dataclass(frozen=True)
class Say:
    """The catalogue in one language."""

    lang: str

    def __call__(self, key: str, **values: object) -> str:
        """Give the words for ``key`` with the values filled in.

        >>> Say("en")("score.dao", number=8)
        '8 道'
        """
        return TEXTS[self.lang][key].format(**values)


def language_of(locale: str | None) -> str:
    """Give the catalogue's language for a browser's.

    >>> [language_of(name) for name in ("zh-CN", "zh-TW", "zh-Hant-HK", "de-AT", None)]
    ['zh-Hans', 'zh-Hant', 'zh-Hant', 'en', 'zh-Hans']
    """
    if not locale:
        return "zh-Hans"
    parts = locale.replace("_", "-").lower().split("-")
    if parts[0] != "zh":
        return "en"
    return "zh-Hant" if {"tw", "hk", "mo", "hant"} & set(parts) else "zh-Hans"
