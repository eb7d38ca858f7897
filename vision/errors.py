"""What can be wrong with a photo or with the weights, each with a name for programs and a sentence for people."""

from __future__ import annotations

from typing import ClassVar

LANGUAGES = ("zh-Hans", "zh-Hant", "en")


class VisionError(Exception):
    """Base of every error this package raises on purpose.

    Attributes:
        name: machine name, stable.
        texts: language → one clear sentence.
        detail: what a developer wants to know on top; may be empty.

    """

    name: ClassVar[str] = "vision_error"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "识别出错了。",
        "zh-Hant": "辨識出錯了。",
        "en": "The scan failed.",
    }

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail)
        self.detail = detail

    def text(self, lang: str = "en") -> str:
        """One sentence for the person who took the photo.

        >>> EmptyFile().text("zh-Hans")
        '这个文件是空的，请重新拍一张。'
        """
        return self.texts.get(lang, self.texts["en"])

    def __str__(self) -> str:
        return self.text("en") + (f" ({self.detail})" if self.detail else "")


class PhotoError(VisionError):
    """The file cannot be used as a photo."""

    name = "photo_error"


class MissingFile(PhotoError):  # noqa: N818 (these are states of a photo, named as such)
    """There is no such file, or it may not be read."""

    name = "missing_file"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "找不到或打不开这个文件。",
        "zh-Hant": "找不到或打不開這個檔案。",
        "en": "This file does not exist or cannot be opened.",
    }


class EmptyFile(PhotoError):  # noqa: N818
    """The file has no bytes."""

    name = "empty_file"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这个文件是空的，请重新拍一张。",
        "zh-Hant": "這個檔案是空的，請重新拍一張。",
        "en": "This file is empty; please take the photo again.",
    }


class NotAPhoto(PhotoError):  # noqa: N818
    """The content is none of the picture formats, whatever the file is called."""

    name = "not_a_photo"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这个文件不是照片，请选 JPEG、PNG 或 WEBP 照片。",
        "zh-Hant": "這個檔案不是照片，請選 JPEG、PNG 或 WEBP 照片。",
        "en": "This file is not a photo; please choose a JPEG, PNG or WEBP.",
    }


class UnsupportedFormat(PhotoError):  # noqa: N818
    """A picture, but in a format that cannot be read here (HEIC without its plugin, GIF, TIFF …)."""

    name = "unsupported_format"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "读不了这种图片格式，请改用 JPEG、PNG 或 WEBP（苹果手机：设置→相机→格式→兼容性最佳）。",
        "zh-Hant": "讀不了這種圖片格式，請改用 JPEG、PNG 或 WEBP（蘋果手機：設定→相機→格式→最相容）。",
        "en": "This picture format cannot be read; please use JPEG, PNG or WEBP "
        "(iPhone: Settings > Camera > Formats > Most Compatible).",
    }


class FileTooLarge(PhotoError):  # noqa: N818
    """More bytes than the limit."""

    name = "file_too_large"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "文件太大（超过 25 MB），请用普通照片。",
        "zh-Hant": "檔案太大（超過 25 MB），請用普通照片。",
        "en": "This file is too large (over 25 MB); please use an ordinary photo.",
    }


class TooManyPixels(PhotoError):  # noqa: N818
    """The header announces more pixels than the limit."""

    name = "too_many_pixels"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "图片尺寸太大（超过一亿像素），请用普通照片。",
        "zh-Hant": "圖片尺寸太大（超過一億像素），請用普通照片。",
        "en": "This picture has too many pixels (over 100 million); please use an ordinary photo.",
    }


class TooFewPixels(PhotoError):  # noqa: N818
    """The picture is too small to show cards."""

    name = "too_few_pixels"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "图片太小，看不清牌，请用原图。",
        "zh-Hant": "圖片太小，看不清牌，請用原圖。",
        "en": "This picture is too small to show cards; please use the original photo.",
    }


class DamagedFile(PhotoError):  # noqa: N818
    """The picture is cut short or broken."""

    name = "damaged_file"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "这张照片已损坏或不完整，请重新拍一张。",
        "zh-Hant": "這張照片已損壞或不完整，請重新拍一張。",
        "en": "This photo is damaged or incomplete; please take it again.",
    }


class WeightsError(VisionError):
    """The detector's file is missing, is not the one in the manifest, or does not fit this program."""

    name = "weights_error"
    texts: ClassVar[dict[str, str]] = {
        "zh-Hans": "识别模型缺失或不匹配，请重新安装。",
        "zh-Hant": "辨識模型缺失或不相符，請重新安裝。",
        "en": "The recognition model is missing or does not fit; please reinstall.",
    }
