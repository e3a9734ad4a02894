"""Sentences with and without a secret, to measure a secret detector against.

The set is written by a second author who has not seen the rules it tests: token shapes come from the issuers'
documentation, prose from how people write such things down. Every value is drawn at run time from a seeded generator,
so no token-shaped string stands in this source.

In a template `⟨name⟩` is a drawn value and `⟨!name⟩` the secret (`⟨!⟩`: the kind's own generator). `secret` is
the narrowest part that must not survive: of a database URL its password, of a PEM block the key material.
"""

import base64
import json
import re
import uuid
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits


@dataclass(frozen=True, slots=True)
class Sample:
    text: str  # a whole sentence a user or an assistant might store in a long-term memory
    secret: str  # the secret inside it ("" for harmless)
    kind: str  # e.g. "github-token", "password-prose"
    lang: str  # "en" or "zh"
    family: str  # "token", "prose", "harmless"


@dataclass(frozen=True, slots=True)
class _Group:
    kind: str
    en: tuple[str, ...]
    zh: tuple[str, ...]


Draw = Callable[[Random], str]

ALNUM = digits + ascii_uppercase + ascii_lowercase
HEX = digits + "abcdef"
URL64 = ALNUM + "-_"
BASE32 = ascii_uppercase + "234567"


# ---- drawing ----


def _draw(rng: Random, alphabet: str, length: int) -> str:
    return "".join(rng.choices(alphabet, k=length))


def _of(alphabet: str, length: int, prefix: str = "") -> Draw:
    return lambda rng: prefix + _draw(rng, alphabet, length)


def _b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _b64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _uuid(rng: Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def _mark(secret: str) -> str:
    """Narrows the secret to this part of a drawn value."""
    return f"⟪{secret}⟫"


# ---- machine tokens ----


def _checksummed(prefix: str) -> Draw:
    """30 characters and their CRC32 in six base-62 digits, as GitHub and npm publish it."""

    def draw(rng: Random) -> str:
        body = _draw(rng, ALNUM, 30)
        rest, check = zlib.crc32(body.encode()), ""
        for _ in range(6):
            rest, digit = divmod(rest, 62)
            check = ALNUM[digit] + check
        return prefix + body + check

    return draw


def _github_fine(rng: Random) -> str:
    return "github" + "_pat_" + _draw(rng, ALNUM, 22) + "_" + _draw(rng, ALNUM, 59)


def _aws_secret(rng: Random) -> str:
    return _b64(rng.randbytes(30))


def _slack_bot(rng: Random) -> str:
    return "xox" + "b-" + "-".join((_number(rng, 12), _number(rng, 13), _draw(rng, ALNUM, 24)))


def _slack_webhook(rng: Random) -> str:
    team, hook = _draw(rng, ascii_uppercase + digits, 10), _draw(rng, ascii_uppercase + digits, 10)
    return "https://hooks.slack" + ".com/services/" + f"T{team}/B{hook}/" + _mark(_draw(rng, ALNUM, 24))


def _stripe(prefix: str) -> Draw:
    """Either length in use: 24 characters, or 99 since keys carry the account."""
    return lambda rng: prefix + "_li" + "ve_" + rng.choice((_draw(rng, ALNUM, 24), "51" + _draw(rng, ALNUM, 97)))


def _openai(rng: Random) -> str:
    return "sk-" + "proj-" + _draw(rng, URL64, 74) + "T3Blb" + "kFJ" + _draw(rng, URL64, 74)


def _anthropic(rng: Random) -> str:
    return "sk-" + "ant-" + "api03-" + _draw(rng, URL64, 93) + "AA"


def _pypi(rng: Random) -> str:
    caveat = f'[3,"{_uuid(rng)}"]'.encode()
    macaroon = b"\x02\x01\x08pypi.org\x02\x24" + _uuid(rng).encode() + b"\x00\x02" + bytes([len(caveat)]) + caveat
    return "pyp" + "i-" + _b64url(macaroon + b"\x00\x00\x06\x20" + rng.randbytes(32))


def _sendgrid(rng: Random) -> str:
    return "S" + "G." + _draw(rng, URL64, 22) + "." + _draw(rng, URL64, 43)


def _telegram(rng: Random) -> str:
    return _number(rng, 10) + ":A" + "A" + _draw(rng, URL64, 33)


def _jwt(rng: Random) -> str:
    head = {"alg": "HS256", "typ": "JWT"}
    issued = 1_700_000_000 + rng.randrange(60_000_000)
    body = {"sub": _uuid(rng), "role": rng.choice(("admin", "service", "editor")), "iat": issued, "exp": issued + 86400}
    parts = (_b64url(json.dumps(part, separators=(",", ":")).encode()) for part in (head, body))
    return ".".join((*parts, _b64url(rng.randbytes(32))))


def _pem(newline: str) -> Draw:
    """A key of each usual label, with that structure's first bytes and length."""

    def draw(rng: Random) -> str:
        label, start, size = rng.choice(
            (
                ("RSA ", b"\x30\x82\x02\x5c\x02\x01\x00", 608),
                ("EC ", b"\x30\x77\x02\x01\x01\x04\x20", 121),
                ("OPENSSH ", b"openssh-key-v1\x00", 258),
                ("", b"\x30\x81\x87\x02\x01\x00\x30\x13", 138),
            )
        )
        body = _b64(start + rng.randbytes(size - len(start)))
        lines = newline.join(body[at : at + 64] for at in range(0, len(body), 64))
        label += "PRIV" + "ATE KEY"
        return f"-----BEGIN {label}-----{newline}{_mark(lines)}{newline}-----END {label}-----"

    return draw


def _database_url(rng: Random) -> str:
    scheme, port = rng.choice(
        (("postgresql", ":5432"), ("postgres", ":5432"), ("mysql", ":3306"), ("mongodb+srv", ""), ("redis", ":6379"))
    )
    user, name = rng.choice(("app", "billing", "root", "svc_report", "shop")), rng.choice(("prod", "orders", "crm"))
    host = rng.choice(("db.internal", "10.4.0.12", "pg-main.example.net", "cluster0.ab3de.example.net"))
    password = rng.choice((_draw(rng, ALNUM, 18), _word_year(rng), rng.choice(WORDS) + "%40" + _number(rng, 4)))
    return f"{scheme}://{user}:{_mark(password)}@{host}{port}/{name}"


def _discord(rng: Random) -> str:
    owner, minted = _b64url(_number(rng, 18).encode()), _b64url((1_700_000_000 + rng.randrange(9**8)).to_bytes(4))
    return ".".join((owner, minted, _draw(rng, URL64, 38)))


def _azure(rng: Random) -> str:
    account, key = rng.choice(WORDS) + "storage" + _number(rng, 2), _b64(rng.randbytes(64))
    start = f"DefaultEndpointsProtocol=https;AccountName={account};"
    return start + "Account" + f"Key={_mark(key)};EndpointSuffix=core.windows.net"


def _dingtalk(rng: Random) -> str:
    return "https://oapi.dingtalk" + ".com/robot/send?access_" + "token=" + _mark(_draw(rng, HEX, 64))


def _zhipu(rng: Random) -> str:
    return _draw(rng, HEX, 32) + "." + _draw(rng, ALNUM, 16)


# ---- what people choose ----


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


WORDS = _words(
    "maple otter lantern pepper saffron willow copper falcon harbor juniper kettle marble nectar orchid pebble quartz "
    "raven sunset thistle velvet walnut zephyr banjo cactus dolphin ember forest ginger hazel indigo jasper koala "
    "lemon mango nutmeg olive panda rocket salmon tulip umbrella violet waffle yonder bramble cedar drizzle fennel"
)
NAMES = _words("bella oscar milo luna charlie ruby toby daisy jack sophie max nora felix emma leo chloe")
PINYIN = _words("xiaoyu zhangwei liming wangfang tiantian doudou beibei lele haoyun pingan jiajia yangyang chenxi")
SEEDS = _words(
    "abandon absorb access acid acoustic adapt afford agent airport album alley amateur anchor ankle apple april arena "
    "armor artist aspect attic autumn avocado bachelor balance bamboo banner barrel basket beach bench bicycle blanket "
    "blossom bonus border brave breeze bridge broccoli bronze bubble budget cabin cactus camera canal candy carbon "
    "castle catalog cereal chalk cherry chimney cinnamon citizen clay cliff clog cloth coconut coral cotton cradle "
    "cricket crystal curtain cycle dance dawn decade deer denial depth desert diamond dinosaur dolphin donkey dragon "
    "dune eagle echo elbow elegant ember engine erosion evoke fabric fatigue feather fiscal flame floor fossil fox "
    "fragile frost gadget galaxy garlic gauge gesture giraffe glide goose grape gravity guitar hammer harbor hazard "
    "hedgehog hobby hollow hospital hybrid ivory jacket jaguar jungle kangaroo ketchup kidney kiwi ladder lava lemon "
    "leopard lizard lobster lunar magnet mango maple marble meadow melody minimum mirror mosquito muffin napkin nephew "
    "noodle nuclear oak obscure ocean olive onion orbit ostrich oxygen paddle panther peanut pelican pepper pigeon "
    "pistol planet pottery prairie pumpkin puzzle quantum quiz rabbit raccoon ribbon ritual rocket saddle salmon "
    "satoshi scorpion shiver silver siren sketch slender soccer spatial spider squirrel stadium sunset syrup tattoo "
    "thunder timber tobacco tornado tourist trumpet tunnel turtle umbrella upgrade vacuum velvet violin volcano wagon "
    "walnut whale whisper window winter wrestle yellow zebra"
)


def _number(rng: Random, length: int) -> str:
    return rng.choice("123456789") + _draw(rng, digits, length - 1)


def _word_year(rng: Random) -> str:
    return rng.choice(WORDS).capitalize() + str(rng.randrange(1968, 2026)) + rng.choice("!!$*")


def _leet(rng: Random) -> str:
    swapped = rng.choice(WORDS).translate(str.maketrans("aeo", "430")).capitalize()
    return swapped + rng.choice("_-#&") + rng.choice(WORDS).capitalize() + _number(rng, 2)


def _name_date(rng: Random) -> str:
    return rng.choice(NAMES) + f"{rng.randrange(1, 13):02}{rng.randrange(1, 29):02}"


def _pinyin(rng: Random) -> str:
    date = f"{rng.randrange(1975, 2021)}{rng.randrange(1, 13):02}{rng.randrange(1, 29):02}"
    return rng.choice(PINYIN) + rng.choice((date, date[2:], date[4:]))


def _pinyin_symbol(rng: Random) -> str:
    return rng.choice(PINYIN).capitalize() + rng.choice("@#_!") + rng.choice(("520", "1314", "888", "2008", "123"))


def _hyphens(rng: Random) -> str:
    return "-".join((*rng.sample(WORDS, 3), _number(rng, 2)))


def _phrase(rng: Random) -> str:
    return " ".join(rng.sample(WORDS, 4))


def _managed(rng: Random) -> str:
    """What a password manager proposes: every class of character, in any order."""
    chars = [*rng.choices(ascii_lowercase, k=5), *rng.choices(ascii_uppercase, k=4), *rng.choices(digits, k=4)]
    chars += rng.choices("!#$%&*+=@^~", k=3)
    rng.shuffle(chars)
    return "".join(chars)


def _seed(count: int, separator: str = " ") -> Draw:
    return lambda rng: separator.join(rng.sample(SEEDS, count))


def _seed_numbered(rng: Random) -> str:
    return " ".join(f"{at}. {word}" for at, word in enumerate(rng.sample(SEEDS, 12), 1))


def _groups(alphabet: str, length: int, count: int, separator: str) -> Draw:
    return lambda rng: separator.join(_draw(rng, alphabet, length) for _ in range(count))


# ---- what only looks like a secret ----


def _isbn(rng: Random) -> str:
    body = "978" + _number(rng, 9)
    check = -sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(body)) % 10
    return f"{body[:3]}-{body[3]}-{body[4:7]}-{body[7:]}-{check}"


def _ssh_public(rng: Random) -> str:
    return "ssh-ed25519 " + _b64(b"\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x20" + rng.randbytes(32))


def _digest(size: int) -> Draw:
    return lambda rng: _b64(rng.randbytes(size))


def _digits(length: int) -> Draw:
    return lambda rng: _number(rng, length)


DRAW: dict[str, Draw] = {
    # machine tokens, by kind
    "github-token": _checksummed("gh" + "p_"),
    "github-fine-grained-token": _github_fine,
    "gitlab-token": _of(URL64, 20, "glp" + "at-"),
    "aws-access-key-id": _of(BASE32, 16, "AK" + "IA"),
    "aws-secret-key": _aws_secret,
    "google-api-key": _of(URL64, 33, "AI" + "zaSy"),
    "google-oauth-secret": _of(URL64, 28, "GOC" + "SPX-"),
    "slack-bot-token": _slack_bot,
    "slack-webhook": _slack_webhook,
    "stripe-key": _stripe("s" + "k"),
    "stripe-restricted-key": _stripe("r" + "k"),
    "openai-key": _openai,
    "anthropic-key": _anthropic,
    "huggingface-token": _of(ascii_letters, 34, "h" + "f_"),
    "groq-key": _of(ALNUM, 52, "gs" + "k_"),
    "npm-token": _checksummed("np" + "m_"),
    "pypi-token": _pypi,
    "sendgrid-key": _sendgrid,
    "telegram-bot-token": _telegram,
    "discord-bot-token": _discord,
    "jwt": _jwt,
    "private-key": _pem("\n"),
    "private-key-escaped": _pem("\\n"),  # one line, as in JSON and .env files
    "alibaba-access-key": _of(ALNUM, 18, "LT" + "AI5t"),
    "tencent-secret-id": _of(ALNUM, 32, "AK" + "ID"),
    "tencent-secret-key": _of(ALNUM, 32),
    "deepseek-key": _of(HEX, 32, "sk" + "-"),
    "zhipu-key": _zhipu,
    "dingtalk-webhook": _dingtalk,
    "database-url": _database_url,
    "azure-storage-key": _azure,
    "digitalocean-token": _of(HEX, 64, "dop" + "_v1_"),
    "docker-hub-token": _of(URL64, 27, "dckr" + "_pat_"),
    "databricks-token": _of(HEX, 32, "da" + "pi"),
    "vault-token": _of(URL64, 90, "hv" + "s." + "CAESI"),
    "linear-key": _of(ALNUM, 40, "lin" + "_api_"),
    # what people choose
    "word-year": _word_year,
    "leet": _leet,
    "name-date": _name_date,
    "pinyin": _pinyin,
    "pinyin-symbol": _pinyin_symbol,
    "hyphens": _hyphens,
    "phrase": _phrase,
    "managed": _managed,
    "seed12": _seed(12),
    "seed24": _seed(24),
    "seed12-commas": _seed(12, ", "),
    "seed12-numbered": _seed_numbered,
    "code-hex": _groups(HEX, 5, 2, "-"),
    "code-upper": _groups(ascii_uppercase + digits, 4, 4, "-"),
    "code-digits": _groups(digits, 4, 2, " "),
    "dial": lambda rng: "-".join(f"{rng.randrange(1, 100):02}" for _ in range(3)),
    # what only looks like a secret
    "sha1": _of(HEX, 40),
    "short": _of(HEX, 7),
    "sha256": _of(HEX, 64),
    "md5": _of(HEX, 32),
    "hex12": _of(HEX, 12),
    "uuid": _uuid,
    "sri": _digest(64),
    "fingerprint": lambda rng: _b64(rng.randbytes(32)).rstrip("="),
    "ssh-public": _ssh_public,
    "isbn": _isbn,
    "address": _of(HEX, 40, "0x"),
    "ulid": _of(digits + "ABCDEFGHJKMNPQRSTVWXYZ", 24, "01"),
    "mac": _groups(HEX, 2, 6, ":"),
    "pod": lambda rng: _draw(rng, HEX, 10) + "-" + _draw(rng, "bcdfghjklmnpqrstvwxz2456789", 5),
    "upper3": _of(ascii_uppercase, 3),
    "upper8": _of(ascii_uppercase + digits, 8),
    "video": _of(URL64, 11),
    **{f"d{length}": _digits(length) for length in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15)},
}

TOKENS = (
    _Group(
        "github-token",
        (
            "My classic GitHub token for the release script is ⟨!⟩.",
            "User exported GITHUB_TOKEN=⟨!⟩ before running the deploy job on the old laptop",
            "For cloning the private repo, put `⟨!⟩` where git asks for the password; it expires in March.",
        ),
        (
            "我的GitHub令牌⟨!⟩下个月到期，记得提醒我换",
            "发布脚本里用的是「⟨!⟩」，只给了repo权限。",
            "用户在CI里配置的个人访问令牌：⟨!⟩",
        ),
    ),
    _Group(
        "github-fine-grained-token",
        (
            'The fine-grained token limited to the docs repo: "⟨!⟩"',
            "Use ⟨!⟩ for the issue bot, it can only read and write issues.",
            "Rina created a new PAT yesterday and it is ⟨!⟩.",
        ),
        (
            "细粒度令牌已经生成了，是⟨!⟩，只能读文档仓库。",
            "把`⟨!⟩`填到机器人的环境变量里就能自动关issue",
            "同步脚本报401，后来换成⟨!⟩就好了",
        ),
    ),
    _Group(
        "gitlab-token",
        (
            "GitLab access for the runner at work: ⟨!⟩",
            "curl --header 'PRIVATE-TOKEN: ⟨!⟩' is how Tomas lists the merge requests.",
            "I rotated the GitLab token this morning, the new value is ⟨!⟩.",
        ),
        (
            "公司GitLab的访问令牌是⟨!⟩，权限是read_api",
            "拉代码用oauth2加上“⟨!⟩”就行。",
            "运维给我发的⟨!⟩可以用到年底",
        ),
    ),
    _Group(
        "aws-access-key-id",
        (
            "The access key for the backup user is ⟨!⟩, created in us-east-1.",
            "In ~/.aws/credentials the staging profile has `aws_access_key_id = ⟨!⟩`",
            "Old laptop still signs in to AWS with ⟨!⟩.",
        ),
        (
            "备份账号的AWS访问密钥⟨!⟩是去年建的，还没轮换",
            "测试环境的aws_access_key_id写的是“⟨!⟩”。",
            "上传脚本用的AK：⟨!⟩",
        ),
    ),
    _Group(
        "aws-secret-key",
        (
            "AWS_SECRET_ACCESS_KEY=⟨!⟩ is what the nightly export runs with",
            "The secret access key that belongs to the S3 uploader is `⟨!⟩`.",
            "Noting for later: aws secret key for the sandbox account: ⟨!⟩",
        ),
        (
            "AWS的secret access key是⟨!⟩，页面关掉就看不到了",
            "导出任务的配置里 aws_secret_access_key = ⟨!⟩",
            "S3上传用的AWS密钥“⟨!⟩”先记在这里。",
        ),
    ),
    _Group(
        "google-api-key",
        (
            "The Maps key on the store locator page is ⟨!⟩.",
            "She pays for Gemini herself and uses ⟨!⟩ in the notebook",
            "Set `GOOGLE_API_KEY` to `⟨!⟩` and the geocoder works again.",
        ),
        (
            "谷歌地图的key是⟨!⟩，没有限制来源域名",
            "Gemini调用用“⟨!⟩”这个，每天有免费额度。",
            "YouTube数据接口的密钥⟨!⟩放在服务器上",
        ),
    ),
    _Group(
        "google-oauth-secret",
        (
            "OAuth client secret for the calendar sync app is ⟨!⟩.",
            'The web client has client_secret "⟨!⟩" in its JSON file',
            "When the Google login broke we issued a second secret, ⟨!⟩, and kept the client id.",
        ),
        (
            "日历同步的OAuth客户端密钥是⟨!⟩",
            "谷歌登录的client_secret填`⟨!⟩`，回调地址不变。",
            "重新生成了一个⟨!⟩给网页端登录用",
        ),
    ),
    _Group(
        "slack-bot-token",
        (
            "Standup bot posts with ⟨!⟩.",
            "Bot User OAuth Token, copied from the Slack app page: `⟨!⟩`",
            "If the alerts stop, reinstall the app; until then ⟨!⟩ is valid for #ops",
        ),
        (
            "Slack机器人的token是⟨!⟩，只进了告警频道",
            "日报机器人用“⟨!⟩”发消息。",
            "把⟨!⟩配到告警服务里，重启后生效",
        ),
    ),
    _Group(
        "slack-webhook",
        (
            "Deploy notices go to ⟨!⟩.",
            "The incoming webhook for #sales is `⟨!⟩`, anyone who has it can post",
            "User wants build failures sent via ⟨!⟩ rather than by mail",
        ),
        (
            "构建失败时往⟨!⟩发一条消息",
            "销售频道的webhook地址：⟨!⟩。",
            "告警走「⟨!⟩」这个地址，邮件那边已经停了",
        ),
    ),
    _Group(
        "stripe-key",
        (
            "Live Stripe key for the shop: ⟨!⟩",
            "The payment worker starts with STRIPE_API_KEY='⟨!⟩' since the move.",
            "Accounting asked for a restricted key, so I made ⟨!stripe-restricted-key⟩.",
        ),
        (
            "网店收款用的Stripe密钥是⟨!⟩，千万别放前端",
            "正式环境的支付配置`⟨!⟩`昨天更新过。",
            "退款脚本里写死了受限密钥⟨!stripe-restricted-key⟩要尽快改掉",
        ),
    ),
    _Group(
        "openai-key",
        (
            "My OpenAI key is ⟨!⟩.",
            "Project 'thesis' on the OpenAI platform uses ⟨!⟩ with a 20 dollar monthly cap",
            'In .env: OPENAI_API_KEY="⟨!⟩"',
        ),
        (
            "翻译插件里填的OpenAI密钥是⟨!⟩",
            "论文项目用“⟨!⟩”，每月限额二十美元。",
            "帮我记住⟨!⟩这个key，明天接到新项目里",
        ),
    ),
    _Group(
        "anthropic-key",
        (
            "Claude access for the summariser runs on ⟨!⟩",
            "export ANTHROPIC_API_KEY=⟨!⟩ goes in his zshrc.",
            "The workspace admin gave us `⟨!⟩` for the pilot.",
        ),
        (
            "Claude的接口密钥⟨!⟩是团队共用的",
            "摘要服务启动前先设置ANTHROPIC_API_KEY为「⟨!⟩」。",
            "管理员给试点项目开的key：⟨!⟩",
        ),
    ),
    _Group(
        "huggingface-token",
        (
            "huggingface-cli login --token ⟨!⟩ worked on the GPU box",
            "To download the gated model I use ⟨!⟩.",
            "Her read token on the Hub is '⟨!⟩', nothing can be pushed with it.",
        ),
        (
            "下载模型要用HF令牌⟨!⟩才不会403",
            "实验室服务器上登录Hugging Face用的是“⟨!⟩”。",
            "她的只读令牌是⟨!⟩，推不了模型",
        ),
    ),
    _Group(
        "groq-key",
        (
            "Groq for the voice demo: ⟨!⟩",
            "The transcription script reads `⟨!⟩` from its config file.",
            "He switched the chatbot over to Groq with ⟨!⟩.",
        ),
        (
            "语音演示接的是Groq，密钥⟨!⟩",
            "转写脚本的配置里写着“⟨!⟩”，速度很快。",
            "聊天机器人换成⟨!⟩之后延迟降了一半",
        ),
    ),
    _Group(
        "npm-token",
        (
            "Publishing to npm needs //registry.npmjs.org/:_authToken=⟨!⟩ in .npmrc",
            "The automation token for our scope is ⟨!⟩.",
            "CI secret NPM_TOKEN was set to `⟨!⟩` by Dario last week.",
        ),
        (
            "发npm包用的token是⟨!⟩，自动化类型，不需要二次验证",
            "把.npmrc里的_authToken改成「⟨!⟩」。",
            "组件库发布时读的是⟨!⟩这个令牌",
        ),
    ),
    _Group(
        "pypi-token",
        (
            "twine upload -u __token__ -p ⟨!⟩ dist/*",
            "The PyPI upload token for the parser package is ⟨!⟩.",
            'I saved "⟨!⟩" in ~/.pypirc so releases do not ask.',
        ),
        (
            "上传PyPI的令牌是⟨!⟩，只对这一个包有效",
            "~/.pypirc里的password填`⟨!⟩`。",
            "发版时把⟨!⟩粘进去就行",
        ),
    ),
    _Group(
        "sendgrid-key",
        (
            "Newsletter mail goes out through SendGrid with ⟨!⟩.",
            "SMTP user is apikey and the password is ⟨!⟩ on smtp.sendgrid.net",
            "The old mail key was revoked; `⟨!⟩` replaced it on Monday.",
        ),
        (
            "邮件通知走SendGrid，key是⟨!⟩",
            "SMTP用户名填apikey，密码填“⟨!⟩”。",
            "旧的发信密钥作废了，现在用⟨!⟩发通知",
        ),
    ),
    _Group(
        "telegram-bot-token",
        (
            "BotFather gave me ⟨!⟩ for the plant watering bot",
            "The Telegram bot that posts the train delays: ⟨!⟩.",
            "https://api.telegram.org/bot⟨!⟩/getUpdates shows the chat id.",
        ),
        (
            "浇花机器人的Telegram token是⟨!⟩",
            "BotFather发来的“⟨!⟩”已经填进配置了。",
            "提醒机器人用⟨!⟩连接，群号另外记",
        ),
    ),
    _Group(
        "discord-bot-token",
        (
            "Our guild's music bot logs in with ⟨!⟩.",
            "client.login('⟨!⟩') is hard-coded in index.js, must be moved out",
            "After the reset the Discord developer portal showed ⟨!⟩ once.",
        ),
        (
            "Discord音乐机器人的令牌⟨!⟩写死在index.js里",
            "重置之后新的bot token是`⟨!⟩`。",
            "公会机器人上线靠的就是⟨!⟩",
        ),
    ),
    _Group(
        "jwt",
        (
            "While testing, send Authorization: Bearer ⟨!⟩",
            "The service account's session token is ⟨!⟩.",
            'Support asked for the cookie, which was "⟨!⟩" at that moment.',
        ),
        (
            "调试接口时请求头带上Bearer ⟨!⟩就能过",
            "后台登录后拿到的token是⟨!⟩",
            "联调用的凭证“⟨!⟩”明天过期。",
        ),
    ),
    _Group(
        "private-key",
        (
            "This is the deploy key of the web server:\n⟨!⟩",
            "User pasted ⟨!private-key-escaped⟩ and asked to keep it for the next session.",
            "The signing key, in case the laptop dies: ⟨!⟩",
        ),
        (
            "服务器的部署私钥如下：\n⟨!⟩",
            "用户把签名私钥⟨!private-key-escaped⟩发了过来，让我下次直接用",
            "证书对应的私钥是“⟨!⟩”。",
        ),
    ),
    _Group(
        "alibaba-access-key",
        (
            "The RAM user for OSS uploads has AccessKey ID ⟨!⟩.",
            "Alibaba Cloud: `⟨!⟩` can read the Hangzhou bucket only",
            "SMS sending on Aliyun still runs under ⟨!⟩, owned by Mr. Guo.",
        ),
        (
            "阿里云的AccessKey是⟨!⟩，只能读杭州的桶",
            "短信服务用的还是郭工的⟨!⟩",
            "OSS上传的子账号“⟨!⟩”上周刚建。",
        ),
    ),
    _Group(
        "tencent-secret-id",
        (
            "Tencent Cloud SecretId for the COS sync: ⟨!⟩",
            "The mini program backend signs requests with ⟨!⟩.",
            "We found '⟨!⟩' in the old build log from Shenzhen.",
        ),
        (
            "腾讯云的SecretId是⟨!⟩，在访问管理里能看到",
            "小程序后台签名用⟨!⟩",
            "对象存储同步的账号是「⟨!⟩」。",
        ),
    ),
    _Group(
        "tencent-secret-key",
        (
            "Tencent Cloud SecretKey: ⟨!⟩",
            "secret_key = '⟨!⟩' is in the COS section of config.ini",
            "The SecretKey shown only once for the Guangzhou account was ⟨!⟩.",
        ),
        (
            "腾讯云SecretKey：⟨!⟩，只显示一次",
            "对象存储配置里的secret_key是“⟨!⟩”。",
            "广州账号的SecretKey⟨!⟩记得存好",
        ),
    ),
    _Group(
        "deepseek-key",
        (
            "DeepSeek is topped up with 50 yuan, key ⟨!⟩.",
            "In the editor plugin the base url is api.deepseek.com and the key `⟨!⟩`",
            "He shares ⟨!⟩ with his study group for the chat model",
        ),
        (
            "DeepSeek的key是⟨!⟩，充了五十块",
            "插件里的接口密钥填“⟨!⟩”，模型选deepseek-chat。",
            "学习小组共用⟨!⟩调模型",
        ),
    ),
    _Group(
        "zhipu-key",
        (
            "The GLM API key from Zhipu is ⟨!⟩.",
            "ZHIPUAI_API_KEY=⟨!⟩ is set on the demo server",
            "For glm-4 calls the team uses the api key '⟨!⟩' until the trial ends.",
        ),
        (
            "智谱的API Key是⟨!⟩，有效期到六月",
            "调用glm-4时的密钥用`⟨!⟩`。",
            "演示服务器上的ZHIPUAI_API_KEY设成了⟨!⟩",
        ),
    ),
    _Group(
        "dingtalk-webhook",
        (
            "The DingTalk robot for the warehouse group: ⟨!⟩",
            "Stock alerts are posted to ⟨!⟩ every morning at eight",
            "Grafana's DingTalk contact point is `⟨!⟩`.",
        ),
        (
            "仓库群的钉钉机器人地址是⟨!⟩",
            "每天八点往⟨!⟩推库存",
            "监控告警的webhook：「⟨!⟩」。",
        ),
    ),
    _Group(
        "database-url",
        (
            "Production runs on ⟨!⟩",
            "DATABASE_URL=⟨!⟩ is what Heroku showed before the migration.",
            "To look at the orders yourself, connect with `⟨!⟩`.",
        ),
        (
            "生产库连接串是⟨!⟩，只读账号还没开",
            "本地调试时把DATABASE_URL设成“⟨!⟩”。",
            "报表服务连的是⟨!⟩这个库",
        ),
    ),
    _Group(
        "azure-storage-key",
        (
            "Blob storage connection string: ⟨!⟩",
            'The function app has AzureWebJobsStorage = "⟨!⟩".',
            "Nadia mailed ⟨!⟩ so that I could reach the archive container",
        ),
        (
            "Azure存储的连接字符串是⟨!⟩",
            "函数应用的AzureWebJobsStorage填`⟨!⟩`，别漏分号。",
            "归档容器用⟨!⟩连接",
        ),
    ),
    _Group(
        "digitalocean-token",
        (
            "doctl auth init with ⟨!⟩.",
            "Terraform creates the droplets using ⟨!⟩ from the variables file",
            "My DigitalOcean token, full access: `⟨!⟩`",
        ),
        (
            "DigitalOcean的令牌是⟨!⟩，全部权限",
            "Terraform变量文件里写的是“⟨!⟩”。",
            "建机器的脚本用⟨!⟩登录",
        ),
    ),
    _Group(
        "docker-hub-token",
        (
            "docker login -u harborline and then paste ⟨!⟩",
            "The build server pulls images from Docker Hub with ⟨!⟩.",
            'Read-only Docker token "⟨!⟩" is on the NAS as well.',
        ),
        (
            "Docker Hub的访问令牌⟨!⟩只读",
            "构建机拉镜像登录用`⟨!⟩`。",
            "群晖上也配了⟨!⟩这个令牌",
        ),
    ),
    _Group(
        "databricks-token",
        (
            "The Databricks workspace token for the churn job is ⟨!⟩.",
            "In .databrickscfg: token = ⟨!⟩",
            "Airflow reaches the cluster through `⟨!⟩`, valid for 90 days.",
        ),
        (
            "Databricks的令牌是⟨!⟩，九十天有效",
            "Airflow连集群时用的“⟨!⟩”。",
            "流失分析任务靠⟨!⟩跑",
        ),
    ),
    _Group(
        "vault-token",
        (
            "export VAULT_TOKEN=⟨!⟩ before you run the playbook",
            "My Vault session on the bastion is ⟨!⟩.",
            "The orphan token for the migration, '⟨!⟩', has the policy kv-write.",
        ),
        (
            "跳板机上的Vault令牌是⟨!⟩",
            "跑剧本之前先把VAULT_TOKEN设为“⟨!⟩”。",
            "迁移用的⟨!⟩只有写kv的权限",
        ),
    ),
    _Group(
        "linear-key",
        (
            "Linear personal API key: ⟨!⟩",
            "The triage agent files tickets with ⟨!⟩.",
            "Our MCP config contains `⟨!⟩` for the Linear server.",
        ),
        (
            "Linear的个人密钥是⟨!⟩，给分诊助手用",
            "MCP配置里的Linear填“⟨!⟩”。",
            "提工单走⟨!⟩这个key",
        ),
    ),
)

PROSE = (
    _Group(
        "account-password",
        (
            "My Netflix password is ⟨!word-year⟩",
            "She changed the password of the library account to ⟨!leet⟩ on Sunday.",
            "For the school portal he logs in as k.brandt, pw ⟨!name-date⟩.",
            "Remember that I use ⟨!managed⟩ as the master password of the vault",
        ),
        (
            "我的网易账号密码是⟨!pinyin⟩",
            "密码改成了⟨!pinyin-symbol⟩，别再输旧的了。",
            "爱奇艺会员的密码还是原来那个：⟨!word-year⟩",
            "学校教务系统她一直用⟨!name-date⟩当密码",
        ),
    ),
    _Group(
        "wifi-password",
        (
            "the wifi at the cabin is ⟨!hyphens⟩",
            "Guest network is called Willowbrook, password ⟨!phrase⟩.",
            "Wi-Fi key at my parents' house: ⟨!d8⟩",
            "When friends come over they join HomeNet with ⟨!word-year⟩ (all devices).",
        ),
        (
            "家里WiFi密码⟨!pinyin⟩，客厅信号最好",
            "民宿的无线网叫Shanju，密码是“⟨!d8⟩”。",
            "奶奶家连网输⟨!pinyin-symbol⟩就行",
            "办公室访客网络的密码换成⟨!word-year⟩了",
        ),
    ),
    _Group(
        "card-pin",
        (
            "Her PIN for the blue card: ⟨!d4⟩",
            "The PIN of my debit card is ⟨!d4⟩, same as before.",
            "Grandpa forgets the number at the cash machine, it is ⟨!d4⟩.",
            "Pin code for the new Visa is ⟨!d6⟩ until I change it at the bank",
        ),
        (
            "工资卡的取款密码是⟨!d6⟩",
            "建行那张卡密码⟨!d6⟩，每次最多取两万。",
            "妈妈的银行卡PIN码：⟨!d6⟩",
            "刷信用卡的时候输“⟨!d6⟩”，别签字",
        ),
    ),
    _Group(
        "door-code",
        (
            "The front door code is ⟨!d4⟩#.",
            "To get into the courtyard punch in ⟨!d5⟩ and push hard",
            "Gate at the lake house opens with ⟨!d4⟩, then star.",
            "Key box by the garage: ⟨!d4⟩, please scramble it afterwards",
        ),
        (
            "开门密码还是⟨!d6⟩",
            "单元门按⟨!d4⟩再按井号键。",
            "民宿的门锁密码：⟨!d6⟩，入住当天生效",
            "车库旁边的钥匙盒拨到⟨!d4⟩就能打开",
        ),
    ),
    _Group(
        "phone-unlock",
        (
            "Dad's phone unlocks with ⟨!d6⟩",
            "The passcode on the kids' iPad is ⟨!d4⟩.",
            "If you need my phone while I'm in surgery, the screen lock is ⟨!d6⟩",
            "unlock code of the spare Pixel: ⟨!d6⟩, then open the authenticator.",
        ),
        (
            "我手机的锁屏密码是⟨!d6⟩",
            "孩子平板的解锁码⟨!d4⟩，只能周末给他用。",
            "爸爸的手机输入⟨!d6⟩就能解锁",
            "备用机开机密码：⟨!d6⟩",
        ),
    ),
    _Group(
        "seed-phrase",
        (
            "My wallet's seed phrase is ⟨!seed12⟩.",
            "Recovery words for the Ledger, in order: ⟨!seed24⟩",
            "The twelve words Jonas wrote down for MetaMask are ⟨!seed12-commas⟩.",
            "Cold wallet mnemonic: ⟨!seed12-numbered⟩",
        ),
        (
            "我的钱包助记词是 ⟨!seed12⟩",
            "硬件钱包的24个单词按顺序是：⟨!seed24⟩。",
            "恢复小狐狸钱包时依次输入⟨!seed12-commas⟩就行",
            "冷钱包的助记词抄在这里：⟨!seed12-numbered⟩",
        ),
    ),
    _Group(
        "recovery-code",
        (
            "One of the unused backup codes for GitHub is ⟨!code-hex⟩.",
            "Google recovery code, keep for emergencies: ⟨!code-digits⟩",
            "If I lose the authenticator, ⟨!code-upper⟩ gets me back into the Apple account.",
            "The 2FA fallback for the bank portal is `⟨!code-upper⟩` and works once",
        ),
        (
            "GitHub的备用恢复码还剩一个：⟨!code-hex⟩",
            "谷歌账号的备用验证码是⟨!code-digits⟩，只能用一次。",
            "苹果账户的恢复密钥⟨!code-upper⟩，丢了就登不回去了",
            "手机要是丢了，用“⟨!code-upper⟩”可以关掉两步验证",
        ),
    ),
    _Group(
        "database-password",
        (
            "The postgres superuser on the home server has the password ⟨!leet⟩.",
            "Connect to the CRM database as reporting, password: ⟨!managed⟩",
            "mysql -u root -p⟨!word-year⟩ still works on the test box",
            "Redis on staging now wants a password and we picked ⟨!hyphens⟩.",
        ),
        (
            "测试库的root密码是⟨!pinyin-symbol⟩",
            "连CRM数据库用reporting账号，密码“⟨!managed⟩”。",
            "数据库口令昨天换成⟨!leet⟩了，应用要重启",
            "家里NAS上的postgres，用户admin，密码⟨!word-year⟩",
        ),
    ),
    _Group(
        "sudo-password",
        (
            "sudo on the media server asks for ⟨!word-year⟩",
            "The root password of the Raspberry Pi is ⟨!name-date⟩.",
            "echo '⟨!leet⟩' | sudo -S systemctl restart nginx does it without a prompt",
            "On the lab machine you become root with su and the password ⟨!hyphens⟩.",
        ),
        (
            "树莓派的root密码是⟨!pinyin⟩",
            "实验室那台机器sudo时输⟨!pinyin-symbol⟩。",
            "服务器管理员口令：⟨!leet⟩，两台机器一样",
            "su到root要输“⟨!word-year⟩”，大小写别弄错",
        ),
    ),
    _Group(
        "email-login",
        (
            "Shared inbox: bookings@harbourinn.example / ⟨!word-year⟩",
            "Log in to the mail at webmail.example.org with mira.holt and ⟨!leet⟩.",
            "IMAP user tessa@oakmail.example, pass ⟨!managed⟩, port 993",
            "the old yahoo account was sunny_jane77 : ⟨!name-date⟩",
        ),
        (
            "登录用 kefu@shanju.example / ⟨!pinyin-symbol⟩",
            "邮箱账号liuyang@youjian.example，密码⟨!pinyin⟩",
            "财务公共邮箱是caiwu@gongsi.example，口令“⟨!word-year⟩”。",
            "旧的163邮箱：wanghong_85 / ⟨!name-date⟩，现在只收账单",
        ),
    ),
    _Group(
        "safe-combination",
        (
            "The combination of the office safe is ⟨!dial⟩.",
            "Safe in the bedroom closet: ⟨!d6⟩ and turn the handle right",
            "Her suitcase lock is set to ⟨!d3⟩.",
            "Alarm panel: disarm with ⟨!d4⟩ within thirty seconds",
        ),
        (
            "保险柜密码是⟨!d6⟩，右转把手",
            "行李箱的密码锁设成了⟨!d3⟩。",
            "办公室保险箱依次转到⟨!dial⟩",
            "家里报警器撤防要按⟨!d4⟩，三十秒之内",
        ),
    ),
    _Group(
        "file-passphrase",
        (
            "The tax archive is encrypted, passphrase ⟨!phrase⟩.",
            "Unzip payroll.zip with ⟨!word-year⟩",
            "BorgBackup repository key phrase: ⟨!hyphens⟩",
            "My ssh key asks for a passphrase, that's ⟨!leet⟩, every reboot.",
        ),
        (
            "报税压缩包的解压密码是⟨!pinyin⟩",
            "合同PDF打开要输⟨!d6⟩。",
            "备份盘的加密口令：⟨!hyphens⟩",
            "网盘分享的压缩文件，用“⟨!word-year⟩”解压",
        ),
    ),
)

HARMLESS = (
    _Group(
        "hash",
        (
            "The regression came in with commit ⟨sha1⟩.",
            "Revert ⟨short⟩ and the dashboard loads again",
            "sha256 of the ISO is ⟨sha256⟩, it matched after the second download.",
            "The lock file pins left-pad to sha512-⟨sri⟩",
            "md5 of the old firmware image: ⟨md5⟩",
            "We deploy the image registry.example.com/shop@sha256:⟨sha256⟩.",
        ),
        (
            "出问题的提交是⟨sha1⟩，周五已经回滚",
            "安装包的SHA256是⟨sha256⟩，校验过了。",
            "回退到⟨short⟩之后页面就正常了",
            "固件的MD5值为⟨md5⟩",
        ),
    ),
    _Group(
        "identifier",
        (
            "The customer record has id ⟨uuid⟩.",
            "Container ⟨hex12⟩ restarts every night around two",
            "Pod billing-api-⟨pod⟩ was evicted because the node ran out of disk.",
            "Trace ⟨ulid⟩ shows where the checkout request spends its time",
            "The donation address is ⟨address⟩, it is printed on the poster.",
            "AWS account 0042-1187-3390 belongs to the finance team",
            "Watch https://www.youtube.com/watch?v=⟨video⟩ again before the exam.",
        ),
        (
            "用户记录的编号是⟨uuid⟩",
            "容器⟨hex12⟩每天凌晨两点重启",
            "请求的追踪号⟨ulid⟩，卡在了支付环节。",
            "公司的统一社会信用代码是91310115MA1K4⟨d5⟩，开发票要用",
            "捐款地址⟨address⟩印在海报上",
        ),
    ),
    _Group(
        "public-key",
        (
            "My public key is ⟨ssh-public⟩ mira@desk, add it to authorized_keys.",
            "The server's host key fingerprint is SHA256:⟨fingerprint⟩",
            "A certificate file starts with -----BEGIN CERTIFICATE----- and ends in .pem here.",
        ),
        (
            "我的公钥是⟨ssh-public⟩，加到服务器上就能登录",
            "主机指纹为SHA256:⟨fingerprint⟩，第一次连接时核对一下。",
            "私钥文件不要提交，公钥放在docs/keys目录",
        ),
    ),
    _Group(
        "number",
        (
            "The book she wants has ISBN ⟨isbn⟩.",
            "Order 114-⟨d7⟩-⟨d7⟩ arrives on Thursday",
            "Call the plumber on +1 555 01⟨d2⟩ after six.",
            "Parcel tracking number 1Z⟨upper8⟩⟨d8⟩ is with the neighbour",
            "The dishwasher's serial number is FD⟨d4⟩ ⟨d5⟩, bought in 2021.",
            "Invoice ⟨d6⟩ was paid on 2024-11-03",
            "The camera has IMEI ⟨d15⟩ and still works.",
        ),
        (
            "她要的那本书ISBN是⟨isbn⟩",
            "订单号⟨d12⟩，周四送到",
            "水电师傅的电话是139⟨d8⟩，六点以后打。",
            "顺丰单号SF⟨d13⟩放在驿站了",
            "洗碗机的序列号FD⟨d4⟩⟨d5⟩，2021年买的",
            "座机是010-⟨d8⟩，分机⟨d3⟩",
            "邮编100080，收件地址是3号楼2单元1602",
            "他的工号是⟨d6⟩，报销时填",
        ),
    ),
    _Group(
        "travel",
        (
            "Flight LH⟨d3⟩ leaves Munich at 07:25 from gate G28.",
            "Her car has the licence plate B-KT ⟨d4⟩",
            "Boarding pass is in the wallet app, seat 23A.",
            "The mountain pass is closed from November to May",
        ),
        (
            "他坐CA1⟨d3⟩去成都，T3航站楼出发",
            "车牌京A·⟨d5⟩，停在B2层。",
            "高铁G⟨d4⟩次，07车12F",
            "十一月到五月这条山路封闭，走不了",
        ),
    ),
    _Group(
        "version-or-path",
        (
            "Please pin the version to 2.4.1 until the bug is fixed.",
            "Passkey support landed in 3.2.1",
            "The invoices are under /home/lena/Documents/2023/Rechnungen_final_v2.pdf.",
            "Docs are at https://docs.example.com/guide/auth/tokens?lang=en#rotation",
            "SSH keys live in ~/.ssh",
            "Tests connect to postgresql://localhost:5432/test without a user.",
            "The build uses node 20.11.1 and pnpm 9.0.0-rc.2+build.4471",
            "Secrets are mounted at /run/secrets/db_password in the container.",
        ),
        (
            "先把版本固定在2.4.1，等修复再升",
            "3.2.1开始支持通行密钥",
            "发票放在D:\\财务\\2023\\发票汇总_最终版2.xlsx",
            "接口文档在https://docs.example.com/zh/auth/token?page=2#refresh",
            "配置文件路径是/etc/nginx/conf.d/api.conf，改完要重载。",
            "测试连的是redis://localhost:6379/0，没有设密码",
        ),
    ),
    _Group(
        "address",
        (
            "Write to support@northwind.example if the parcel is late.",
            "The printer's MAC address is ⟨mac⟩",
            "The NAS answers on 192.168.1.40 and fd00:4c2:91ab::7.",
            "Username on the forum: sunny_jane77, the avatar is a fox",
        ),
        (
            "发票问题写邮件到caiwu@gongsi.example",
            "打印机的MAC地址是⟨mac⟩，已经绑了固定IP",
            "群晖的地址是192.168.1.40，端口5001。",
            "她在论坛的用户名是xiaoyu_0917，头像是只狐狸",
            "读书会的QQ群号是⟨d9⟩",
        ),
    ),
    _Group(
        "about-passwords",
        (
            "The password must have at least 12 characters and is changed every 90 days",
            "User forgot the password again and will reset it by mail.",
            "Her passwords are all in Bitwarden, shared with Tom.",
            "She reset her bank password on 2024-05-03 after the phishing mail",
            "The Wi-Fi password is printed on the back of the router.",
            "Password reset links expire after 30 minutes",
            "Never ask me for my password in chat.",
            "The wifi at the cabin is slow, about 4 Mbit/s in the evening",
            "We store passwords as bcrypt hashes with cost 12",
            "Password, the old quiz show, is on at 20:15.",
            "He thinks the password policy (upper case, digit, symbol) is outdated",
        ),
        (
            "她把密码存在1Password里",
            "忘记密码时联系张工",
            "密码至少12位，每90天必须更换一次。",
            "路由器密码贴在机身背面",
            "2024年5月3日她因为钓鱼邮件改过银行密码",
            "重置密码的链接30分钟内有效。",
            "用户不希望在聊天里被问到密码",
            "密码是用bcrypt加密保存的，cost为12",
            "山里民宿的WiFi很慢，晚上只有4兆",
            "下学期选了密码学，3学分，周二上课",
            "他的密码箱是红色的，24寸",
            "密码已经改好了，新的当面告诉你",
        ),
    ),
    _Group(
        "about-codes",
        (
            "The PIN is on the back of the card",
            "The door code was changed last week",
            "Three wrong PIN entries lock the card.",
            "The job failed with exit code 137 and then error code 0x80070005",
            "The recovery codes are in the blue folder at my sister's house.",
            "Two-factor codes come by SMS and take up to 60 seconds",
            "Zip code 94107, the gate is on the left side.",
            "The dress code is black tie, doors open at 1930",
            "Unlocking the phone with the fingerprint fails when it rains.",
            "Meet at the gate of building 4021 on Friday",
            "The pin on the map is at 48.8584, 2.2945",
        ),
        (
            "验证码短信有时会延迟",
            "钥匙在门口地垫下面",
            "门禁密码上周换过，要问物业",
            "PIN码连续输错三次会锁卡。",
            "恢复码在姐姐家的蓝色文件夹里",
            "任务退出码是137，错误代码0x80070005",
            "手机解锁用指纹，下雨天老是失败",
            "两步验证的短信最多等60秒。",
            "健身码每天刷新，进门前再打开",
            "周五在4021号楼门口见",
            "保险柜的说明书写着密码要6位数字，可以自己设",
        ),
    ),
    _Group(
        "about-tokens",
        (
            "the API key is stored in the vault under /prod/billing",
            "we rotate tokens every 90 days",
            "The app reads OPENAI_API_KEY and ANTHROPIC_API_KEY from the environment.",
            "GitHub tokens start with ghp_ and OpenAI keys with sk-, says the scanner's readme",
            "The secret is pulled from AWS Secrets Manager at start-up.",
            "The context window holds 128000 tokens, the prompt takes 3512",
            "Access tokens live for 15 minutes, refresh tokens for 30 days.",
            "She lost her hardware key, a YubiKey 5C, in Lisbon",
            "A JWT has three parts separated by dots: header, payload and signature.",
            "The key of the piece is D minor",
            "The private key never leaves the HSM, signing happens there.",
        ),
        (
            "接口密钥放在Vault的/prod/billing下面",
            "我们每90天轮换一次token",
            "程序从环境变量DEEPSEEK_API_KEY读取密钥。",
            "阿里云的AccessKey要去RAM控制台申请",
            "上下文窗口是128000个token，提示词占3512个",
            "访问令牌有效期15分钟，刷新令牌30天",
            "她的安全密钥YubiKey 5C丢在里斯本了",
            "GitHub令牌以ghp_开头，扫描工具就是看这个",
            "私钥只存在加密机里，不会导出。",
            "JWT由三段组成，用点号隔开",
        ),
    ),
    _Group(
        "placeholder",
        (
            "In the readme the key is written as sk-... and has to be replaced.",
            "curl -H 'Authorization: Bearer <your-token>' is the example in the docs",
            "The template says postgres://<user>:<password>@<host>/<db>.",
            "Put your own value into `API_KEY=your-api-key-here`",
            "The form shows Password: ******** and a button.",
            "The workflow uses ${{ secrets.NPM_TOKEN }} to publish",
            "config.py has password = os.environ['DB_PASSWORD'], nothing is hard-coded.",
            "The sample .env contains ghp_xxxxxxxxxxxx as a stand-in",
        ),
        (
            "文档里的示例是sk-...，要换成自己的",
            "请求头写Authorization: Bearer <你的令牌>",
            "连接串模板是mysql://用户名:密码@主机:3306/库名。",
            "配置里的password写成了${DB_PASSWORD}，部署时再注入",
            "登录页显示密码：********",
            "示例里用的是LTAI****，真正的值在控制台",
        ),
    ),
    _Group(
        "notation",
        (
            "The pattern for part numbers is ^[A-Z]{2}-\\d{4}-[0-9a-f]{8}$.",
            "base64 of hello is aGVsbG8=",
            "Brand colours are #1A73E8 and #F29900.",
            "He always answers 1.e4 with c5: 1.e4 c5 2.Nf3 d6 3.d4 cxd4 4.Nxd4 Nf6 5.Nc3 a6",
            "The position was r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3.",
            "The cube trick is R U R' U' R' F R2 U' R' U' R U R' F'",
            "The primer sequence is ATGGCTAGCAAAGGAGAAGAACTTTTC.",
            "The experiment used seed 42 and learning rate 3e-4",
        ),
        (
            "零件编号的正则是^[A-Z]{2}-\\d{4}$",
            "hello的base64是aGVsbG8=",
            "品牌色是#1A73E8和#F29900，背景用#FAFAFA。",
            "他执黑喜欢1.d4 Nf6 2.c4 g6 3.Nc3 Bg7",
            "引物序列是ATGGCTAGCAAAGGAGAAGAACTTTTC",
            "实验的随机种子是42，学习率3e-4",
            "起始密码子是AUG，对应甲硫氨酸",
            "这款药的批准文号是国药准字H2003⟨d4⟩",
            "茅台的股票代码是600519，他三月买的",
        ),
    ),
    _Group(
        "everyday",
        (
            "the secret of good bread is a 24h rise",
            "Shopping: bring apples bread cheese butter coffee sugar onions garlic pasta rice milk lemons",
            "Her recipe calls for seeds: sunflower, pumpkin, sesame, flax, poppy and chia.",
            "He passed the exam with 87 of 100 points",
            "The spare key hangs at Mrs. Okafor's, flat 12",
            "Login to the gym is by face scan now.",
        ),
        (
            "做面包的秘诀是发酵24小时",
            "买菜清单：苹果、面包、黄油、咖啡、洋葱、大蒜、大米、牛奶",
            "他们小时候的暗号早就忘了",
            "备用钥匙在12号的王阿姨那里",
            "健身房现在刷脸登录",
            "幸福的密码其实是早睡早起，她常这么说",
        ),
    ),
)


# ---- the set ----

_PLACE = re.compile(r"⟨(!?)([a-z0-9-]*)⟩")


def _fill(template: str, kind: str, rng: Random) -> tuple[str, str]:
    """The sentence and its secret."""
    secret = ""

    def put(place: re.Match[str]) -> str:
        nonlocal secret
        value = DRAW[place[2] or kind](rng)
        if not place[1]:
            return value
        marked = value if "⟪" in value else _mark(value)
        secret = marked[marked.index("⟪") + 1 : marked.index("⟫")]
        return marked.replace("⟪", "").replace("⟫", "")

    return _PLACE.sub(put, template), secret


def samples(seed: int) -> list[Sample]:
    """Every sentence of the set with values drawn from `seed`."""
    rng = Random(seed)
    rows: list[Sample] = []
    for family, groups in (("token", TOKENS), ("prose", PROSE), ("harmless", HARMLESS)):
        for group in groups:
            for lang, templates in (("en", group.en), ("zh", group.zh)):
                for template in templates:
                    text, secret = _fill(template, group.kind, rng)
                    rows.append(Sample(text, secret, group.kind, lang, family))
    return rows
