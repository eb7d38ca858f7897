"""The one style sheet: cards that look like cards, a page that fits a phone of 360 px."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.catalogue import Say

BRUSH = "'Kaiti SC', STKaiti, KaiTi, 'Kaiti TC', BiauKai, 'LXGW WenKai', 'AR PL UKai CN', 'Noto Serif CJK SC', serif"
AMBER = "#f2a600"
RED = "#c01f26"
BLACK = "#15130f"

_CSS = """
.stApp .stMainBlockContainer { padding: 0.6rem 8px 5rem; max-width: 520px; }
.stApp header[data-testid="stHeader"] { height: 0; min-height: 0; background: none; }
.stApp [data-testid="stMainBlockContainer"] > [data-testid="stVerticalBlock"] { gap: 0.6rem; }
.stApp [data-testid="stElementToolbar"] { display: none; }
.stApp details > summary { min-height: 44px; }
.stApp button, [data-testid="stDialog"] button { min-height: 44px; touch-action: manipulation; }
.stApp h1 { font-size: 1.35rem; padding: 0; }

/* upload: one big button, a smaller one for a rule file */
.stApp [data-testid="stFileUploaderDropzone"] { padding: 0; border: 0; background: none; min-height: 0; }
.stApp [data-testid="stFileUploaderDropzoneInstructions"] { display: none; }
.stApp [data-testid="stFileUploaderDropzone"] div:has(> button), .stApp [data-testid="stFileUploaderDropzone"] > div,
.stApp [data-testid="stFileUploaderDropzone"] > span, .stApp [data-testid="stFileChips"] { width: 100%;
  max-width: 100%; margin: 0; padding: 0; gap: 0; flex-wrap: wrap; }
.stApp [data-testid="stFileUploaderDropzone"] button:not([kind="minimal"]) { width: 100%; flex: 1 1 100%;
  min-height: 56px; margin: 0;
  border-radius: 12px; background: @red@; border-color: transparent; }
.stApp [data-testid="stFileUploaderDropzone"] button:not([kind="minimal"]) > * { display: none; }
.stApp [data-testid="stFileUploaderDropzone"] button:not([kind="minimal"])::after { content: "@upload@";
  font-size: 1.15rem; font-weight: 600; color: #fff; }
.stApp :is(.st-key-house-file, .st-key-import-file, .st-key-deck-file) [data-testid="stFileUploaderDropzone"]
  button:not([kind="minimal"]) { min-height: 44px;
  background: none; border-color: currentColor; }
.stApp :is(.st-key-house-file, .st-key-import-file, .st-key-deck-file) [data-testid="stFileUploaderDropzone"]
  button:not([kind="minimal"])::after { content: "@house@"; font-size: 1rem; font-weight: 400; color: inherit; }
.stApp .st-key-import-file [data-testid="stFileUploaderDropzone"] button:not([kind="minimal"])::after {
  content: "@import@"; }
.stApp .st-key-deck-file [data-testid="stFileUploaderDropzone"] button:not([kind="minimal"])::after {
  content: "@deck-file@"; }
.stApp .st-key-deck-photo [data-testid="stFileUploaderDropzone"] button:not([kind="minimal"])::after {
  content: "@deck-photo@"; }
.stApp [data-testid="stFileChips"] > div { display: none; }
.stApp .st-key-deck-file [data-testid="stFileChips"]:has([data-testid="stFileChipIconError"])::after {
  content: "@deck-refused@"; }
.stApp :is(.st-key-upload, .st-key-deck-photo) [data-testid="stFileChips"]:has(
  [data-testid="stFileChipIconError"])::after { content: "@refused@"; }
.stApp [data-testid="stFileChips"]:has([data-testid="stFileChipIconError"])::after { width: 100%;
  padding: .5rem .2rem 0; color: @red@; }

/* the seven columns */
.stApp .st-key-hand { gap: 4px; flex-wrap: wrap; align-items: flex-start; justify-content: flex-start; }
.stApp .st-key-hand > * { flex: 0 0 calc((100% - 24px) / 7); width: calc((100% - 24px) / 7); min-width: 0;
  max-width: 64px; }
.stApp [class*="st-key-col-"] { gap: 0; }
.stApp [class*="st-key-strays"] { gap: 4px; flex-wrap: wrap; }
.stApp [class*="st-key-strays"] > * { width: 46px; flex: 0 0 46px; }
.stApp [class*="st-key-card-"], .stApp [class*="st-key-card-"] .stButton, .stApp [class*="st-key-kind-"],
.stApp [class*="st-key-kind-"] .stButton { width: 100%; }
.stApp [class*="st-key-card-"] button, [class*="st-key-face-"] button { width: 100%; padding: 0; min-width: 44px;
  background: #fffdf6; border: 1px solid #a99f8a; color: @black@; box-shadow: 0 1px 2px rgba(0,0,0,.18); }
.stApp [class*="st-key-card-"] button { height: 49px; min-height: 44px; border-radius: 7px 7px 0 0; position: relative;
  border-bottom-color: #ddd5c3; }
.stApp [class*="st-key-card-"][class*="-last"] button { height: 78px; border-radius: 7px; align-items: flex-start;
  padding-top: 7px; border-bottom-color: #a99f8a; }
.stApp [class*="st-key-card-"] button:hover, [class*="st-key-face-"] button:hover { border-color: @black@; }
.stApp [class*="st-key-card-"] button p, [class*="st-key-face-"] button p { font-family: @brush@;
  font-size: 31px; line-height: 1.05; font-weight: 700; color: inherit; }
[class*="st-key-face-"] button { height: 52px; border-radius: 8px; }
.stApp [class*="st-key-face-"] button:disabled { background: none; box-shadow: none; border-style: dashed; }
.stApp [class*="st-key-face-"] button:disabled p { opacity: .3; }
.stApp [class*="st-key-card-"][class*="-red"] button,
[class*="st-key-face-"][class*="-red"] button { color: @red@; }
.stApp [class*="st-key-card-"][class*="-back"] button, .st-key-pick-back button {
  background: repeating-linear-gradient(45deg, #7d2f2b 0 5px, #95403b 5px 10px);
  color: #fff; border-color: #5d1f1c; }
.stApp [class*="st-key-card-"][class*="-doubt"] button, .stApp [class*="st-key-kind-"][class*="-doubt"] button {
  position: relative; background: #ffe7ac; border: 2px solid @amber@; }
.stApp [class*="st-key-card-"][class*="-doubt"] button::after,
.stApp [class*="st-key-kind-"][class*="-doubt"] button::after {
  content: "?"; position: absolute; right: 0; bottom: 0; width: 16px;
  height: 16px; font: 700 12px/16px sans-serif; text-align: center; color: #1b1300; background: @amber@;
  border-radius: 5px 0 5px 0; }
.stApp [class*="st-key-card-"][class*="-win"] button::before {
  content: "★"; position: absolute; left: 1px; top: 0; font: 12px/14px sans-serif;
  color: #0b7a3b; }
.stApp [class*="st-key-card-"][class*="-win"] button { outline: 2px solid #0b7a3b; outline-offset: -2px; }
.stApp [class*="st-key-kind-"] button { width: 100%; min-width: 44px; padding: 0; border-radius: 8px; margin-top: 4px; }
.stApp [class*="st-key-kind-"] button p { font-size: 0.95rem; }
.stApp [class*="st-key-kind-"] button:disabled { border-color: transparent; background: none; color: inherit;
  opacity: .75; }
.hu { text-align: center; font-weight: 700; font-size: 1.05rem; line-height: 1.3; }
.hu small { font-weight: 400; font-size: .75rem; opacity: .7; }
.hu.nil { opacity: .45; font-weight: 400; }

/* picker: a sheet from below on a phone */
[data-testid="stDialog"] [role="dialog"] h2 { font-size: 1.15rem; padding: .9rem 0 .2rem; }
[data-testid="stDialog"] [role="dialog"] > button[aria-label="Close"] { top: 4px; right: 4px; min-width: 44px; }
[data-testid="stDialog"] [role="dialog"] > div, [data-testid="stDialog"] [role="dialog"] > h2 { padding-left: 14px;
  padding-right: 14px; }
[data-testid="stDialog"] [data-testid="stVerticalBlock"] { gap: 8px; }
@media (max-width: 640px) {
  [data-testid="stDialog"] > div, [data-testid="stDialog"] { align-items: flex-end; }
  [data-testid="stDialog"] [role="dialog"] { width: 100%; max-width: 100%; margin: 0; }
  [data-testid="stDialog"] > div { margin: 0; width: 100%; max-width: 100%; }
}
.st-key-likely { gap: 8px; flex-wrap: nowrap; }
.st-key-likely > *:last-child { flex: 1 1 0; min-width: 0; }
.st-key-likely [class*="st-key-faces-"] { gap: 4px; }
.st-key-faces-more button { padding: 0 4px; }
[class*="st-key-faces-"] { gap: 6px; flex-wrap: nowrap; }
[class*="st-key-faces-"] > * { flex: 1 1 0; min-width: 0; }
[class*="st-key-face-"] .stButton, [class*="st-key-face-"] { width: 100%; }
[class*="st-key-face-"][class*="-now"] button { outline: 3px solid #0b7a3b; outline-offset: -1px; }

.st-key-moves, .st-key-column-tools { gap: 6px; flex-wrap: wrap; }
.st-key-moves button, .st-key-column-tools button { padding: 0 10px; min-width: 44px; }
.stApp [data-testid="stNumberInput"] button { min-width: 44px; }
.st-key-setup-names { flex-wrap: wrap; }
.st-key-setup-names > * { flex: 1 1 40%; min-width: 0; }
.stApp input { min-height: 44px; }
.stApp [data-testid="stButtonGroup"] button { min-height: 44px; min-width: 44px; }
[class*="st-key-asked-"] { border-left: 5px solid @amber@; padding-left: 8px; }
.st-key-tools button { padding: 0 10px; }
@media (hover: none) { .stApp button kbd { display: none; } }
.stApp .st-key-pad [data-testid="stButtonGroup"] button { padding: 0 8px; }

.st-key-round-points { flex-wrap: wrap; }
.st-key-round-points > * { flex: 1 1 40%; min-width: 0; }
.st-key-round-tools button { padding: 0 10px; }

/* the evening */
.rounds { overflow-x: auto; }
.rounds table { width: 100%; border-collapse: collapse; font-size: .9rem; table-layout: fixed; }
.rounds th { overflow: hidden; text-overflow: ellipsis; }
.rounds th:nth-child(1) { width: 1.9rem; } .rounds th:nth-child(2) { width: 30%; }
.rounds th, .rounds td { padding: .4rem .25rem; border: 0; text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
.rounds td:nth-child(2) { text-align: left; white-space: normal; overflow-wrap: anywhere; }
.rounds tr { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
.rounds .plus { color: #0b7a3b; } .rounds .minus { color: @red@; }
.totals small { font-size: .75rem; opacity: .8; border: 1px solid currentColor; border-radius: 6px; padding: 0 .3rem;
  margin-left: .4rem; }

/* the decks */
.decks table { width: 100%; border-collapse: collapse; }
.decks td { padding: .5rem .25rem; border: 0; text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
.decks td:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere; font-weight: 600; }
.decks tr { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
.tens { display: grid; gap: 5px; } .tens div { display: flex; gap: 3px; }
.tens i { flex: 1; height: 50px; border-radius: 4px; background: #fffdf6; border: 1px solid #a99f8a; color: @black@;
  font: 700 20px/26px @brush@; text-align: center; } .tens i.red { color: @red@; }
.st-key-deck-grid { gap: 6px; flex-wrap: wrap; }
.st-key-deck-grid > * { flex: 0 0 calc((100% - 24px) / 5); width: calc((100% - 24px) / 5); min-width: 0; }
.stApp [class*="st-key-crop-"] .stButton { width: 100%; }
.stApp [class*="st-key-crop-"] button { width: 100%; height: 88px; padding: 0 0 4px; align-items: flex-end;
  min-width: 44px; background: #fffdf6 no-repeat center 4px / 52px 52px; border: 1px solid #a99f8a; color: @black@;
  position: relative; }
.stApp [class*="st-key-crop-"] button p { font-family: @brush@; font-size: 22px; line-height: 1.1; font-weight: 700;
  color: inherit; }
.stApp [class*="st-key-crop-"][class*="-red"] button { color: @red@; }
.stApp [class*="st-key-crop-"][class*="-doubt"] button { background-color: #ffe7ac; border: 2px solid @amber@; }
.stApp [class*="st-key-crop-"][class*="-doubt"] button::after { content: "?"; position: absolute; right: 0; bottom: 0;
  width: 16px; height: 16px; font: 700 12px/16px sans-serif; text-align: center; color: #1b1300; background: @amber@;
  border-radius: 5px 0 5px 0; }
.st-key-deck-line button, .st-key-lesson button { padding: 0 10px; }

/* always in sight */
.bar { position: fixed; left: 0; right: 0; bottom: 0; z-index: 90; display: flex; gap: 1rem; align-items: baseline;
  justify-content: center; padding: .45rem 1rem calc(.45rem + env(safe-area-inset-bottom)); background: #0b5a2e;
  color: #fff; font-size: 1.1rem; }
.bar b { font-size: 1.45rem; }
.bar.bad { background: #6b4a00; }
.advice { border-radius: 12px; padding: .5rem .9rem; background: color-mix(in srgb, currentColor 6%, transparent); }
.advice p { margin: .2rem 0; }
.advice summary::before { content: "▸"; margin-right: .5rem; }
.advice details[open] summary::before { content: "▾"; }
.advice summary { min-height: 44px; display: flex; align-items: center; cursor: pointer; }
.advice ul { margin: 0 0 .5rem; padding-left: 1.1rem; }
.advice table { width: 100%; border-collapse: collapse; }
.advice td { padding: .3rem .2rem; border: 0; }
.advice td:first-child { font-family: @brush@; font-size: 1.5rem; }
.advice td:last-child { text-align: right; }

/* score */
.score { border-radius: 14px; padding: .7rem .9rem; background: color-mix(in srgb, currentColor 8%, transparent); }
.score .big { display: flex; align-items: baseline; gap: 1rem; flex-wrap: wrap; }
.score .big b { font-size: 2.6rem; line-height: 1.1; }
.score .big span { font-size: 1.25rem; font-weight: 600; }
.score ul { list-style: none; padding: 0; margin: .5rem 0 0; }
.score li { padding: .3rem 0; margin: 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent);
  font-size: .95rem;  display: flex; gap: .6rem; justify-content: space-between; }
.score li b { white-space: nowrap; }
.score li.out { opacity: .6; }
.score li.out s { text-decoration: line-through; }
.score table { width: 100%; border-collapse: collapse; margin-top: .4rem; }
.score tr { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
.score td { padding: .35rem .2rem; border: 0; font-size: 1.05rem; }
.score td:last-child { text-align: right; font-weight: 700; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.score .plus { color: #0b7a3b; } .score .minus { color: @red@; }
.score h3 { font-size: 1rem; margin: .9rem 0 0; padding: 0; }
.fault { border-left: 5px solid @amber@; }
.fault p { margin: .25rem 0; }
@media (prefers-color-scheme: dark) { .rounds .plus { color: #58c98a; } .rounds .minus { color: #ff8a84; }
  .score .plus { color: #58c98a; } .score .minus { color: #ff8a84; } }
"""


def style_sheet(say: Say) -> str:
    """Give the style element for the page; the uploader's own English words are replaced by the catalogue's.

    >>> from ui.catalogue import Say
    >>> "拍照" in style_sheet(Say("zh-Hans"))
    True
    """
    css = _CSS
    for name, value in {
        "upload": say("upload.button"),
        "house": say("setup.house_button"),
        "import": say("evening.import_button"),
        "deck-file": say("deck.import_button"),
        "deck-photo": say("deck.photo"),
        "deck-refused": say("deck.too_large"),
        "refused": say("upload.refused"),
        "brush": BRUSH,
        "red": RED,
        "black": BLACK,
        "amber": AMBER,
    }.items():
        css = css.replace(f"@{name}@", value)
    return f"<style>{css}</style>"
