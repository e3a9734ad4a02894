"""The relations people say most, with their wordings: the one table of which are the same and which hold one value at a
time. English and Chinese."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation: `name` it is kept under, its other wordings, those of its inverse, whether one subject has one
    object at a time, and whether it holds from either side alike."""

    name: str
    words: str
    inverse: str = ""
    functional: bool = True
    symmetric: bool = False


# Wordings separated by "|". What is not here is kept as worded, and has several objects unless the caller says otherwise.
RELATIONS = (
    Relation(
        "lives in",
        "live in|resides in|home is in|home|home town now|residence|place of residence|lives at|home address|based in"
        "|is based in|moved to|moved into|relocated to|lives|city of residence|current city|住在|住|居住在|居住地|住址|住处"
        "|家住|家在|常住地|现居|现居地|定居在|搬到|搬去|搬进",
    ),
    Relation(
        "employer",
        "works for|works at|work for|work at|employed by|is employed by|employed at|workplace|place of work|雇主|就职于|任职于|供职于|工作单位|在…工作|在…上班|所在公司|上班的公司|受雇于|在职于",
        "employs|雇用|雇佣",
    ),
    Relation(
        "job",
        "occupation|profession|job title|works as|work as|职业|岗位|职位|职务",
    ),
    Relation("department", "works in department|所在部门|部门|所在科室|科室"),
    Relation("age", "is aged|years old|is years old|年龄|岁数|年纪"),
    Relation("birthday", "born on|was born on|date of birth|birth date|birthdate|生日|出生日期|出生年月|生于"),
    Relation("birthplace", "born in|was born in|place of birth|出生地|出生于"),
    Relation("phone", "phone number|telephone|telephone number|电话|电话号码"),
    Relation("mobile number", "mobile|mobile phone|cell|cell phone|手机|手机号|手机号码"),
    Relation("email", "email address|e-mail|mail address|邮箱|电子邮箱|邮箱地址|邮件地址"),
    Relation("address", "street address|postal address|地址|通讯地址|住所"),
    Relation("name", "is named|name is|名字|姓名|名叫"),
    Relation("nickname", "goes by|小名|昵称", functional=False),
    Relation(
        "spouse",
        "married to|is married to|husband|wife|married|配偶|丈夫|妻子|老公|老婆|爱人|太太|先生|嫁给|娶了|结婚对象|和…结婚",
        symmetric=True,
    ),
    Relation(
        "partner",
        "boyfriend|girlfriend|dating|is dating|engaged to|fiancé|fiancée|fiance|伴侣|男友|女友|男朋友|女朋友|对象|未婚夫|未婚妻",
        symmetric=True,
    ),
    Relation("marital status", "civil status|relationship status|婚姻状况|婚姻状态|感情状况"),
    Relation(
        "manager",
        "boss|line manager|supervisor|reports to|is managed by|managed by|is supervised by|works under|上级|上司|主管"
        "|领导|老板|经理|直属上级|汇报给|向其汇报|向…汇报",
        "manages|manager of|is the manager of|supervises|boss of|line manages|管理|主管着|带领|领导着",
    ),
    Relation(
        "owner",
        "owned by|is owned by|belongs to|is maintained by|maintained by|maintainer|负责人|所有者|主人|归属",
        "owns|is the owner of|maintains|拥有|负责",
        False,
    ),
    Relation("author", "written by|was written by|author is|作者|编著者", "wrote|is the author of|写了|著有", False),
    Relation("founder", "founded by|was founded by|创始人|创办人", "founded|创办|创立", False),
    Relation(
        "parent",
        "child of|is the child of|son of|daughter of|父母|家长",
        "has child|parent of|has a child|child|children|孩子|子女",
        False,
    ),
    Relation("mother", "母亲|妈妈|妈"),
    Relation("father", "父亲|爸爸|爸"),
    Relation("sibling", "siblings|brother or sister|兄弟姐妹|同胞", functional=False, symmetric=True),
    Relation("cousin", "cousins|表亲|堂亲", functional=False, symmetric=True),
    Relation("colleague", "coworker|co-worker|colleagues with|同事|同僚", functional=False, symmetric=True),
    Relation("friend", "friends with|is friends with|朋友|好友|好朋友", functional=False, symmetric=True),
    Relation("neighbour", "neighbor|lives next door to|邻居", functional=False, symmetric=True),
    Relation("roommate", "flatmate|housemate|室友|舍友|合租室友", functional=False, symmetric=True),
    Relation("classmate", "schoolmate|同学", functional=False, symmetric=True),
    Relation("teammate", "队友", functional=False, symmetric=True),
    Relation(
        "citizenship",
        "nationality|country of citizenship|citizen of|is a citizen of|holds citizenship in|has citizenship in|国籍",
        functional=False,
    ),
    Relation("teacher", "taught by|is taught by|class teacher|班主任|老师", "teaches|教", False),
    Relation("mentor", "mentored by|was mentored by|导师|师父|师傅", "mentors|mentored|带教|指导", False),
    Relation("hired by", "was hired by|recruited by|由谁招来", "hired|recruited|招了|聘用了", False),
    Relation("capital", "capital city|首都|省会"),
    Relation("chief executive", "ceo|chief executive officer|首席执行官|总裁|执行长"),
    Relation("headquarters", "headquartered in|is headquartered in|head office|总部|总部地址|总部位于"),
    Relation("located in", "location|is located in|lies in|situated in|is situated in|位于|所在地|位置|坐落于"),
    Relation("studies at", "student at|就读于|在读于|学校|就读学校|在读学校"),
    Relation("major", "field of study|专业|主修"),
    Relation("grade", "school year|年级"),
    Relation("weight", "weighs|体重|重量"),
    Relation("height", "is tall|身高"),
    Relation("blood type", "blood group|血型"),
    Relation("native language", "mother tongue|first language|母语"),
    Relation("time zone", "timezone|时区"),
    Relation("salary", "earns|pay|wage|工资|月薪|年薪|薪水|薪资"),
    Relation("rent", "monthly rent|租金|房租|月租"),
    Relation("price", "costs|cost|is priced at|价格|售价|单价|门票"),
    Relation("budget", "预算"),
    Relation("deadline", "due|is due|due on|due date|due by|截止日期|截止时间|截止|期限|到期"),
    Relation("expires", "expires on|expiry|expiry date|valid until|expiration date|有效期|有效期至|到期日|过期时间"),
    Relation("starts at", "start time|begins at|starts|开始时间|开始于"),
    Relation("opening hours", "opens at|business hours|营业时间|开放时间|开门时间"),
    Relation(
        "release date", "released on|ships on|launch date|launches on|发布日期|上线时间|发布时间|上映时间|发行时间"
    ),
    Relation("version", "current version|runs version|版本|版本号|当前版本"),
    Relation("status", "current status|状态|当前状态"),
    Relation("ip address", "ip|address on the network|ip地址|内网地址"),
    Relation("port", "listens on|listens on port|端口|端口号"),
    Relation("database", "database engine|db|数据库", functional=False),
    Relation("default branch", "main branch|默认分支|主分支"),
    Relation("operating system", "os|操作系统"),
    Relation("written in", "is written in|programming language|implemented in|编写语言|开发语言", functional=False),
    Relation("hosted on", "is hosted on|runs on|deployed on|deployed to|部署在|托管在|运行在", functional=False),
    Relation("editor", "code editor|编辑器", functional=False),
    Relation("allergy", "allergic to|is allergic to|allergies|过敏原|过敏源|对…过敏", functional=False),
    Relation("diet", "饮食|饮食习惯|饮食方式"),
    Relation("dose", "dosage|剂量|用量"),
    Relation("shift", "shift pattern|班次|排班"),
    # What declares names (naming.py).
    Relation(
        "same as",
        "is the same as|also known as|is also known as|aka|is an alias of|alias of|is also called|same person as"
        "|is the same person as|也叫|又叫|又名|别名|同一人|是同一个人|同一个人",
        functional=False,
        symmetric=True,
    ),
    Relation(
        "same relation as",
        "is the same relation as|means the same as|同义于|意思同|同义",
        functional=False,
        symmetric=True,
    ),
    Relation("inverse of", "is the inverse of|反过来是|反义关系", functional=False, symmetric=True),
)
