"""Configuration: read once, checked, never guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from simonides.server.config import read_config
from simonides.storage.errors import InvalidArgument


def test_the_environment_is_read_and_a_flag_goes_before_it(tmp_path: Path) -> None:
    environ = {"SIMONIDES_HOME": "/from/environment", "SIMONIDES_SCOPE": "work", "SIMONIDES_TIMEZONE": "Asia/Shanghai"}

    config = read_config(environ, home=str(tmp_path))

    assert (config.home, config.scope) == (str(tmp_path), "work")
    assert str(config.zone) == "Asia/Shanghai"


def test_without_any_setting_the_store_is_in_the_users_data_folder() -> None:
    config = read_config({})

    assert Path(config.home).is_absolute()
    assert config.home.endswith("simonides")
    assert (config.scope, config.zone) == ("global", None)


def test_a_tilde_is_the_users_home() -> None:
    assert read_config({"SIMONIDES_HOME": "~/memory"}).home == str(Path("~/memory").expanduser())


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SIMONIDES_TIMEZONE", "Mars/Olympus"),
        ("SIMONIDES_TIMEZONE", "../etc"),
        ("SIMONIDES_LOG_LEVEL", "LOUD"),
        ("SIMONIDES_SCOPE", "a\u202eb"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_by_name(variable: str, value: str) -> None:
    with pytest.raises(InvalidArgument, match=variable):
        read_config({variable: value})


def test_the_token_is_not_in_what_is_printed() -> None:
    assert "hush" not in repr(read_config({"SIMONIDES_HTTP_TOKEN": "hush" * 8}))
