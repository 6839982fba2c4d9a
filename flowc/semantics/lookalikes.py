"""Names that look like other names: equal after normalisation, or by letters of another script.

The table holds the letters of Cyrillic and Greek that fonts draw like Latin ones (a part of
Unicode's table of confusable characters, UTS 39): those are what attacks and keyboards mix up.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from flowc.patterns import pattern

_PAIRS = {
    "CYRILLIC": (
        "АаВСсЕеНІіЈјКМОоРрԚԛЅѕТѴѵԜԝХхҮуһԁӏ",
        "AaBCcEeHIiJjKMOoPpQqSsTVvWwXxYyhdl",
    ),
    "GREEK": ("ΑΒΕΖΗΙΚΜΝΟοΡρΤΥΧνϲϳ", "ABEZHIKMNOoPpTYXvcj"),
}
_TO_LATIN = str.maketrans(
    {a: b for others, latin in _PAIRS.values() for a, b in zip(others, latin, strict=True)}
)
_FROM_LATIN = {
    script: str.maketrans(dict(zip(latin, others, strict=True)))
    for script, (others, latin) in _PAIRS.items()
}
_VISIBLE = ("<super>", "<sub>", "<fraction>", "<circle>", "<square>")
_WORD = pattern(r"[^\W\d_]+")


def skeleton(name: str) -> str:
    """What a name looks like: two names of one skeleton can hardly be told apart."""
    if name.isascii():
        return name
    normal = "".join(map(_normal, unicodedata.normalize("NFC", name)))
    return unicodedata.normalize("NFC", normal).translate(_TO_LATIN)


def mixed_word(name: str) -> str | None:
    """A word of the name in which single letters stand for those of another script that look the
    same; None if there is none. Words of one script, words beside each other in several (`日本語`
    beside `API`), and letters that look like no others (`Δt`) are honest."""
    if name.isascii():
        return None
    for word in _WORD.findall(name):
        scripts = {_script(char) for char in word}
        for other in scripts & _PAIRS.keys():
            if "LATIN" in scripts and _is_disguised(word, other):
                return str(word)
    return None


def _is_disguised(word: str, other: str) -> bool:
    """Whether a word of Latin letters and those of another script could be of one of them alone."""
    latin = {_script(char) for char in word.translate(_TO_LATIN)}
    foreign = {_script(char) for char in word.translate(_FROM_LATIN[other])}
    return latin == {"LATIN"} or foreign == {other}


@cache
def _normal(char: str) -> str:
    """A character in its usual form: `ﬁ` as `fi`, wide letters as narrow ones, what is invisible
    left out; what is small, raised or framed is not the same to the eye."""
    if unicodedata.category(char) == "Cf":
        return ""
    if unicodedata.decomposition(char).startswith(_VISIBLE):
        return char
    return unicodedata.normalize("NFKC", char)


@cache
def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]
