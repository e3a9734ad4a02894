"""Configuration: read once, checked, never guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from simonides.server.config import read_config
from simonides.storage.errors import InvalidArgument
from simonides.storage.llm.access import Access


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


MODEL = {"SIMONIDES_LLM_MODEL": "qwen3"}
LOCAL = {**MODEL, "SIMONIDES_LLM_BASE_URL": "http://127.0.0.1:11434/v1/"}


def test_without_a_model_none_is_asked() -> None:
    assert read_config({}).access is None


def test_a_model_without_an_address_is_openais_and_wants_a_key() -> None:
    access = read_config({**MODEL, "SIMONIDES_LLM_API_KEY": "sk-1"}).access

    assert access
    assert (access.base_url, access.key, access.model) == ("https://api.openai.com/v1", "sk-1", "qwen3")
    with pytest.raises(InvalidArgument, match="SIMONIDES_LLM_API_KEY"):
        read_config(MODEL)


def test_a_model_elsewhere_may_do_without_a_key() -> None:
    assert read_config(LOCAL).access == Access("http://127.0.0.1:11434/v1", "", "qwen3")


def test_every_setting_of_the_model_is_read() -> None:
    settings = {"TIMEOUT_S": "90.5", "AT_ONCE": "4", "TOKENS_PER_DAY": "0", "COST_PER_DAY": "1.5"}
    environ = {f"SIMONIDES_LLM_{name}": value for name, value in settings.items()}

    config = read_config({**LOCAL, **environ, "SIMONIDES_LLM_PRICE": "0.15/0.60", "SIMONIDES_LLM_IDLE_S": "5"})

    assert config.access == Access("http://127.0.0.1:11434/v1", "", "qwen3", 90.5, 4, 0, 1.5, 0.15, 0.60)
    assert config.llm_idle_s == 5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BASE_URL", "127.0.0.1:11434"),
        ("BASE_URL", "ftp://127.0.0.1/v1"),
        ("BASE_URL", "http://"),
        ("BASE_URL", "http://[::1/v1"),
        ("BASE_URL", "http://localhost:99999/v1"),
        ("BASE_URL", "http://local host/v1"),
        ("BASE_URL", "http://hush@localhost/v1"),
        ("BASE_URL", "http://name:hush@localhost/v1"),
        ("BASE_URL", "http://localhost/v1?key=hush"),
        ("BASE_URL", "http://localhost/v1/chat/completions"),
        ("API_KEY", "hush hush"),
        ("API_KEY", "hush\nX-Other: 1"),
        ("API_KEY", "hüsh"),
        ("MODEL", "m" * 201),
        ("TIMEOUT_S", "0"),
        ("TIMEOUT_S", "nan"),
        ("TIMEOUT_S", "601"),
        ("AT_ONCE", "0"),
        ("AT_ONCE", "1.5"),
        ("TOKENS_PER_DAY", "-1"),
        ("TOKENS_PER_DAY", "1e9"),
        ("COST_PER_DAY", "cheap"),
        ("IDLE_S", "soon"),
        ("PRICE", "0.15"),
        ("PRICE", "0.15/-1"),
    ],
)
def test_a_setting_of_the_model_that_cannot_be_used_is_refused_by_name_and_not_repeated(name: str, value: str) -> None:
    with pytest.raises(InvalidArgument, match=f"SIMONIDES_LLM_{name} ") as refused:
        read_config({**LOCAL, f"SIMONIDES_LLM_{name}": value})

    assert "hush" not in str(refused.value)


@pytest.mark.parametrize("name", ["API_KEY", "BASE_URL"])
def test_a_key_or_an_address_without_a_model_is_a_mistake(name: str) -> None:
    with pytest.raises(InvalidArgument, match="SIMONIDES_LLM_MODEL "):
        read_config({f"SIMONIDES_LLM_{name}": "http://localhost/v1"})


@pytest.mark.parametrize("price", ["", "0/0"])
def test_a_limit_of_cost_wants_a_price(price: str) -> None:
    with pytest.raises(InvalidArgument, match="SIMONIDES_LLM_PRICE "):
        read_config({**LOCAL, "SIMONIDES_LLM_COST_PER_DAY": "2", "SIMONIDES_LLM_PRICE": price})


def test_the_key_is_not_in_what_is_printed() -> None:
    config = read_config({**LOCAL, "SIMONIDES_LLM_API_KEY": "hush"})

    assert "hush" not in repr(config) + repr(config.access)
