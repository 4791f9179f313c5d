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
        ("readers = 3", "readers"),
    ],
)
def test_a_wrong_file_is_named_with_its_key(tmp_path, text, named):
    (tmp_path / "config.toml").write_text(text)

    with pytest.raises(DataError, match=named):
        configuration(Namespace(data=tmp_path))
