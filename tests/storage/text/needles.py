"""Statements that each hold one word of their own, five of a kind, and ordinary sentences to lose them among.

Neighbours share what they can: a folder, a prefix, a first syllable. No word is part of another.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Needle:
    """A statement and the word that is its own, as somebody would type it: perhaps not as it is spelled there."""

    kind: str
    word: str
    statement: str


_TABLE: dict[str, dict[str, str]] = {
    "Latin with diacritics": {
        "Müller-Lüdenscheidt": "Frau Müller-Lüdenscheidt reads the gas meter in March.",
        "Müller-Lübbecke": "Frau Müller-Lübbecke reads the water meter in May.",
        "Phượng": "Nguyễn Thị Phượng repairs our accordion.",
        "Phương": "Trần Văn Phương tunes the piano upstairs.",
        "Zoé": "The bakery of Zoe\u0301 is shut on Mondays.",
    },
    "Chinese": {
        "桂花糕": "奶奶把桂花糕放在窗台上。",
        "桂花酒": "桂花酒要埋在院子里三年。",
        "腳踏車行": "舅舅在菜市場旁邊開了一間腳踏車行。",
        "腳踏車鎖": "舅媽的腳踏車鎖壞了兩次。",
        "魑魅": "他的书房里挂着一幅魑魅图。",
    },
    "Japanese": {
        "梅干し": "祖母は毎年梅干しを漬けます。",
        "梅酒": "祖父は梅酒しか飲みません。",
        "メロンパン": "駅前の店はメロンパンが一番売れます。",
        "メロンソーダ": "弟はﾒﾛﾝｿｰﾀﾞばかり頼みます。",
        "ひまわり": "庭のすみにひまわりが咲いた。",
    },
    "Korean": {
        "한국": "아버지는 한국에서 태어나셨다.",
        "한옥": "누나는 한옥에서 하룻밤을 잤다.",
        "떡볶이": "우리는 떡볶이를 자주 먹는다.",
        "떡국": "동생은 떡국만 두 그릇 먹었다.",
        "고구마밭": "할머니는 고구마밭으로 가셨다.",
    },
    "Cyrillic and Greek": {
        "шанежки": "Тётя Нюра печёт шанежки по субботам.",
        "шанежка": "На столе осталась последняя шанежка.",
        "Ёжиково": "Дача стоит у станции Ёжиково.",
        "Σπάρτη": "Ο παππούς φυτεύει ελιές στη Σπάρτη.",
        "Σπαρτιάτης": "Ο θείος λέει πως είναι Σπαρτιάτης.",
    },
    "Arabic and Hebrew": {
        "النخلة": "جلس عمّي تحت النَّخْلَة وقتَ الغروب.",
        "النَّجْمَة": "رأينا النجمة فوق الجبل.",
        "المنارة": "المنارة القديمة تضيء كل ليلة.",
        "חלה": "סבתא אופה חַלָּה בכל יום שישי.",
        'הרמטכ"ל': "הרמטכ״ל ביקר אצלנו בגן.",
    },
    "Devanagari, Tamil, Bengali": {
        "तुलसी": "दादी हर सुबह तुलसी को पानी देती हैं।",
        "मिठाई": "माँ ने कल मिठाई बनाई।",
        "मिठास": "आम की मिठास सबको पसंद है।",
        "கோலம்": "பாட்டி வாசலில் கோலம் போடுகிறார்.",
        "শিউলি": "ঠাকুমা উঠোনে শিউলি কুড়ান।",
    },
    "Thai": {
        "มะม่วง": "คุณยายปลูกมะม่วงไว้หลังบ้าน",
        "มะพร้าว": "น้องชอบกินมะพร้าวเผา",
        "มะนาว": "พี่ชายเก็บมะนาวมาสองลูก",
        "หางยาว": "เรือหางยาวออกตอนเช้า",
        "หางสั้น": "แมวหางสั้นนอนบนเสื่อ",
    },
    "scripts mixed in a word": {
        "USB-C接口": "这根线是USB-C接口的。",
        "USB-A接口": "旧相机还是USB-A接口。",
        "K歌": "周五晚上大家去K歌。",
        "K线": "叔叔每天盯着K线图。",
        "iPhone15用": "ケースはiPhone15用を買った。",
    },
    "emoji": {
        "👨‍👩‍👧": "Nora ends her letters with 👨‍👩‍👧 these days.",
        "👨‍👩‍👧‍👦": "Since the birth Vera ends hers with 👨‍👩‍👧‍👦 instead.",
        "👍🏽": "Tom answers every invitation with 👍🏽 at once.",
        "👍🏿": "Ada answers every reminder with 👍🏿 at night.",
        "❤️‍🔥": "The label on the chilli jar is ❤️‍🔥 in red ink.",
    },
    "flags and keycaps": {
        "🇩🇪": "The suitcase with 🇩🇪 belongs to my aunt.",
        "🇩🇰": "The suitcase with 🇩🇰 belongs to my niece.",
        "🏴󠁧󠁢󠁥󠁮󠁧󠁿": "The mug with 🏴󠁧󠁢󠁥󠁮󠁧󠁿 leaks at the handle.",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿": "The mug with 🏴󠁧󠁢󠁳󠁣󠁴󠁿 stands on the shelf.",
        "3️⃣": "Button 3️⃣ opens the garage.",
    },
    "paths": {
        "/opt/ledger/v3/accounts.py": "The rounding is done in /opt/ledger/v3/accounts.py now.",
        "/opt/ledger/v3/accounts_test.py": "The rounding is checked in /opt/ledger/v3/accounts_test.py only.",
        r"C:\Users\mia\notes.txt": r"Her shopping list is in C:\Users\mia\notes.txt on the laptop.",
        r"C:\Users\mia\notes_old.txt": r"Last year's list is in C:\Users\mia\notes_old.txt on the laptop.",
        "~/garden/plan.mdx": "The beds are drawn in ~/garden/plan.mdx with measures.",
    },
    "versions and packages": {
        "v2.3.1-rc.1": "The fix for the clock came with v2.3.1-rc.1 in spring.",
        "v2.3.10": "The fix for the fan came with v2.3.10 in autumn.",
        "v2.3.1-rc.12": "The fix for the lamp came with v2.3.1-rc.12 in summer.",
        "@kiwi/loom@1.4.3": "The shop is pinned to @kiwi/loom@1.4.3 for now.",
        "@kiwi/loom@1.4.30": "The blog is pinned to @kiwi/loom@1.4.30 for now.",
    },
    "addresses of mail and web": {
        "mia.okafor@example.org": "Invoices are sent to mia.okafor@example.org every month.",
        "mia.okafor+bills@example.org": "Reminders are sent to mia.okafor+bills@example.org every week.",
        "https://wiki.example.net/loom?page=2": "The washing rules are at https://wiki.example.net/loom?page=2 below.",
        "https://wiki.example.net/loom?page=21": "The drying rules are at https://wiki.example.net/loom?page=21 below.",
        "http://localhost:5173/#/board": "The score board runs at http://localhost:5173/#/board while we play.",
    },
    "UUIDs and hashes": {
        "3f2b8c1e-7d4a-4e0b-9c55-1a2b3c4d5e6f": "The order of chairs is 3f2b8c1e-7d4a-4e0b-9c55-1a2b3c4d5e6f in the shop.",
        "3f2b8c1e-7d4a-4e0b-9c55-1a2b3c4d5e60": "The order of tables is 3f2b8c1e-7d4a-4e0b-9c55-1a2b3c4d5e60 in the shop.",
        "9fceb02d": "The crash began with commit 9fceb02d last week.",
        "9fceb02e": "The crash ended with commit 9fceb02e this week.",
        "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c": (
            "The image of the disk has the checksum b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c."
        ),
    },
    "hosts and error codes": {
        "10.20.0.7:8443": "The printer answers at 10.20.0.7:8443 in the hall.",
        "10.20.0.70:8443": "The scanner answers at 10.20.0.70:8443 in the hall.",
        "E0382": "The compiler says E0382 when a value was moved.",
        "E0381": "The compiler says E0381 when a value was never set.",
        "42P01": "SQLSTATE 42P01 means that the table is not there.",
    },
    "names in code": {
        "fetchUserProfile": "The page calls fetchUserProfile when it opens.",
        "fetchUserAvatar": "The page calls fetchUserAvatar when it scrolls.",
        "user_profile_cache": "The limit of user_profile_cache is an hour.",
        "night-shift-roster": "Jan keeps night-shift-roster up to date.",
        "night-shift-rota": "Eva keeps night-shift-rota up to date.",
    },
    "languages of code": {
        "C": "The kettle's firmware is written in C by hand.",
        "C++": "The oven's firmware is written in C++ by a firm.",
        "C#": "The till is programmed in C# since last year.",
        "R": "The statistics of the bees are done in R at home.",
        "Go": "The proxy of the school is programmed in Go these days.",
    },
    "one or two characters": {
        "鹤": "湖边飞来一只鹤。",
        "Å": "The ferry to the village of Å leaves at noon.",
        "ox": "A neighbour ploughs the field with an ox.",
        "π": "He wrote π on the garage wall.",
        "龘": "老师教我们写龘字。",
    },
    "hashtags and telephones": {
        "#gartenfest2027": "Photos of the first party are under #gartenfest2027 online.",
        "#gartenfest2028": "Photos of the next party are under #gartenfest2028 online.",
        "#zaunkönig": "The bird watchers post under #zaunkönig every spring.",
        "+49 30 5550 1234": "The plumber is at +49 30 5550 1234 in the mornings.",
        "+49-30-5550-1243": "The electrician is at +49 30 5550 1243 in the mornings.",
    },
    "formulas": {
        "H₂O": "The sign on the tank says H₂O in blue.",
        "H₂O₂": "The sign on the bottle says H₂O₂ in yellow.",
        "x²": "The area grows with x² as he says.",
        "x³": "The volume grows with x³ as he says.",
        "21°C": "The wine cellar is kept at 21°C all year.",
    },
    "amounts and book numbers": {
        "€9.99": "The ticket for children costs €9.99 at the door.",
        "£9.99": "The ticket for pensioners costs £9.99 at the door.",
        "€19.99": "The ticket for families costs €19.99 at the door.",
        "978-1-4028-9462-6": "Her cookery book has the ISBN 978-1-4028-9462-6 on its back.",
        "9781402894633": "Her garden book has the ISBN 978-1-4028-9463-3 on its back.",
    },
}

NEEDLES = tuple(Needle(kind, word, said) for kind, rows in _TABLE.items() for word, said in rows.items())

_ENGLISH = """
Bruno, Clara, Dario, Edith, Felix, Hanna, Igor, Julia, Lotte, Marek
mended, bought, painted, forgot, found, sold
the wooden fence, a pair of boots, the window frame, a basket of pears, the torn map, a set of spoons
before breakfast, on the way home, during the storm, after the concert
"""
_CHINESE = """
小王, 老李, 阿芳, 张明, 刘洋, 赵雪
昨天, 上个月, 去年冬天, 今天早上
修理, 购买, 丢失, 整理
一双靴子, 一篮苹果, 一张地图, 两把椅子, 旧窗帘
"""


def fillers(count: int, seed: int) -> list[str]:
    """So many distinct ordinary sentences (at most 960), English and Chinese in turn, without any needle's word."""
    draw = random.Random(seed)
    english = draw.sample(_all("{0} {1} {2} {3}.", _ENGLISH), (count + 1) // 2)
    chinese = draw.sample(_all("{0}{1}{2}了{3}。", _CHINESE), count // 2)
    return [s for pair in itertools.zip_longest(english, chinese) for s in pair if s]


def _all(form: str, words: str) -> list[str]:
    choices = [line.split(", ") for line in words.strip().splitlines()]
    return [form.format(*chosen) for chosen in itertools.product(*choices)]
