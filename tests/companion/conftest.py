"""Shared by the tests of what people read."""

import pytest

from companion.locales import available, language, set_language


@pytest.fixture(params=available())
def in_language(request):
    """Run the test in every language; its code is the value."""
    before = language()
    set_language(request.param)
    yield request.param
    set_language(before)
