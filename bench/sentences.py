"""Distinct sentences and questions to time with, English and Chinese in turn, all drawn from a seed."""

from __future__ import annotations

import itertools
import random

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


def statements(count: int, seed: int) -> list[str]:
    """So many distinct statements.

    Raises ValueError when there are not so many.
    """
    return _drawn(count, seed, "{0} {1} {2} in {3}.", "{0}在{3}{1}{2}。")


def questions(count: int, seed: int) -> list[str]:
    """So many distinct questions about such statements."""
    return _drawn(count, seed, "Was it {0} in {3} who {1} {2}?", "在{3}{1}{2}的人是{0}吗？")


def _drawn(count: int, seed: int, english: str, chinese: str) -> list[str]:
    draw = random.Random(seed)
    one = draw.sample(_all(english, _ENGLISH), (count + 1) // 2)
    other = draw.sample(_all(chinese, _CHINESE), count // 2)
    return [s for pair in itertools.zip_longest(one, other) for s in pair if s]


def _all(form: str, words: str) -> list[str]:
    choices = [line.split(", ") for line in words.strip().splitlines()]
    return [form.format(*chosen) for chosen in itertools.product(*choices)]
