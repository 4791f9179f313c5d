"""The page of costs is one that the report writes: its form, not its figures."""

import pytest
from bench.report import PAGE, is_page, page


def test_the_page_of_costs_is_as_the_report_writes_it():
    assert is_page(PAGE.read_text("utf-8"))


@pytest.mark.parametrize("text", ["", "# What things cost\n", page([("a", "b")]) + "by hand\n"])
def test_another_page_is_noticed(text):
    assert not is_page(text)
