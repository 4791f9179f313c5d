"""The words people read, in their language: gettext catalogues, switched while the program runs.

Every sentence is looked up when it is shown, never when a module is loaded, so `set_language`
takes effect at once, in every thread. A sentence without a translation stays English.
"""

import gettext
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from companion.errors import UsageError

DOMAIN = "tapbank"
ENGLISH = "en"

_FOLDER = Path(__file__).parent
_LOCALE_VARIABLES = ("TAPBANK_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first one set wins
_THOUSANDS = {"en": ",", "it": ".", "ro": ".", "nl": ".", "cs": "\N{NO-BREAK SPACE}"}

_OWN_NAMES = {
    "en": "English",
    "it": "Italiano",
    "ro": "Română",
    "cs": "Čeština",
    "nl": "Nederlands",
}
_language: str | None = None  # one reference, replaced whole: threads see the old or the new


def available() -> tuple[str, ...]:
    """Return the language codes that can be chosen, English first, then by code."""
    return (ENGLISH, *sorted(path.parent.parent.name for path in _catalogue_paths()))


def own_name(code: str) -> str:
    """Return what a language calls itself; its code where that is not known."""
    return _OWN_NAMES.get(code, code)


def language() -> str:
    """Return the code of the language in use."""
    global _language  # noqa: PLW0603  # the one switch of the process
    if _language is None:
        _language = language_of(os.environ)
    return _language


def set_language(code: str) -> None:
    """Use language *code* (`it`, `it_IT.UTF-8`) from now on.

    Raises:
        UsageError: There is no such catalogue.
    """
    global _language  # noqa: PLW0603  # the one switch of the process
    wanted = _bare(code)
    if wanted not in available():
        raise UsageError(
            _("There is no language {code}; there are {codes}.").format(
                code=code, codes=", ".join(available())
            )
        )
    _language = wanted


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that *environment* asks for; English where it asks for none of ours."""
    for variable in _LOCALE_VARIABLES:
        if value := environment.get(variable):
            wanted = _bare(value)
            return wanted if wanted in available() else ENGLISH
    return ENGLISH


def _(message: str) -> str:
    """Return *message* in the language in use."""
    return _catalogue(language()).gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return the form of the message that goes with *count*."""
    return _catalogue(language()).ngettext(singular, plural, count)


def pgettext(context: str, message: str) -> str:
    """Return *message* as it is said in *context*."""
    return _catalogue(language()).pgettext(context, message)


def npgettext(context: str, singular: str, plural: str, count: int) -> str:
    """Return the form of the message that goes with *count*, as it is said in *context*."""
    return _catalogue(language()).npgettext(context, singular, plural, count)


def number(value: int) -> str:
    """Return *value* with the language's thousands separator: `1,275`, `1.275`, `1 275`."""
    return f"{value:,}".replace(",", _THOUSANDS[language()])


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == ENGLISH:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, _FOLDER, [code])


@cache
def _catalogue_paths() -> tuple[Path, ...]:
    return tuple(_FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))


def _bare(code: str) -> str:
    """Return the language of a locale's name: `it` of `it_IT.UTF-8`."""
    return code.partition(".")[0].partition("_")[0].partition("-")[0].lower()
