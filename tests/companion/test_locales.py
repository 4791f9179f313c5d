"""Languages: switching, numbers, and the catalogues themselves."""

import ast
import threading

import pytest
from babel.messages.catalog import Catalog
from babel.numbers import format_decimal
from tools import catalogues, sources
from tools.landing import LANDING

from companion import locales
from companion.errors import UsageError
from companion.language_memory import chosen_language, remember_language


@pytest.fixture(autouse=True)
def _english_again():
    yield
    locales.set_language("en")


def test_all_languages_are_available_english_first():
    assert ("en", *catalogues.LANGUAGES) == locales.available()


def test_a_sentence_is_looked_up_when_it_is_shown():
    locales.set_language("en")
    english = locales._("Options:")
    locales.set_language("cs")

    assert "Options:" == english
    assert "Volby:" == locales._("Options:")


def test_a_locale_name_is_as_good_as_a_code():
    locales.set_language("it_IT.UTF-8")

    assert "it" == locales.language()


def test_an_unknown_language_is_refused_and_nothing_changes():
    locales.set_language("nl")

    with pytest.raises(UsageError, match="xx"):
        locales.set_language("xx")
    assert "nl" == locales.language()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ro_RO.UTF-8"}, "ro"),
        ({"LANG": "ro_RO.UTF-8", "TAPBANK_LANG": "cs"}, "cs"),
        ({"LANG": "ro_RO.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "tlh"}, "en"),
    ],
)
def test_the_environment_chooses(environment, language):
    assert language == locales.language_of(environment)


def test_threads_see_one_language_or_the_other_never_a_mixture():
    seen: set[str] = set()

    def look():
        for _ in range(2000):
            seen.add(locales._("Options:"))

    threads = [threading.Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    for code in ("cs", "en") * 200:
        locales.set_language(code)
    for thread in threads:
        thread.join()

    assert seen <= {"Options:", "Volby:"}


@pytest.mark.parametrize("code", ["en", *catalogues.LANGUAGES])
@pytest.mark.parametrize("value", [0, 7, 999, 1000, 1275, 20580, 1234567, -1275])
def test_numbers_are_written_as_babel_writes_them(code, value):
    locales.set_language(code)

    assert format_decimal(value, locale=code) == locales.number(value)


def test_the_template_holds_the_messages_of_the_sources():
    if LANDING:
        pytest.skip("strings are still landing")
    assert catalogues.template_text() == catalogues.TEMPLATE.read_text(encoding="utf-8")


@pytest.mark.parametrize("code", catalogues.LANGUAGES)
def test_the_catalogue_holds_the_messages_of_the_template(code):
    template = catalogues.read(catalogues.TEMPLATE)
    catalogue = catalogues.read(catalogues.po_path(code))

    assert keys(template) == keys(catalogue)


@pytest.mark.parametrize("code", catalogues.LANGUAGES)
def test_the_catalogue_is_complete_and_keeps_to_its_limits(code):
    found = list(catalogues.complaints(catalogues.read(catalogues.po_path(code))))
    if LANDING:
        found = [sentence for sentence in found if not sentence.startswith("untranslated")]

    assert [] == found


@pytest.mark.parametrize("code", catalogues.LANGUAGES)
def test_the_compiled_catalogue_is_that_of_its_source(code):
    assert catalogues.compiled(code) == catalogues.po_path(code).with_suffix(".mo").read_bytes()


def test_every_message_is_a_literal_and_looked_up_when_it_is_shown():
    found = []
    for module in sources.modules("companion"):
        inside = {id(node) for node in lazy_nodes(module.tree)}
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in catalogues.KEYWORDS:
                words = [word for word in node.args if not is_count(node, word)]
                is_literal = all(isinstance(word, ast.Constant) for word in words)
                if not is_literal or id(node) not in inside:
                    found.append(f"{module.name}:{node.lineno}")

    assert [] == found


def lazy_nodes(tree):
    """Yield what runs only when a function is called: bodies, not defaults."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            yield from ast.walk(node.body)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for statement in node.body:
                yield from ast.walk(statement)


def is_count(call, word):
    return call.func.id in {"ngettext", "npgettext"} and word is call.args[-1]


def test_faults_of_a_translation_are_noticed():
    catalogue = Catalog(locale="ro")
    catalogue.add("Take {amount}", "Ia {suma}")
    catalogue.add("Pay", "Plătiţi")
    catalogue.add(("{n} house", "{n} houses"), ("{n} casă", "{n} case"))
    catalogue.add("Go", "Porniți", auto_comments=["TRANSLATORS: at most 4 characters"])
    catalogue.add("Buy", "Cumpără", flags=["fuzzy"])
    catalogue.add("Sell", "")
    catalogue.add("Tap the card of who sells.", 2 * "Atinge cardul celui ce vinde.")

    kinds = [
        sentence.partition(" ")[0].rstrip(":") for sentence in catalogues.complaints(catalogue)
    ]

    assert ["fields", "cedilla", "untranslated", "7", "fuzzy", "untranslated", "repeated"] == kinds


def keys(catalogue: Catalog):
    return {(message.context, message.id) for message in catalogue if message.id}


def test_the_language_chosen_at_the_table_is_remembered_in_its_folder(tmp_path):
    assert chosen_language(tmp_path) is None

    remember_language(tmp_path, "cs")
    assert "cs" == chosen_language(tmp_path)

    (tmp_path / "language").write_text("xx\n", "utf-8")
    assert chosen_language(tmp_path) is None
    remember_language(tmp_path / "not there", "cs")
