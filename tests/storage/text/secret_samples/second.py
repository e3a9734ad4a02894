# pyright: basic
"""Held-out rows for a secret detector. Every value is synthetic and drawn from random.Random(seed)."""

from __future__ import annotations

import random
import re
import string
import zlib
from collections.abc import Callable
from dataclasses import dataclass

Rng = random.Random
Gen = Callable[[Rng], str]


@dataclass(frozen=True, slots=True)
class Sample:
    text: str
    secret: str
    kind: str
    lang: str
    family: str


DIG = string.digits
LOW = string.ascii_lowercase
UP = string.ascii_uppercase
ALNUM = string.ascii_letters + DIG
B62 = DIG + UP + LOW
B64URL = ALNUM + "-_"
HEX = "0123456789abcdef"
B32 = UP + "234567"


def _s(r: Rng, alphabet: str, n: int) -> str:
    return "".join(r.choice(alphabet) for _ in range(n))


def _num(r: Rng, n: int) -> str:
    return r.choice("123456789") + _s(r, DIG, n - 1)


def _crc62(body: str) -> str:
    v, out = zlib.crc32(body.encode()), ""
    while v:
        v, m = divmod(v, 62)
        out = B62[m] + out
    return out.rjust(6, "0")


# ---------------------------------------------------------------- machine tokens


def t_aws_id(r: Rng) -> str:
    return r.choice(["AK", "AK", "AS"]) + "IA" + _s(r, B32, 16)


def t_aws_secret(r: Rng) -> str:
    return _s(r, ALNUM, 14) + "/" + _s(r, ALNUM, 11) + "+" + _s(r, ALNUM, 13)


def t_gh_classic(r: Rng) -> str:
    body = _s(r, ALNUM, 30)
    return "gh" + r.choice("ppos") + "_" + body + _crc62(body)


def t_gh_fine(r: Rng) -> str:
    return "github" + "_pat_" + "11" + _s(r, UP + DIG, 20) + "_" + _s(r, ALNUM, 59)


def t_gitlab(r: Rng) -> str:
    if r.random() < 0.5:
        return "gl" + "pat-" + _s(r, B64URL, 19) + _s(r, ALNUM, 1)
    return "gl" + "pat-" + _s(r, B64URL, 27) + ".01." + _s(r, DIG + LOW, 9)


def t_slack(r: Rng) -> str:
    if r.random() < 0.5:
        return "xo" + "xb-" + _num(r, 12) + "-" + _num(r, 13) + "-" + _s(r, ALNUM, 24)
    return "xo" + "xp-" + _num(r, 12) + "-" + _num(r, 12) + "-" + _num(r, 13) + "-" + _s(r, HEX, 32)


def t_stripe(r: Rng) -> str:
    head = r.choice(["s", "s", "r"]) + "k_" + "live_"
    return head + (_s(r, ALNUM, 24) if r.random() < 0.5 else "51" + _s(r, ALNUM, 97))


def t_openai(r: Rng) -> str:
    mark = "T3Blbk" + "FJ"
    if r.random() < 0.3:
        return "s" + "k-" + _s(r, ALNUM, 20) + mark + _s(r, ALNUM, 20)
    kind = r.choice(["pr" + "oj-", "svc" + "acct-"])
    return "s" + "k-" + kind + _s(r, B64URL, 74) + mark + _s(r, B64URL, 73) + _s(r, ALNUM, 1)


def t_anthropic(r: Rng) -> str:
    return "s" + "k-" + "ant-" + r.choice(["api03", "admin01"]) + "-" + _s(r, B64URL, 93) + "AA"


def t_google(r: Rng) -> str:
    return "AI" + "za" + "Sy" + _s(r, B64URL, 32) + _s(r, ALNUM, 1)


def t_hf(r: Rng) -> str:
    return "h" + "f_" + _s(r, string.ascii_letters, 34)


def t_npm(r: Rng) -> str:
    body = _s(r, ALNUM, 30)
    return "np" + "m_" + body + _crc62(body)


def t_telegram(r: Rng) -> str:
    return _num(r, r.choice([9, 10])) + ":" + "AA" + _s(r, B64URL, 32) + _s(r, ALNUM, 1)


def t_sendgrid(r: Rng) -> str:
    return "S" + "G." + _s(r, B64URL, 22) + "." + _s(r, B64URL, 42) + _s(r, ALNUM, 1)


def t_pypi(r: Rng) -> str:
    return "py" + "pi-" + "AgEIcHlw" + "aS5vcmc" + _s(r, B64URL, r.randint(150, 165)) + _s(r, ALNUM, 1)


def t_do(r: Rng) -> str:
    return "do" + r.choice("po") + "_v1_" + _s(r, HEX, 64)


# kind -> (generator, two English, two Chinese); § is the secret
TOKENS: dict[str, tuple[Gen, list[str], list[str]]] = {
    "aws_access_key_id": (
        t_aws_id,
        [
            "The backup bucket uses access key § in eu-west-1, owned by the ops account.",
            "Remember that our staging uploader runs as §.",
        ],
        [
            "我们备份桶用的访问密钥ID是§，区域在新加坡。",
            "记一下，运维账号的AK：§",
        ],
    ),
    "aws_secret_access_key": (
        t_aws_secret,
        [
            "aws_secret_access_key = § goes in the ~/.aws/credentials file on the build box.",
            "The secret access key for the photo-archive IAM user is §, I only get to see it once.",
        ],
        [
            "帮我存一下AWS的Secret Access Key：§，以后就看不到了。",
            "照片归档那个IAM用户的私有访问密钥是§",
        ],
    ),
    "github_classic_token": (
        t_gh_classic,
        [
            "Use § when you push to my dotfiles repo.",
            "I made a new classic token for the release script, it's § and expires in 90 days.",
        ],
        [
            "推代码的时候用这个：§",
            "我给发布脚本新建了个GitHub令牌§，九十天后过期。",
        ],
    ),
    "github_fine_grained_token": (
        t_gh_fine,
        [
            "For reading issues only, the fine-grained one is §, scoped to the docs repo.",
            "User set GITHUB_TOKEN to § on the laptop.",
        ],
        [
            "只读issue的那个细粒度令牌是§，只给了文档仓库权限。",
            "用户把GITHUB_TOKEN设成了§。",
        ],
    ),
    "gitlab_token": (
        t_gitlab,
        [
            "Our self-hosted GitLab wants §, put it after oauth2: in the clone URL.",
            "git clone https://oauth2:§@gitlab.example.org/team/app.git is how I pull the app at work.",
        ],
        [
            "公司GitLab的个人访问令牌：§，克隆的时候要用。",
            "CI里拉子模块填的是§这个，别弄丢了",
        ],
    ),
    "slack_token": (
        t_slack,
        [
            "The standup bot posts with § in #daily.",
            "SLACK_TOKEN=§ and the channel is general, that's all the notifier needs.",
        ],
        [
            "站会机器人发消息用§，频道是daily。",
            "Slack那边的token我放这了：§ 记得别发群里",
        ],
    ),
    "stripe_secret_key": (
        t_stripe,
        [
            "Live Stripe key for the bakery shop is §; test mode has its own.",
            "curl https://api.stripe.com/v1/charges -u §: works from my machine.",
        ],
        [
            "面包店收款用的Stripe正式密钥是§，测试环境另有一个。",
            "线上支付的key：§，周五换新的。",
        ],
    ),
    "openai_key": (
        t_openai,
        [
            "My OpenAI key is § so you can run the summariser with it.",
            "export OPENAI_API_KEY=§ is already in my .zshrc.",
        ],
        [
            "我的OpenAI密钥是§，跑摘要脚本就用它。",
            '在.zshrc里写了export OPENAI_API_KEY="§"，重开终端就行。',
        ],
    ),
    "anthropic_key": (
        t_anthropic,
        [
            "The Claude key for the reading-group project: §",
            "Put x-api-key: § in the header when calling the messages endpoint.",
        ],
        [
            "读书会项目用的Claude key在这：§",
            "请求头里带上x-api-key: §，不然会报401。",
        ],
    ),
    "google_api_key": (
        t_google,
        [
            "Maps on the club website loads with key=§ in the script tag.",
            "Gemini works with § from my personal Google project.",
        ],
        [
            "社团网站的地图用的是§这个谷歌key。",
            "我自己谷歌项目里的Gemini密钥：§。",
        ],
    ),
    "huggingface_token": (
        t_hf,
        [
            "Log in to the hub with § before downloading the gated Llama weights.",
            "My write token on Hugging Face (§) is only for the dataset uploads.",
        ],
        [
            "下载Llama权重之前先用§登录hub。",
            "抱脸的写权限token是§，只用来传数据集。",
        ],
    ),
    "npm_token": (
        t_npm,
        [
            "//registry.npmjs.org/:_authToken=§ is the line in my .npmrc for publishing.",
            "Publishing the icons package needs §, automation type.",
        ],
        [
            "发图标包要用的npm令牌是§，自动化类型。",
            ".npmrc里那一行是//registry.npmjs.org/:_authToken=§",
        ],
    ),
    "telegram_bot_token": (
        t_telegram,
        [
            "BotFather gave me § for the plant watering bot.",
            "The weather bot is called at https://api.telegram.org/bot§/getUpdates every minute.",
        ],
        [
            "BotFather给我的浇花机器人令牌是§。",
            "天气机器人的地址是https://api.telegram.org/bot§/sendMessage，每小时跑一次。",
        ],
    ),
    "sendgrid_key": (
        t_sendgrid,
        [
            "Newsletter mails go out via SendGrid with §, user name is literally apikey.",
            "Please keep § for me, it's the mail sender for the choir.",
        ],
        [
            "合唱团群发邮件走SendGrid，key是§",
            "帮我留着§，发通讯的时候要填。",
        ],
    ),
    "pypi_token": (
        t_pypi,
        [
            "twine upload -u __token__ -p § dist/* is how I release the parser.",
            "PyPI token scoped to the tinyparse project: §",
        ],
        [
            "发布解析库用twine upload -u __token__ -p § dist/*",
            "PyPI上tinyparse项目的令牌：§，只能传这一个包。",
        ],
    ),
    "digitalocean_token": (
        t_do,
        [
            "Terraform talks to DigitalOcean with § for the Frankfurt droplets.",
            "doctl auth init asked for a token and I pasted §, keep that in mind.",
        ],
        [
            "法兰克福那几台droplet，Terraform用的令牌是§。",
            "doctl登录的时候贴的是§，你记一下。",
        ],
    ),
}


# ---------------------------------------------------------------- human secrets

EN_NAMES = ["Bella", "Oliver", "Daisy", "Rocky", "Megan", "Jasper", "Molly", "Tyler", "Luna", "Harriet"]
EN_WORDS = [
    "sunshine",
    "dragon",
    "butterfly",
    "pumpkin",
    "arsenal",
    "guitar",
    "banana",
    "thunder",
    "coffee",
    "monkey",
    "purple",
    "summer",
    "tigger",
    "rainbow",
    "pirate",
    "cactus",
    "biscuit",
    "marble",
]
PINYIN = ["zhangwei", "liming", "wangfang", "xiaoyu", "chenjie", "doudou", "liuyang", "niuniu", "beibei", "zhaolei"]
ZH_TAIL = ["520", "1314", "888", "666", "123", "168", "@123", "_2020", "!@#"]


def _yr(r: Rng) -> str:
    return str(r.randint(1968, 2023))


def _mmdd(r: Rng) -> str:
    return f"{r.randint(1, 12):02d}{r.randint(1, 28):02d}"


def v_en(r: Rng) -> str:
    w, w2 = r.sample(EN_WORDS, 2)
    n = r.choice(EN_NAMES)
    return r.choice(
        [
            n + _yr(r) + "!",
            n + _s(r, DIG, 2),
            w + _s(r, DIG, 3),
            w.capitalize() + w2.capitalize() + _s(r, DIG, 2),
            n + "&" + r.choice([x for x in EN_NAMES if x != n]) + _s(r, DIG, 2),
            w + "-" + w2 + "-" + _s(r, DIG, 2),
            "P@ss" + w[:4] + _s(r, DIG, 2),
            "ilove" + w + _s(r, DIG, 1),
            "qwerty" + _s(r, DIG, 3),
            w.replace("e", "3").replace("a", "@").replace("i", "1") + _s(r, DIG, 2),
            w + w2,
            w.capitalize() + "#" + _yr(r),
        ]
    )


def v_zh(r: Rng) -> str:
    p = r.choice(PINYIN)
    return r.choice(
        [
            p + _yr(r),
            p + _mmdd(r),
            p.capitalize() + r.choice(ZH_TAIL),
            "woaini" + r.choice(["520", "1314", _mmdd(r)]),
            p + r.choice(ZH_TAIL),
            "Aa" + _num(r, 6),
            p[:2] + _num(r, 6),
            "qwe" + r.choice(["asd", "123"]) + _s(r, DIG, 2),
            _yr(r) + _mmdd(r),
            p.capitalize() + "@" + _yr(r),
            "5201314" + p[:2],
        ]
    )


def v_wifi_en(r: Rng) -> str:
    w, w2 = r.sample(EN_WORDS, 2)
    return r.choice(
        [
            w + w2 + _s(r, DIG, 2),
            w + " " + w2 + " " + _s(r, DIG, 2),
            _s(r, UP + DIG, 10),
            w.capitalize() + "Guest" + _yr(r),
            _num(r, 10),
            w2 + "at" + _s(r, DIG, 2) + w,
        ]
    )


def v_wifi_zh(r: Rng) -> str:
    return r.choice(
        [
            r.choice("68") * 8,
            r.choice(PINYIN) + "888",
            _num(r, 8),
            r.choice(PINYIN) + _s(r, DIG, 4),
            "1357924680",
            "a" + _num(r, 8),
            "wifi" + _yr(r) + _mmdd(r),
        ]
    )


def v_pin4(r: Rng) -> str:
    return r.choice([_mmdd(r), _s(r, DIG, 4), _yr(r)])


def v_pin6(r: Rng) -> str:
    return r.choice([_yr(r)[2:] + _mmdd(r), _s(r, DIG, 6), _s(r, DIG, 3) * 2])


def v_pin_words(r: Rng) -> str:
    names = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return " ".join(r.choice(names) for _ in range(4))


def v_door(r: Rng) -> str:
    return r.choice(
        [
            _s(r, DIG, 4) + "#",
            _s(r, DIG, 4),
            _s(r, DIG, 6),
            "*" + _s(r, DIG, 4) + "#",
            "C" + _s(r, DIG, 4),
            _s(r, DIG, 4) + r.choice("ABY"),
        ]
    )


def v_pattern(r: Rng) -> str:
    return r.choice(["1-4-7-8-9", "1-2-3-6-9-8-7", "7-4-1-5-9-6-3", "3-2-1-4-7-8-9", "1-5-9-8-7"])


BIP39 = [
    "abandon",
    "ability",
    "absorb",
    "access",
    "acid",
    "acoustic",
    "actor",
    "adapt",
    "advice",
    "aerobic",
    "afford",
    "agent",
    "alarm",
    "album",
    "alley",
    "alpha",
    "amateur",
    "amused",
    "anchor",
    "ankle",
    "apart",
    "april",
    "arch",
    "arena",
    "armor",
    "artist",
    "aspect",
    "athlete",
    "auction",
    "autumn",
    "avocado",
    "awake",
    "bacon",
    "badge",
    "balance",
    "bamboo",
    "banner",
    "barrel",
    "basket",
    "beach",
    "beauty",
    "become",
    "bench",
    "betray",
    "bicycle",
    "bitter",
    "blanket",
    "blossom",
    "bonus",
    "border",
    "bracket",
    "brave",
    "bridge",
    "broken",
    "bubble",
    "buffalo",
    "bundle",
    "butter",
    "cabin",
    "cactus",
    "camera",
    "canyon",
    "carbon",
    "castle",
    "catalog",
    "cement",
    "chapter",
    "cherry",
    "circle",
    "citizen",
    "clarify",
    "clever",
    "cliff",
    "clock",
    "cluster",
    "coconut",
    "comfort",
    "coral",
    "cotton",
    "couple",
    "cradle",
    "cricket",
    "crystal",
    "cupboard",
    "curtain",
    "daring",
    "debris",
    "decade",
    "denial",
    "desert",
    "diamond",
    "dinosaur",
    "dolphin",
    "donkey",
    "draft",
    "drum",
    "dwarf",
    "eager",
    "earth",
    "echo",
    "elbow",
    "elegant",
    "ember",
    "empower",
    "energy",
    "enrich",
    "erosion",
    "eternal",
    "exotic",
    "fabric",
    "faculty",
    "famous",
    "fantasy",
    "fiber",
    "filter",
    "flavor",
    "fluid",
    "forest",
    "fossil",
    "frozen",
    "galaxy",
    "garlic",
    "gentle",
    "ginger",
    "giraffe",
    "glimpse",
    "goddess",
    "gospel",
    "gravity",
    "hammer",
    "harvest",
    "hazard",
    "hockey",
    "humble",
    "hybrid",
    "ignore",
    "impulse",
    "inherit",
    "island",
    "jacket",
    "jungle",
    "kangaroo",
    "kitten",
    "ladder",
    "lemon",
    "liberty",
    "lizard",
    "lunar",
    "magnet",
    "mango",
    "meadow",
    "mimic",
    "mosquito",
    "mushroom",
    "napkin",
    "noodle",
    "oblige",
    "ocean",
    "olive",
    "orbit",
    "ostrich",
    "paddle",
    "panther",
    "pepper",
    "pilot",
    "planet",
    "pottery",
    "pumpkin",
    "quantum",
    "rabbit",
    "raven",
    "ribbon",
    "salmon",
    "saddle",
    "scatter",
    "shadow",
    "silver",
    "spider",
    "stumble",
    "sunset",
    "tackle",
    "thunder",
    "tomato",
    "trumpet",
    "tunnel",
    "umbrella",
    "velvet",
    "violin",
    "walnut",
    "whisper",
    "yellow",
    "zebra",
]


def v_seed(sep: str) -> Gen:
    return lambda r: sep.join(r.sample(BIP39, 12))


def v_seed_numbered(r: Rng) -> str:
    return " ".join(f"{i}. {w}" for i, w in enumerate(r.sample(BIP39, 12), 1))


def v_rec_hyphen(r: Rng) -> str:
    return _s(r, HEX, 5) + "-" + _s(r, HEX, 5)


def v_rec_digits(r: Rng) -> str:
    return _s(r, DIG, 4) + " " + _s(r, DIG, 4)


def v_rec_long(r: Rng) -> str:
    return "-".join(_s(r, UP + DIG, 4) for _ in range(7))


def v_bitlocker(r: Rng) -> str:
    return "-".join(_s(r, DIG, 6) for _ in range(8))


def v_rec_short(r: Rng) -> str:
    return _s(r, DIG, 8)


def v_db(r: Rng) -> str:
    w = r.choice(EN_WORDS)
    return r.choice(
        [
            "pg_" + w + _s(r, DIG, 2),
            w.capitalize() + "_db" + _yr(r),
            "root" + _s(r, DIG, 4),
            _s(r, ALNUM, 12),
            "Mysql" + r.choice("!#$") + _yr(r),
            w + "prod" + _s(r, DIG, 2),
        ]
    )


def v_sudo(r: Rng) -> str:
    w = r.choice(EN_WORDS)
    return r.choice(
        [
            "r00t" + w,
            w + _s(r, DIG, 2),
            "Ubuntu" + _yr(r),
            "raspberry" + _s(r, DIG, 2),
            w + "!" + w[:3],
            "Admin@" + _s(r, DIG, 4),
        ]
    )


def v_zip_en(r: Rng) -> str:
    return r.choice([v_en(r), "tax" + _yr(r), _mmdd(r) + _yr(r), r.choice(EN_NAMES).lower() + _mmdd(r)])


def v_zip_zh(r: Rng) -> str:
    return r.choice([v_zh(r), _s(r, DIG, 6), "fp" + _yr(r), "www." + r.choice(PINYIN) + ".com", _s(r, LOW + DIG, 4)])


Row = tuple[str, Gen]
PROSE: dict[str, tuple[list[Row], list[Row]]] = {
    "account_password": (
        [
            ("My Netflix password is §, the kids keep forgetting it.", v_en),
            ("Changed the Steam login today, new pw § (old one got leaked)", v_en),
            ("For the library website I sign in with my card number and then §.", v_en),
        ],
        [
            ("我的B站密码是§，孩子老是忘。", v_zh),
            ("淘宝账号今天改密码了，新的是§", v_zh),
            ("登录学校教务系统用学号，后面填§就能进。", v_zh),
        ],
    ),
    "wifi_password": (
        [
            ("Our home wifi is Maple_5G and the password's §", v_wifi_en),
            ('Guests can hop on the network with "§", it\'s on the fridge too.', v_wifi_en),
            ("wifi at mum's place: network BTHub6, key §", v_wifi_en),
        ],
        [
            ("家里wifi叫Xiaomi_2F，密码§", v_wifi_zh),
            ("来客人就告诉他们无线密码是§，冰箱上也贴了。", v_wifi_zh),
            ("外婆家的网连TP-LINK那个，输§就行", v_wifi_zh),
        ],
    ),
    "bank_pin": (
        [
            ("The PIN for my blue Visa card is §.", v_pin4),
            ("If you need to remind me at the ATM, it's § for the joint account.", v_pin4),
            ("my debit card pin: §, don't say it out loud", v_pin_words),
        ],
        [
            ("工行卡的取款密码是§。", v_pin6),
            ("招行那张信用卡，刷卡时输§，老婆生日", v_pin6),
            ("提醒我一下，妈妈存折的密码§，去柜台要用。", v_pin6),
        ],
    ),
    "door_code": (
        [
            ("To get into our building punch in § at the panel and pull hard.", v_door),
            ("Front door code is §, same for the bike shed.", v_door),
            ("The Airbnb host says the key box opens with §.", v_door),
        ],
        [
            ("单元门禁按§，然后用力拉。", v_door),
            ("家里指纹锁的密码是§，阿姨周三来打扫。", v_door),
            ("民宿老板说钥匙盒转到§就开了", v_pin4),
        ],
    ),
    "alarm_code": (
        [
            ("The alarm at the shop gets switched off with §, you have thirty seconds.", v_pin4),
            ("House alarm: § to disarm, then press the green button.", v_pin4),
            ("When the burglar alarm company calls, the code word is §.", lambda r: r.choice(EN_WORDS)),
        ],
        [
            ("店里的报警器撤防码是§，三十秒内要按。", v_pin6),
            ("仓库警报响了就输§，再按井号键解除。", v_pin4),
            ("别墅安防系统布防撤防都是§", v_pin6),
        ],
    ),
    "phone_unlock": (
        [
            ("My iPhone passcode is § in case my wife needs to get in.", v_pin6),
            ("Grandpa's phone unlocks with §, his birthday backwards.", v_pin4),
            ("The pattern on the old Samsung goes §, counting dots from top left.", v_pattern),
        ],
        [
            ("我手机的锁屏密码是§，万一老婆要用。", v_pin6),
            ("爷爷的华为解锁输§，是他生日倒过来。", v_pin6),
            ("旧手机的解锁图案是§，从左上角开始数。", v_pattern),
        ],
    ),
    "seed_phrase": (
        [
            ("My MetaMask recovery phrase is § and I've got no other copy.", v_seed(" ")),
            ("Write down these twelve words for the Ledger: §", v_seed(", ")),
            ("Cold wallet backup, in order: §. Keep it safe.", v_seed_numbered),
        ],
        [
            ("我的小狐狸钱包助记词是§，没有别的备份了。", v_seed(" ")),
            ("冷钱包那十二个单词：§", v_seed("、")),
            ("帮我记住，恢复比特币钱包要按顺序输入 § 。", v_seed(" ")),
        ],
    ),
    "recovery_code": (
        [
            ("One of my unused GitHub recovery codes is §.", v_rec_hyphen),
            ("Google backup code, in case I lose the phone: §", v_rec_digits),
            ("BitLocker asked for the recovery key again, it was §.", v_bitlocker),
        ],
        [
            ("GitHub两步验证的备用码还剩一个：§", v_rec_hyphen),
            ("苹果账户的恢复密钥是§，别弄丢。", v_rec_long),
            ("手机丢了的话，谷歌的备用验证码可以用§。", v_rec_short),
        ],
    ),
    "database_password": (
        [
            ("Prod postgres: user app_rw, password §, host db1.internal.", v_db),
            (
                "DATABASE_URL is postgres://shop:§@10.0.3.7:5432/orders on the server.",
                lambda r: v_db(r).replace("#", "$"),
            ),
            ("I connect to the club's MySQL as root with § from the office only.", v_db),
        ],
        [
            ("生产库账号app_rw，密码§，只能内网连。", v_db),
            ("连MySQL用mysql -uroot -p§ -h 10.0.3.7，别在外网跑。", v_db),
            ("测试环境的redis设了requirepass §，昨天刚改。", v_db),
        ],
    ),
    "sudo_password": (
        [
            ("On the home server sudo wants §.", v_sudo),
            ("The Raspberry Pi in the attic: ssh pi@192.168.1.40, then § for sudo.", v_sudo),
            ("root password on the NAS is still §, should change it some day", v_sudo),
        ],
        [
            ("家里服务器sudo的时候输§。", v_sudo),
            ("阁楼那台树莓派，用户pi，sudo密码是§", v_sudo),
            ("NAS的root口令还是§，有空改掉。", v_sudo),
        ],
    ),
    "email_login": (
        [
            ("Dad's e-mail is harold.b{n}@example.com / §", v_en),
            ("Log into the choir mailbox as choir{n}@example.org with § and check for RSVPs.", v_en),
            ("work mail: j.moreno{n}@example.net, pass: §", v_en),
        ],
        [
            ("爸爸的邮箱laowang{n}@example.com，密码§，每周帮他看一次。", v_zh),
            ("社团邮箱 club{n}@example.org / §，收报名表用。", v_zh),
            ("用li.na{n}@example.net登录，口令填§就可以收信。", v_zh),
        ],
    ),
    "file_password": (
        [
            ("The tax PDF from the accountant opens with §.", v_zip_en),
            ("Zip password for the wedding photos: §", v_zip_en),
            ("I encrypted taxes.7z, type § when it asks.", v_zip_en),
        ],
        [
            ("会计发来的PDF要输§才能打开。", v_zip_zh),
            ("婚礼照片压缩包的解压密码：§", v_zip_zh),
            ("工资条那个加密的zip，解压输§", v_zip_zh),
        ],
    ),
}


# ---------------------------------------------------------------- harmless look-alikes
# {dN} digits, {hN} hex, {bN} base64, {n:a:b} integer, {p:x|y} choice, {uuid}, {date}

HARM_EN: list[tuple[str, str]] = [
    ("password_talk", "I reset my bank password last {p:Tuesday|Friday|Sunday} and it took {n:3:9} tries."),
    (
        "password_talk",
        "Passwords at work must have {n:10:16} characters, one digit and one symbol, and expire every {n:60:180} days.",
    ),
    (
        "password_talk",
        "User keeps all passwords in {p:Bitwarden|KeePassXC|1Password} and never wants them stored here.",
    ),
    ("password_talk", "My password manager says {n:12:98} of my passwords are reused."),
    ("password_talk", "The password is wrong according to the router, so I have to call the provider at 555-{d4}."),
    ("password_talk", "Forgot the zip password again; asked Megan to send it by Signal."),
    ("password_talk", "The wifi password is on the sticker under the router."),
    ("password_talk", "Password: ask Tom, he set it up in {n:2015:2023}."),
    ("pin_word", "On the Arduino the LED is on pin {n:2:13} and the sensor is on pin A{n:0:5}."),
    ("pin_word", "Pin numpy to 1.{n:20:26}.{n:0:4} because the newer one breaks the build."),
    ("pin_word", "The bowling alley is at {d4} Pin Oak Drive."),
    ("pin_word", "The bank said the new PIN arrives by post within {n:3:9} working days."),
    ("code_word", "Our zip code is {d5} and the area code is {n:201:989}."),
    ("code_word", "The washing machine shows error code E{n:10:99} when the door is open."),
    ("code_word", "Windows update fails with code 0x8007{h4}."),
    ("code_word", "The dress code for the {n:10:28} June dinner is smart casual."),
    ("code_word", "Airport code for Porto is OPO and our gate was B{n:10:48}."),
    ("code_word", "HTTP status code {p:401|403|429} means the login service refused the call, not that it is down."),
    ("code_word", "The colour code of the hallway paint is #{h6}, brand Dulux."),
    ("code_word", "Building code requires the gate to be {n:100:140} cm high with a self-closing latch."),
    ("code_word", "The door code changed on {date} and I still have to get the new one from the concierge."),
    ("code_word", "Course code for my statistics class is STAT{n:200:499}, room {n:100:390}."),
    ("key_word", "The sonata is in the key of {p:D minor|F sharp major|B flat major} and runs {n:18:32} minutes."),
    ("key_word", "Spare key hangs at the neighbour's, flat {n:10:48}."),
    ("key_word", "In the table users the primary key is user_id and the foreign key is org_id, both bigint."),
    ("key_word", "Set keyRotationDays to {n:30:90} and cacheKeyPrefix to sessionV{n:2:9} in the config."),
    ("key_word", "API keys of that vendor start with sk- and are about {n:48:60} characters long."),
    ("key_word", 'The API key is read from os.environ["WEATHER_API_KEY"], never from the repo.'),
    ("key_word", "Our SSH host key fingerprint is SHA256:{b43}, compare it on first connect."),
    ("token_word", "Context window is {n:8:128}k tokens and I set max_tokens={n:512:4096}."),
    ("token_word", "The tokenizer has {n:32000:151000} entries, token id {n:1000:9999} is the newline."),
    ("token_word", "The arcade gives {n:5:25} tokens for ten dollars."),
    ("token_word", "accessToken lives {n:5:60} minutes and refreshToken {n:7:30} days in our auth service."),
    ("model_name", "Use GPT-4o for the login page copy and Qwen2.5-{p:7B|14B|32B}-Instruct for the network logs."),
    ("model_name", "To join the eval channel you need access to Llama-3.1-{p:8B|70B} results from run {n:100:999}."),
    ("model_name", "My router is an Archer AX{n:20:90}, wifi network on channel {p:36|44|149}, 80 MHz wide."),
    ("branch", "The login rework is on branch feature/login-v{n:2:9}, access control goes to fix/JIRA-{d4}."),
    ("branch", "Unlocking the merge queue was done in commit {h40}."),
    ("config", "Postgres listens on port 54{d2} and the login proxy joins on 80{d2}, both bound to 127.0.0.1."),
    ("config", "In compose the line is POSTGRES_PASSWORD: ${DB_PASSWORD} and the value comes from the vault."),
    ("config", "The form field is called newPasswordConfirm and validatePassword2Way() throws when it is empty."),
    ("config", "ssh -p 22{d2} deploy@build{n:1:9}.example.org works now that agent forwarding is on."),
    ("config", "Wifi name for the guest network is Harbor_Guest{n:10:99}; it has a captive portal and no password."),
    ("id", "The sha256 of the installer is {h64}."),
    ("id", "My support case is {uuid}, opened on {date}."),
    ("id", "Parcel tracking number is 1Z{d6}{d8}, due on {p:Monday|Thursday}."),
    ("id", "ISBN of the password security book is 978-0-{d3}-{d5}-{d1}."),
    ("number", "The dentist's number is 555-0{d3}, ask for the {n:9:16}:30 slot."),
    ("number", "Our house is at {n:12:980} Lockwood Road, apartment {n:2:40}B."),
    ("number", "My alarm goes off at 6:{n:10:55} on weekdays and 8:{n:10:55} at weekends."),
    ("number", "The smoke alarm battery was changed on {date}, model X-Sense SC0{n:1:9}."),
    ("number", "We paid ${n:100:900}.{d2} for the smart lock and the installer took {n:2:5} hours."),
    ("number", "The safe weighs {n:20:90} kg and measures {n:30:60} x {n:30:60} x {n:30:60} cm."),
    ("game", "The speed boots unlock at level {n:20:60} after beating the gate boss {n:2:5} times."),
    ("sport", "Arsenal won {n:2:5}-{n:0:1} and secured access to the next round on {date}."),
    ("sport", "Recovery run was {n:5:12}.{d1} km at 5:{n:10:55} per km, heart rate {n:120:150}."),
    ("recipe", "Secret to the pancakes: {n:200:300} g flour, {n:350:500} ml milk, {n:2:4} eggs, rest 20 minutes."),
    ("recipe", "Seed bread needs {n:40:90} g sunflower seeds and bakes at {n:200:235} degrees."),
    ("seed", "Experiments use seed {n:1:9999} and dropout 0.{n:1:5}."),
    ("phrase", "Favourite words in her poem: river, lemon, harvest, silver, meadow, {p:island|forest|sunset}."),
]

HARM_ZH: list[tuple[str, str]] = [
    ("password_talk", "我上周{p:二|五|日}改了银行密码，试了{n:3:9}次才成功。"),
    ("password_talk", "公司要求密码至少{n:8:16}位，包含数字和符号，每{n:60:180}天换一次。"),
    ("password_talk", "用户的密码都放在{p:Bitwarden|KeePassXC|1Password}里，不希望存在这里。"),
    ("password_talk", "wifi密码贴在路由器背面，自己去看。"),
    ("password_talk", "忘了压缩包密码，已经请小李用微信发我。"),
    ("password_talk", "密码错误超过{n:3:6}次，账户会锁定{n:15:60}分钟。"),
    ("password_talk", "密码是老婆设的，我不知道，要问她。"),
    ("password_talk", "《达芬奇密码》我看到第{n:50:400}页了。"),
    ("password_talk", "取款密码连续输错三次，卡被吞了，{date}带身份证去柜台。"),
    ("code_word", "我们这里的邮政编码是{d6}，区号是0{n:510:599}。"),
    ("code_word", "洗衣机报错代码E{n:10:99}，说明门没关好。"),
    ("code_word", "贵州茅台的股票代码是600519，今天涨了{n:1:4}.{d2}%。"),
    ("code_word", "验证码收不到，客服说要等{n:5:30}分钟再试。"),
    ("code_word", "走廊墙漆的色号是#{h6}，立邦的。"),
    ("code_word", "高铁G{n:100:999}次，检票口{n:1:28}B，{n:7:20}点{n:10:59}分开。"),
    ("code_word", "返回码{p:401|403|429}表示登录服务拒绝了请求，不是服务挂了。"),
    ("code_word", "门禁密码{n:3:12}月要换，物业还没通知新的。"),
    ("code_word", "课程代码STAT{n:200:499}，在三教{n:100:390}上课。"),
    ("code_word", "快递取件在菜鸟驿站{n:2:9}号柜，营业到晚上{n:8:10}点。"),
    ("key_word", "备用钥匙放在{n:10:48}楼邻居家。"),
    ("key_word", "用户表主键是user_id，外键是org_id，都是bigint。"),
    ("key_word", "配置里keyRotationDays改成{n:30:90}，cacheKeyPrefix改成sessionV{n:2:9}。"),
    ("key_word", "这家的API密钥都以sk-开头，大概{n:48:60}个字符。"),
    ("key_word", "密钥从环境变量WEATHER_API_KEY里读，不写进仓库。"),
    ("key_word", "服务器主机密钥指纹是SHA256:{b43}，第一次连接要核对。"),
    ("key_word", "成功的关键是每天练{n:20:90}分钟，坚持{n:100:365}天。"),
    ("token_word", "上下文窗口{n:8:128}k，max_tokens设成{n:512:4096}，大概花{n:2:9}元。"),
    ("token_word", "分词器一共{n:32000:151000}个token，换行符的编号是{n:1000:9999}。"),
    ("token_word", "accessToken有效期{n:5:60}分钟，refreshToken有效期{n:7:30}天。"),
    ("token_word", "令牌桶限流设成每秒{n:50:500}个请求，突发{n:600:2000}。"),
    ("model_name", "登录页文案用GPT-4o写，网络日志用Qwen2.5-{p:7B|14B|32B}分析。"),
    ("model_name", "接入DeepSeek-V3之后，第{n:100:999}次评测的准确率到了{n:70:95}.{d1}%。"),
    ("model_name", "路由器是华为AX{n:3:6}，wifi信道{p:36|44|149}，频宽80MHz。"),
    ("branch", "登录改造在feature/login-v{n:2:9}分支，权限修复在fix/JIRA-{d4}。"),
    ("branch", "解锁合并队列的提交是{h40}。"),
    ("config", "数据库端口54{d2}，登录网关端口80{d2}，都只监听127.0.0.1。"),
    ("config", "compose里写的是MYSQL_ROOT_PASSWORD=${DB_PASSWORD}，值从vault取。"),
    ("config", "表单字段叫newPasswordConfirm，为空时validatePassword2Way()会抛异常。"),
    ("config", "访客网络名是Harbor_Guest{n:10:99}，不用密码，连上弹网页。"),
    ("config", "用ssh -p 22{d2} deploy@build{n:1:9}.example.org登录，走公钥，不用输口令。"),
    ("id", "安装包的sha256是{h64}。"),
    ("id", "工单编号{uuid}，{date}提交的。"),
    ("id", "顺丰单号SF{d13}，预计{p:周一|周四}到。"),
    ("id", "那本密码学的书号是978-7-{d3}-{d5}-{d1}。"),
    ("number", "牙医诊所电话是010-8888{d4}，约了{n:9:16}点半。"),
    ("number", "客服热线400-{d3}-{d4}，解锁账户按{n:2:8}。"),
    ("number", "我家住幸福路{n:12:980}号{n:2:9}单元{n:2:9}02室。"),
    ("number", "工作日闹钟6点{n:10:55}，周末8点{n:10:55}。"),
    ("number", "智能门锁花了{n:800:2600}元，安装用了{n:2:5}小时。"),
    ("number", "保险箱重{n:20:90}公斤，尺寸{n:30:60}×{n:30:60}×{n:30:60}厘米。"),
    ("number", "烟雾报警器的电池是{date}换的。"),
    ("number", "车库门宽{n:240:300}厘米，开门要{n:10:20}秒。"),
    ("game", "加速靴要到{n:20:60}级才解锁，先打{n:2:5}次守门boss。"),
    ("game", "王者荣耀我{n:20:60}星，常用ID是晚风{n:10:99}，最近在练李白。"),
    ("sport", "昨晚国安{n:2:5}比{n:0:1}赢了，拿到下一轮资格。"),
    ("sport", "恢复跑{n:5:12}.{d1}公里，配速5分{n:10:55}秒，心率{n:120:150}。"),
    ("recipe", "红烧肉的秘诀：五花肉{n:400:900}克，冰糖{n:20:50}克，小火{n:50:90}分钟。"),
    ("recipe", "芝麻饼要{n:200:300}克面粉，{n:180:220}度烤{n:12:25}分钟。"),
    ("seed", "实验随机种子用{n:1:9999}，dropout设0.{n:1:5}。"),
    ("phrase", "英语单词今天背了harvest、silver、meadow、lemon、{p:island|forest|sunset}，还剩{n:10:60}个。"),
]

_FIELD = re.compile(r"\{(?:(d|h|b)(\d+)|n:(\d+):(\d+)|p:([^}]*)|(uuid|date|n))\}")


def _fill(template: str, r: Rng, lang: str) -> str:
    def sub(m: re.Match[str]) -> str:
        if m[1]:
            return _s(r, {"d": DIG, "h": HEX, "b": ALNUM + "+/"}[m[1]], int(m[2]))
        if m[3]:
            return str(r.randint(int(m[3]), int(m[4])))
        if m[5] is not None:
            return r.choice(m[5].split("|"))
        if m[6] == "uuid":
            return "-".join(
                [_s(r, HEX, 8), _s(r, HEX, 4), "4" + _s(r, HEX, 3), r.choice("89ab") + _s(r, HEX, 3), _s(r, HEX, 12)]
            )
        if m[6] == "date":
            y, mo, d = r.randint(2019, 2025), r.randint(1, 12), r.randint(1, 28)
            return f"{y}年{mo}月{d}日" if lang == "zh" else f"{y}-{mo:02d}-{d:02d}"
        return str(r.randint(10, 99))

    return _FIELD.sub(sub, template)


def samples(seed: int) -> list[Sample]:
    r = random.Random(seed)
    out: list[Sample] = []

    def secret_row(template: str, gen: Gen, kind: str, lang: str, family: str) -> None:
        text = _fill(template, r, lang)
        secret = gen(r)
        while secret in text:  # the value must occur once, as the secret
            secret = gen(r)
        out.append(Sample(text.replace("§", secret), secret, kind, lang, family))

    for kind, (gen, en, zh) in TOKENS.items():
        for lang, rows in (("en", en), ("zh", zh)):
            for template in rows:
                secret_row(template, gen, kind, lang, "token")
    for kind, (en_rows, zh_rows) in PROSE.items():
        for lang, prose_rows in (("en", en_rows), ("zh", zh_rows)):
            for template, gen in prose_rows:
                secret_row(template, gen, kind, lang, "prose")
    for lang, harm in (("en", HARM_EN), ("zh", HARM_ZH)):
        for kind, template in harm:
            out.append(Sample(_fill(template, r, lang), "", kind, lang, "harmless"))
    return out
