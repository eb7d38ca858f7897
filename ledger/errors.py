"""What can go wrong with the ledger, each with a name for programs and a sentence for people."""

from __future__ import annotations

from typing import ClassVar

LANGUAGES = ("zh-Hans", "zh-Hant", "en")


class LedgerError(Exception):
    """Base of every error this package raises on purpose.

    Attributes:
        name: machine name, stable.
        texts: language → one clear sentence.
        detail: what a developer wants to know on top; may be empty.

    """

    name: ClassVar[str] = "ledger_error"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "账本出错了。",
        "zh-Hant": "帳本出錯了。",
        "en": "The ledger failed.",
    }

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail)
        self.detail = detail

    def text(self, lang: str = "en") -> str:
        """One sentence for the people at the table.

        >>> UnbalancedRound().text("zh-Hans")
        '这一局各家收付相加不等于零。'
        """
        return self.texts.get(lang, self.texts["en"])

    def __str__(self) -> str:
        return self.text("en") + (f" ({self.detail})" if self.detail else "")


class BadAddress(LedgerError):  # noqa: N818 (these are states of a ledger, named as such)
    """DAER_DB_URL (or the address given) is no address of a SQLite or PostgreSQL database."""

    name = "bad_address"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "账本地址（DAER_DB_URL）不对，要写 sqlite:///… 或 postgresql://…。",
        "zh-Hant": "帳本位址（DAER_DB_URL）不對，要寫 sqlite:///… 或 postgresql://…。",
        "en": "The ledger's address (DAER_DB_URL) is not of the form sqlite:///… or postgresql://….",
    }


class MissingDriver(LedgerError):  # noqa: N818
    """The address asks for PostgreSQL and its driver is not installed."""

    name = "missing_driver"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "没有装 PostgreSQL 驱动，请运行 pip install 'daer[postgres]'。",
        "zh-Hant": "沒有裝 PostgreSQL 驅動程式，請執行 pip install 'daer[postgres]'。",
        "en": "The PostgreSQL driver is missing; run pip install 'daer[postgres]'.",
    }


class LedgerUnavailable(LedgerError):  # noqa: N818
    """The database cannot be reached, opened or written (no right, disk full, server down)."""

    name = "ledger_unavailable"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "账本打不开或写不进去，请检查磁盘空间、权限和数据库。",
        "zh-Hant": "帳本打不開或寫不進去，請檢查磁碟空間、權限和資料庫。",
        "en": "The ledger cannot be opened or written; please check disk space, rights and the database.",
    }


class LedgerBusy(LedgerError):  # noqa: N818
    """Others kept the database locked for longer than the wait."""

    name = "ledger_busy"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "账本正忙，请再试一次。",
        "zh-Hant": "帳本正忙，請再試一次。",
        "en": "The ledger is busy; please try again.",
    }


class NotALedger(LedgerError):  # noqa: N818
    """The file is no database, or the database of another program."""

    name = "not_a_ledger"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这个文件不是大贰账本。",
        "zh-Hant": "這個檔案不是大貳帳本。",
        "en": "This file is not a ledger of this app.",
    }


class NewerLedger(LedgerError):  # noqa: N818
    """A newer version of this program made the database."""

    name = "newer_ledger"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "账本是更新版本的程序建的，请先升级程序。",
        "zh-Hant": "帳本是更新版本的程式建的，請先升級程式。",
        "en": "The ledger was made by a newer version of this app; please update the app.",
    }


class DamagedLedger(LedgerError):  # noqa: N818
    """The database is damaged, or holds what this program never writes."""

    name = "damaged_ledger"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "账本已损坏，请用备份恢复。",
        "zh-Hant": "帳本已損壞，請用備份恢復。",
        "en": "The ledger is damaged; please restore a backup.",
    }


class UnknownEvening(LedgerError):  # noqa: N818
    """No evening has this id."""

    name = "unknown_evening"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "账本里没有这场牌。",
        "zh-Hant": "帳本裡沒有這場牌。",
        "en": "There is no such evening in the ledger.",
    }


class UnknownRound(LedgerError):  # noqa: N818
    """No round that counts has this key."""

    name = "unknown_round"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "账本里没有这一局。",
        "zh-Hant": "帳本裡沒有這一局。",
        "en": "There is no such round in the ledger.",
    }


class BadEvening(LedgerError):  # noqa: N818
    """The table set-up is impossible: seats, names, dealer, date or rules."""

    name = "bad_evening"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "牌桌设置不对：要 2 到 4 人，名字各不相同。",
        "zh-Hant": "牌桌設定不對：要 2 到 4 人，名字各不相同。",
        "en": "This table set-up is not possible: 2 to 4 players with different names are needed.",
    }


class BadRound(LedgerError):  # noqa: N818
    """A field of the round is impossible for this table."""

    name = "bad_round"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这一局的记录有误。",
        "zh-Hant": "這一局的記錄有誤。",
        "en": "This round cannot be recorded: something in it is not possible.",
    }


class UnbalancedRound(BadRound):
    """The payments of a round do not add up to 0."""

    name = "unbalanced_round"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这一局各家收付相加不等于零。",
        "zh-Hant": "這一局各家收付相加不等於零。",
        "en": "The payments of this round do not add up to zero.",
    }


class PhotoRefused(LedgerError):  # noqa: N818
    """The photo is none, too large, or still carries EXIF data (place, time, device)."""

    name = "photo_refused"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这张照片不能存进账本。",
        "zh-Hant": "這張照片不能存進帳本。",
        "en": "This photo cannot be kept in the ledger.",
    }


class KeyReused(LedgerError):  # noqa: N818
    """The key belongs to another round or evening already."""

    name = "key_reused"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这个编号已用于另一局。",
        "zh-Hant": "這個編號已用於另一局。",
        "en": "This key already belongs to something else in the ledger.",
    }


class ChangedMeanwhile(LedgerError):  # noqa: N818
    """Somebody else changed the evening since this page read it."""

    name = "changed_meanwhile"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "别的手机刚改过账本，请看过再改。",
        "zh-Hant": "別的手機剛改過帳本，請看過再改。",
        "en": "Someone else has just changed the ledger; please look again.",
    }


class NothingToUndo(LedgerError):  # noqa: N818
    """No step of the evening can be taken back."""

    name = "nothing_to_undo"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "没有可撤销的。",
        "zh-Hant": "沒有可復原的。",
        "en": "There is nothing to undo.",
    }


class NothingToRedo(LedgerError):  # noqa: N818
    """No step of the evening was taken back."""

    name = "nothing_to_redo"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "没有可重做的。",
        "zh-Hant": "沒有可重做的。",
        "en": "There is nothing to redo.",
    }


class UnknownDeck(LedgerError):  # noqa: N818
    """No deck has this id or name."""

    name = "unknown_deck"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "账本里没有这副牌。",
        "zh-Hant": "帳本裡沒有這副牌。",
        "en": "There is no such deck in the ledger.",
    }


class DeckNameTaken(LedgerError):  # noqa: N818
    """Another deck has this name."""

    name = "deck_name_taken"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "已经有一副牌叫这个名字，请换一个。",
        "zh-Hant": "已經有一副牌叫這個名字，請換一個。",
        "en": "Another deck has this name already; please choose another.",
    }


class BadDeckRecord(LedgerError):  # noqa: N818
    """Name or bytes of a deck cannot be kept; the detail says which."""

    name = "bad_deck_record"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这副牌存不进账本：名字要 1 到 40 个字，文件不能太大。",
        "zh-Hant": "這副牌存不進帳本：名字要 1 到 40 個字，檔案不能太大。",
        "en": "This deck cannot be kept: a name has 1 to 40 characters, and the file must not be too large.",
    }


class ImportRefused(LedgerError):  # noqa: N818
    """Base of what can be wrong with a file to import; nothing of it has been stored."""

    name = "import_refused"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "导入失败，什么也没有存。",
        "zh-Hant": "匯入失敗，什麼也沒有存。",
        "en": "The import failed; nothing was stored.",
    }


class NotAnExport(ImportRefused):
    """The file is no JSON, or no export of an evening."""

    name = "not_an_export"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这个文件不是账本导出的 JSON。",
        "zh-Hant": "這個檔案不是帳本匯出的 JSON。",
        "en": "This file is not an evening exported by this app.",
    }


class NewerExport(ImportRefused):
    """The export has a version that this program does not know."""

    name = "newer_export"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这个文件是更新版本的程序导出的，请先升级程序。",
        "zh-Hant": "這個檔案是更新版本的程式匯出的，請先升級程式。",
        "en": "This file was exported by a newer version of this app; please update the app.",
    }


class ExportTooLarge(ImportRefused):
    """The file holds more than the limit."""

    name = "export_too_large"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "文件太大，不能导入或导出；请不带照片再试。",
        "zh-Hant": "檔案太大，不能匯入或匯出；請不帶照片再試。",
        "en": "This file is too large for an evening; try it without the photos.",
    }


class BadExport(ImportRefused):
    """Something in the export is missing, unknown, of the wrong kind, or contradicts the rest."""

    name = "bad_export"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "文件内容有误，什么也没有导入。",
        "zh-Hant": "檔案內容有誤，什麼也沒有匯入。",
        "en": "Something in this file is wrong, so nothing was imported.",
    }


class EveningExists(ImportRefused):
    """The evening of the file is in the ledger already."""

    name = "evening_exists"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这场牌已经在账本里了。",
        "zh-Hant": "這場牌已經在帳本裡了。",
        "en": "This evening is in the ledger already.",
    }
