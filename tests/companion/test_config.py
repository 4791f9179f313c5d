"""One configuration: the command line wins over the file, and a wrong word is named."""

from argparse import Namespace

import pytest

from companion.config import configuration
from companion.errors import DataError


def test_the_command_line_wins_over_the_file(tmp_path):
    (tmp_path / "config.toml").write_text('board = "/dev/a"\nreaders = ["/dev/b"]\nseed = 3\n')

    said = configuration(Namespace(data=tmp_path, board=None, reader=[]))
    assert (said.board, said.readers, said.seed) == ("/dev/a", ("/dev/b",), 3)
    said = configuration(Namespace(data=tmp_path, board="/dev/c", reader=["/dev/d"], seed=0))
    assert (said.board, said.readers, said.seed) == ("/dev/c", ("/dev/d",), 0)
    assert said.socket == tmp_path / "table.sock"


def test_a_folder_without_a_file_has_the_defaults(tmp_path):
    said = configuration(Namespace(data=tmp_path))

    assert (said.board, said.readers, said.seed, said.edition) == (None, (), None, "us")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('bord = "/dev/a"', "nearest is board"),
        ("seed = true", "seed"),
        ("seed = ", "config.toml"),
        ("# caf\udce9", "config.toml is not UTF-8 text: byte 6 "),
    ],
)
def test_a_wrong_file_is_named_with_its_key(tmp_path, text, named):
    (tmp_path / "config.toml").write_bytes(text.encode(errors="surrogateescape"))

    with pytest.raises(DataError, match=named):
        configuration(Namespace(data=tmp_path))


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ('language = "xx"', "en, cs, it, nl, ro"),
        ("language = 5", "en, cs, it, nl, ro"),
        ('edition = "uk"', "cs, gb, it, nl, ro, us, us2008, or a file of your own"),
        ("board = 3", "words in quotes"),
        ('readers = "/dev/b"', "a list of words in quotes"),
        ("speech = 1", "true, false"),
        ("seed = 1.5", "a whole number"),
        ("free_mb_min = -1", "a whole number from 0 up"),
        ("confirm_after_ms = 10001", "a whole number from 0 to 10000"),
    ],
)
def test_a_wrong_value_is_named_with_its_file_its_key_and_what_is_possible(tmp_path, text, allowed):
    path = tmp_path / "config.toml"
    path.write_text(text)

    with pytest.raises(DataError) as refused:
        configuration(Namespace(data=tmp_path))
    assert f"{path}: {text} is not possible: it takes {allowed}." == refused.value.sentence


def test_a_long_wrong_value_is_repeated_in_part(tmp_path):
    (tmp_path / "config.toml").write_text(f'seed = "{"9" * 5000}"')

    with pytest.raises(DataError) as refused:
        configuration(Namespace(data=tmp_path))
    assert len(refused.value.sentence) < 300
