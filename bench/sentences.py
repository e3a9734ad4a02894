"""Distinct sentences and questions to time with, English and Chinese in turn, all drawn from a seed."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

# In each line the words for one place of the sentence.
_ENGLISH = """
Anna, Boris, Carmen, Dmitri, Elif, Farid, Greta, Hugo, Ines, Jonas, Katya, Liam, Maren, Nadia, Oscar
bought, repaired, lost, painted, borrowed, sold, photographed, cleaned
an old bicycle, a copper kettle, two wooden chairs, a violin, the kitchen lamp, a box of apples, a map, a telescope
Lisbon, Tromsø, Graz, Porto, Riga, Ghent, Turin, Malmö, Split, Cork
"""
_CHINESE = """
小林, 老周, 阿梅, 王芳, 李强, 陈静, 赵磊, 孙悦, 吴桐, 郑爽, 何平, 许晴
买了, 修好了, 弄丢了, 借走了, 卖掉了, 擦干净了, 拍下了, 送出了
一辆旧自行车, 一把铜壶, 两把木椅, 一把小提琴, 厨房的灯, 一箱苹果, 一张地图, 一条灰围巾, 一架望远镜, 一盆兰花
杭州, 成都, 青岛, 西安, 昆明, 厦门, 南京, 哈尔滨, 桂林, 大理
"""
_YEARS = ", ".join(map(str, range(1990, 2016)))  # a fifth place, for hundreds of thousands of sentences


def statements(count: int, seed: int) -> list[str]:
    """So many distinct statements.

    Raises ValueError when there are not so many.
    """
    return _drawn(count, seed, "{0} {1} {2} in {3}.", "{0}在{3}{1}{2}。")


def questions(count: int, seed: int) -> list[str]:
    """So many distinct questions about such statements."""
    return _drawn(count, seed, "Was it {0} in {3} who {1} {2}?", "在{3}{1}{2}的人是{0}吗？")


def dated(count: int, seed: int) -> list[str]:
    """So many distinct statements with the year; at most 499,200.

    Raises ValueError when there are not so many.
    """
    return _drawn(count, seed, "{0} of {3} {1} {2} in {4}.", "{3}的{0}{4}年{1}{2}。")


def observations(count: int, seed: int) -> list[tuple[str, str]]:
    """So many distinct pairs of somebody and what they did; some hundreds of people, at most 499,200 pairs.

    Raises ValueError when there are not so many.
    """
    pairs = _drawn(count, seed, "{0} of {3}|{1} {2} in {4}.", "{3}的{0}|{4}年{1}{2}。")
    return [(who, did) for who, _, did in (pair.partition("|") for pair in pairs)]


def _drawn(count: int, seed: int, english: str, chinese: str) -> list[str]:
    draw = random.Random(seed)
    one = _sample(draw, (count + 1) // 2, english, _ENGLISH)
    other = _sample(draw, count // 2, chinese, _CHINESE)
    return [s for pair in itertools.zip_longest(one, other) for s in pair if s]


def _sample(draw: random.Random, count: int, form: str, words: str) -> list[str]:
    """So many distinct sentences of a form; only those drawn are made."""
    choices = [line.split(", ") for line in (words + _YEARS * ("{4}" in form)).strip().splitlines()]
    numbers = draw.sample(range(math.prod(map(len, choices))), count)
    return [form.format(*_combined(choices, number)) for number in numbers]


def _combined(choices: Sequence[Sequence[str]], number: int) -> list[str]:
    """The words of one of all combinations, the last place changing fastest."""
    chosen: list[str] = []
    for place in reversed(choices):
        number, at = divmod(number, len(place))
        chosen.append(place[at])
    return chosen[::-1]
