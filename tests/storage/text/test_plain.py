"""Plain sentences give the tokens the measured weights of recall were tuned with."""

from __future__ import annotations

import pytest

from simonides.storage.text.grams import grams

PLAIN = {
    "Mira lives in Bergen, in a flat near the fish market.": (
        "mira ~mira lives ~live in ~in bergen ~bergen in ~in a ~a flat ~flat near ~near the ~the fish ~fish market ~market"
    ),
    "Her sister's birthday is on the third of May.": (
        "her ~her sister's sister ~sister s ~s birthday ~birthday is ~is on ~on the ~the third ~third of ~of may ~may"
    ),
    "We decided to move the weekly meeting to Thursday at 10.": (
        "we ~we decided ~decid to ~to move ~move the ~the weekly ~week meeting ~meet to ~to thursday ~thursday at ~at 10"
    ),
    "He doesn't eat walnuts, and he's careful with almonds.": (
        "he ~he doesn't doesn ~doesn t ~t eat ~eat walnuts ~walnut and ~and he's he ~he s ~s careful ~care with ~with almonds ~almond"
    ),
    "The well-known bakery on Oak Street closes early on Mondays.": (
        "the ~the well-known well ~well known ~known bakery ~bakeri on ~on oak ~oak street ~street closes ~close early ~earli on ~on mondays ~monday"
    ),
    "I'd rather take the train than drive 400 kilometres.": (
        "i'd i ~i d ~d rather ~rather take ~take the ~the train ~train than ~than drive ~drive 400 kilometres ~kilometr"
    ),
    "After running a marathon, Leo slept for fourteen hours!": (
        "after ~after running ~run a ~a marathon ~marathon leo ~leo slept ~slept for ~for fourteen ~fourteen hours ~hour"
    ),
    "Don't call before nine; the baby is asleep.": (
        "don't don ~don t ~t call ~call before ~befor nine ~nine the ~the baby ~babi is ~is asleep ~asleep"
    ),
    "Grandmother kept her recipes in a blue tin box.": (
        "grandmother ~grandmoth kept ~kept her ~her recipes ~recip in ~in a ~a blue ~blue tin ~tin box ~box"
    ),
    "Did the children finish painting the old garden shed?": (
        "did ~did the ~the children ~children finish ~finish painting ~paint the ~the old ~old garden ~garden shed ~shed"
    ),
    "米拉的妹妹安雅在苏州教小提琴。": (
        "米 拉 的 妹 妹 安 雅 在 苏 州 教 小 提 琴 米拉 拉的 的妹 妹妹 妹安 安雅 雅在 在苏 苏州 州教 教小 小提 提琴"
    ),
    "周末我喜欢去太湖边骑自行车。": (
        "周 末 我 喜 欢 去 太 湖 边 骑 自 行 车 周末 末我 我喜 喜欢 欢去 去太 太湖 湖边 边骑 骑自 自行 行车"
    ),
    "他对核桃过敏，吃一点都不行。": (
        "他 对 核 桃 过 敏 他对 对核 核桃 桃过 过敏 吃 一 点 都 不 行 吃一 一点 点都 都不 不行"
    ),
    "我们决定把例会改到星期四上午。": (
        "我 们 决 定 把 例 会 改 到 星 期 四 上 午 我们 们决 决定 定把 把例 例会 会改 改到 到星 星期 期四 四上 上午"
    ),
    "奶奶把食谱放在蓝色的铁盒里。": (
        "奶 奶 把 食 谱 放 在 蓝 色 的 铁 盒 里 奶奶 奶把 把食 食谱 谱放 放在 在蓝 蓝色 色的 的铁 铁盒 盒里"
    ),
    "孩子们把旧木屋刷完了吗？": ("孩 子 们 把 旧 木 屋 刷 完 了 吗 孩子 子们 们把 把旧 旧木 木屋 屋刷 刷完 完了 了吗"),
    "他每天早上六点起床跑步。": ("他 每 天 早 上 六 点 起 床 跑 步 他每 每天 天早 早上 上六 六点 点起 起床 床跑 跑步"),
    "冬天的时候，湖面会结一层薄冰。": (
        "冬 天 的 时 候 冬天 天的 的时 时候 湖 面 会 结 一 层 薄 冰 湖面 面会 会结 结一 一层 层薄 薄冰"
    ),
    "她在二零二四年搬到了杭州。": (
        "她 在 二 零 二 四 年 搬 到 了 杭 州 她在 在二 二零 零二 二四 四年 年搬 搬到 到了 了杭 杭州"
    ),
    "这家面包店星期一休息。": ("这 家 面 包 店 星 期 一 休 息 这家 家面 面包 包店 店星 星期 期一 一休 休息"),
}


@pytest.mark.parametrize("sentence", PLAIN)
def test_a_plain_sentence_has_the_tokens_it_always_had(sentence: str) -> None:
    assert grams(sentence) == PLAIN[sentence]
