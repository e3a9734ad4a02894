"""Chinese characters, kana and Hangul, and words of scripts without capitals, that no source has."""

from __future__ import annotations

import re
from collections.abc import Iterator

import regex

from .piece import Piece

# Words of connecting language and of reporting, in which a text may differ from its sources.
_COMMON = """
用户 目前 现在 如今 当前 现时 平时 平常 通常 经常 常常 往往 一般 总是 一直 始终 偶尔 有时 有时候 时常 曾经 曾 已经 早已 仍然 仍旧 依然 仍 还是 尚 尚且
以及 并且 而且 此外 另外 同时 同样 其中 其他 其它 其余 之外 除了 除此之外 包括 包含 例如 比如 以便 因为 因此 所以 由于 于是 然后 之后 以后 随后 后来 最后 最终
首先 其次 接着 之前 以前 此前 原先 原来 原本 起初 开始 结束 完成 继续 保持 持续 期间 当时 那时 时候 的时候 时间 每次 每天 每日 每周 每月 每年 天天
虽然 但是 但 不过 然而 可是 却 而 而是 如果 若 只要 只有 只 无论 不管 即使 尽管 为了 为 对于 关于 根据 按照 按 通过 经过 随着 作为 属于 位于 处于 来自
表示 提到 提及 说过 说明 告诉 认为 觉得 感到 希望 打算 计划 准备 决定 选择 想要 愿意 喜欢 喜爱 偏好 偏爱 更喜欢 爱好 热爱 习惯 习惯于 倾向于 倾向 需要 要求 必须 应该 应当 可以 能够 能
已 会 可能 也许 大概 大约 左右 约 将 将要 将会 即将 正在 正 刚 刚刚 最近 近来 近期 居住 居住在 住在 生活 工作 任职 就职 从事 担任 职业 负责 管理 使用 采用 运用 利用 用 拥有 养有 饲养 养着 有 没有
进行 实施 执行 具有 存在 成为 变成 变为 改为 改成 转为 换成 换到 更换 改用 搬到 搬去 前往 去往 来到 回到 到达 去 来 到 从 由 自 向 往 在 于 与 和 跟 同 及 或 或者 等 等等
这 那 这个 那个 这些 那些 这样 那样 这里 那里 此 该 其 之 者 所 的 地 得 了 着 过 吗 呢 吧 啊 被 把 将 让 使 给 对 替 以 因 就 才 都 也 又 再 还 更 最 很 非常 十分 比较 较 较为 相当 特别 尤其 主要 基本 基本上 全部 所有 各 各种 一些 有些 某 某些
自己 本人 他 她 它 他们 她们 它们 我 我们 你 您 大家 别人 对方 双方 两人 人 是 是否 即 名叫 叫做 叫 称为 名为 称 名字 姓名 方面 情况 问题 事情 事项 方式 方法 内容 相关 有关 具体 以上 以下 之间 之内 以内 内 外 里 上 下 中 前 后 间 时 起 止
发生 出现 产生 导致 造成 引起 影响 帮助 参加 参与 加入 提供 支持 建议 推荐 安排 确定 确认 了解 知道 记得 发现 看到 得到 获得 取得 收到 学习 学会 讨论 谈到 交流 联系 检查 处理 解决 遇到 避免 防止 注意 关注 考虑
一起 一样 一下 一次 一种 一位 一个 一名 一只 一家 一所 一条 一项 一份 一台 一辆 一套 一座 一 两 个 位 名 只 次 种 条 家 份 台 件 项 年 月 日 天 周 星期 点 分 号 岁 小时 分钟 元 块 多 少 几
此事 相同 不同 重新 再次 多次 每 每个 整个 整体 总体 总的来说 总之 综上 也就是 换句话说 简而言之 其实 实际上 事实上 确实 当然 显然 尽量 尽可能 必要 立即 马上 立刻 直接 先 再 最好 适合 方便 容易
早上 上午 中午 下午 晚上 夜里 凌晨 傍晚 周末 工作日 今天 明天 昨天 去年 今年 明年 上周 下周 上个月 下个月 年初 年底 月底 月初
不 没 未 别 勿 无 非 不再 不能 不会 不用 不要 不是 不喜欢 并非 并不 并未 从不 从未 从来 拒绝 讨厌 不吃 不喝 零 〇 二 三 四 五 六 七 八 九 十 百 千 万 亿 半 第 年纪 年龄 至 截至 直到 为止 期限 截止 每当 当 共 一共 总共 合计 共有 只有 仅 仅有 仅仅 均 皆 亦 且
做 作 说 讲 想 要 看 带 放 拿 买 吃 喝 写 读 走 住 教 学 开 关 打 跑 养 戴 穿 送 接 找 换 搬 改 调 上班 下班 上学 回家 家 家里 家中 家人 自家
父亲 母亲 爸爸 妈妈 丈夫 妻子 老公 老婆
预计 预期 擅长 善于 熟悉 从业 大小 报考 提高 降低 增加 减少 下降 上升 降到 降至 升到 升至 增至 减至 调整为 调整到 调整 更新 更新为 修改 修改为 设置 设置为 设为 配置为
服用 食用 饮用 购买 购入 携带 佩戴 乘坐 驾驶 骑行 阅读 观看 前去 返回 出发 抵达 迁至 迁入 入住 租住 租下 定居 出生 出生于 毕业于 就读 就读于 就职于 任职于 供职于 入职 隶属 归属 主管 带领 协助 配合
以来 以及其 并在 并且在 其后 此时 此次 本次 该项 该人 其人 双方都 两者 二者 前者 后者 分别 依次 逐步 逐渐 及时 按时 定期 长期 短期 临时 正式 共同 单独 独自 亲自 互相 相互 有所 无需 无法 即可 方可 需 须 应 宜 可 能否
指出 指的是 意味着 显示 表明 反映 强调 补充 补充说 回答 询问 要求 请求 建议使用 用于 用来 作用 有助于 便于 有利于 出于 基于 鉴于 针对 涉及 关系 联系人 成员 一员 同一 另一 另有 还有 也有 都有 拥有者
步骤 流程 目标 目的 结果 原因 任务 项目 计划 记录 信息 资料 总结 概述 成功 失败 顺利
"""
# Pairs that mean the same and may stand for each other: where a source has one, a text may have the others.
_SAME = (
    "清除 清 清空 清理",
    "安装 装 重装",
    "重启 重新启动",
    "删除 删",
    "添加 加",
    "测试 测",
    "备份 备",
    "修复 修好 修",
    "付款 付 交",
    "健身 锻炼",
    "聚餐 聚",
    "锻炼 运动",
    "父亲 爸爸 爸 老爸 我爸",
    "母亲 妈妈 妈 老妈 我妈",
    "丈夫 老公 先生",
    "妻子 老婆 太太 爱人",
    "男友 男朋友",
    "女友 女朋友",
    "儿子 小儿子",
    "女儿 闺女",
    "医生 大夫",
    "住院 入院",
    "购买 买",
    "阅读 读 看",
    "饮用 喝",
    "食用 吃",
    "搬家 搬",
    "汽车 车 轿车",
    "手机 电话",
    "公司 单位",
    "星期 周 礼拜",
    "每日 每天",
    "早晨 早上",
    "夜晚 晚上 夜里",
    "跑步 跑",
    "薪水 工资 薪资",
    "睡觉 睡眠 睡",
    "驾驶 开 开车",
    "宠物 猫 狗",
    "独自 一个人 独居",
    "返回 回",
    "同事 同僚",
    "孩子 小孩 娃",
    "老师 教师",
    "学校 校",
    "聘请 请",
    "租住 租房 租",
    "对…过敏 过敏",
    "会议 开会 例会",
    "数据库 库",
    "端口 口",
    "部署 上线",
    "生日 出生",
    "周一 星期一",
    "咖啡 咖啡馆",
    "乘坐 坐",
    "骑行 骑车 骑",
)
_PLACES = [
    "大连",
    "长春",
    "青岛",
    "上海",
    "天津",
    "中山",
    "中国",
    "日本",
    "美国",
    "法国",
    "德国",
    "英国",
    "韩国",
    "北京",
    "东京",
    "南京",
    "西安",
    "成都",
    "大理",
    "海口",
    "长沙",
    "南通",
    "台北",
    "香港",
    "四川",
    "江西",
    "江苏",
    "河南",
    "河北",
    "山东",
    "山西",
    "湖南",
    "湖北",
    "广东",
    "广西",
    "云南",
    "海南",
    "东北",
    "新加坡",
    "太原",
    "无锡",
    "合肥",
    "开封",
    "洛阳",
    "金华",
    "安阳",
    "大同",
    "三亚",
    "南宁",
    "南昌",
    "东莞",
    "常州",
    "首尔",
    "巴黎",
    "伦敦",
    "纽约",
]
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
_COMMON_WORDS = frozenset(w for w in _COMMON.split() if len(w) > 1)
_COMMON_SIGNS = frozenset(w for w in _COMMON.split() if len(w) == 1)
_ANY_COMMON = re.compile("|".join(sorted(_COMMON_WORDS, key=len, reverse=True)))
_ANY_PLACE = re.compile("|".join(_PLACES))
_RUN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]+")
_KANA = re.compile(r"[\u30a0-\u30ff]{2,}")
_HANGUL = re.compile(r"[\uac00-\ud7af]{2,}")
_UNCASED = regex.compile(
    r"[\p{Arabic}\p{Hebrew}\p{Devanagari}\p{Bengali}\p{Tamil}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}][\p{L}\p{M}]{3,}"
)
_ENDING = 2  # signs at the end of a Korean word that may be particles, of others inflection


def unseen_han(text: str, joined: str) -> Iterator[Piece]:
    """The Chinese characters of a text that its sources, joined, do not have and connecting language does not need;
    and places by name, though each of their characters be known."""
    if not _HAN.search(text):
        return
    for found in _ANY_PLACE.finditer(text):
        if found[0] not in joined:
            yield Piece(found.start(), found.end(), found[0])
    rest = _ANY_COMMON.sub(lambda m: " " * len(m[0]), text)
    for run in _RUN.finditer(rest):
        yield from _strange(run, joined)


def _strange(run: re.Match[str], joined: str) -> Iterator[Piece]:
    words, start = run[0], run.start()
    allowed = _meant(words, joined)
    at = 0
    while at < len(words):
        end = at
        while end < len(words) and not _known(words[end], end, joined, allowed):
            end += 1
        if end > at:
            yield Piece(start + at, start + end, words[at:end])
        at = end + 1


def _known(sign: str, at: int, joined: str, allowed: frozenset[int]) -> bool:
    return sign in joined or sign in _COMMON_SIGNS or at in allowed


def _meant(words: str, joined: str) -> frozenset[int]:
    """Where words stand that mean what a source says in another word."""
    found: set[int] = set()
    for group in _SYNONYMS:
        for word in group:
            at = words.find(word)
            if at >= 0 and any(other in joined for other in group):
                found |= set(range(at, at + len(word)))
    return frozenset(found)


_SYNONYMS = tuple(tuple(group.split()) for group in _SAME)


def unseen_words(text: str, joined: str) -> Iterator[Piece]:
    """Katakana and Hangul words, and words of scripts without capitals, that no source has."""
    if text.isascii():
        return
    for found in _KANA.finditer(text):
        if found[0] not in joined:
            yield Piece(found.start(), found.end(), found[0])
    for pattern in (_HANGUL, _UNCASED):
        for found in pattern.finditer(text):
            if not _begins_or_ends(str(found[0]), joined):
                yield Piece(found.start(), found.end(), str(found[0]))


def _begins_or_ends(word: str, joined: str) -> bool:
    size = max(2, len(word) - _ENDING)
    return word[:size] in joined or (len(word) > 4 and word[-size:] in joined)
