"""Things of which there are several side by side: rooms, devices, animals, parts of the body, meetings, parts of a system.

What is told of one of them says nothing of another."""

from __future__ import annotations

from collections.abc import Iterator

from .sieve import Phrases, alternatives

# One paragraph, one family; ` / ` parts its things, each with all its names. English plurals are understood.
_THINGS = """
room: kitchen|厨房 / bedroom|卧室 / bathroom|shower room|卫生间|浴室 / living room|lounge|sitting room|front room|客厅 /
  hall|hallway|corridor|走廊|玄关 / study|书房 / attic|loft|阁楼 / basement|cellar|地下室 / garage|车库 /
  garden|yard|院子|花园 / shed|棚 / balcony|terrace|阳台 / stairs|staircase|楼梯
appliance: dishwasher|洗碗机 / washing machine|washer|洗衣机 / dryer|烘干机 / fridge|refrigerator|冰箱 / freezer|冷柜 /
  oven|烤箱 / hob|stove|cooker|灶台|灶 / kettle|水壶 / coffee machine|espresso machine|coffee maker|咖啡机 /
  microwave|微波炉 / boiler|热水器 / heating|radiator|heater|暖气 / air conditioner|aircon|air con|空调 /
  lift|elevator|电梯 / tap|水龙头 / pipe|水管 / toilet|马桶 / roof|屋顶 / door|门锁 / window seat|靠窗
device: printer|打印机 / scanner|扫描仪 / projector|投影仪 / router|路由器 / phone|mobile|smartphone|iphone|pixel|手机 /
  laptop|macbook|thinkpad|笔记本电脑|笔记本 / desktop|台式机 / tablet pc|ipad|平板 / watch|手表 / camera|相机 /
  headphones|earbuds|耳机 / keyboard|键盘 / monitor|显示器 / tv|television|电视 /
  console|playstation|xbox|switch console|游戏机
vehicle: bike|bicycle|brompton|自行车|单车 / motorbike|motorcycle|vespa|scooter|摩托 / car|汽车|轿车 / van|货车 /
  caravan|camper|房车 / boat|船 / tractor|拖拉机
animal: dog|puppy|spaniel|greyhound|labrador|collie|狗|犬 / cat|kitten|tabby|猫 / rabbit|bunny|兔子 / hamster|仓鼠 /
  parrot|budgie|鹦鹉 / goldfish|fish tank|金鱼|鱼缸 / hen|chicken coop|母鸡 / horse|pony|马场 / cow|奶牛 /
  sheep|ewe|flock|羊 / goat|山羊 / bee|hive|蜜蜂|蜂箱 / plant|盆栽|绿植
body: back pain|bad back|back's|腰 / knee|膝盖 / shoulder|肩膀 / ankle|脚踝 / wrist|手腕 / elbow|手肘 / arm|胳膊 / leg|腿 /
  foot|脚 / toe|脚趾 / hip|髋 / tooth|teeth|牙 / eye|eyesight|眼睛 / skin|皮肤 / heart|心脏 / stomach|胃 /
  blood pressure|血压|降压 / blood sugar|diabetes|血糖|糖尿病 / asthma|inhaler|哮喘 / migraine|headache|头疼|偏头痛
meeting: standup|stand-up|daily meeting|晨会|站会 / retro|retrospective|复盘会 / review|评审会|评审 / demo|演示 /
  planning meeting|排期会 / weekly meeting|team meeting|例会|周会 / book club|读书会 / choir|合唱团 / band|乐队
appointment: dentist|牙医 / optician|eye test|验光 / haircut|理发 / check-up|checkup|体检 / interview|面试 / exam|考试
occasion: wedding|婚礼 / honeymoon|蜜月 / reception|婚宴 / rehearsal|彩排 / birthday|生日
paper: thesis|dissertation|论文 / report|报告 / paper|article|文章 / grant|proposal|申请书 / invoice|发票 / contract|合同 /
  visa|签证 / passport|护照 / driving licence|driving license|driving test|driver's license|驾照 /
  birth certificate|出生证
belonging: key|钥匙 / umbrella|伞 / wallet|钱包 / suitcase|luggage|行李 / helmet|头盔
spot: desk|工位 / locker|储物柜 / parking|car park|停车|车位 / gate|大门
money: rent|房租|月租|租金 / mortgage|房贷|月供 / car loan|车贷 / salary|pay rise|wage|工资|月薪 / pension|养老金 /
  electricity|电费|电价 / gas|天然气|燃气 / water bill|水费
service: broadband|internet|wifi|宽带 / insurance|保险 / tuition|学费
institution: nursery|daycare|kindergarten|幼儿园|托儿所 / school|小学|初中|中学 / university|大学 / library|图书馆 /
  pool|泳池|游泳馆 / gym|健身房 / canteen|食堂 / museum|博物馆 / pharmacy|药店 / bakery|面包店
system: database|postgres|mysql|mongo|数据库|主库 / cache|redis|缓存 / queue|kafka|rabbitmq|消息队列|队列 /
  frontend|front-end|web app|前端 / backend|back-end|api server|后端 / mobile app|app|客户端 /
  ci|pipeline|builds|流水线|构建 / log|logs|logging|日志 / backup|备份 / session|会话 / token|令牌 / cluster|集群 /
  certificate|证书 / endpoint|接口 / password|密码 / username|用户名 / email|e-mail|邮箱 / phone number|号码 /
  scheduler|cron|定时任务 / search|搜索 / checkout|结算 / billing|invoicing|账单|计费 / payment|支付 / parser|解析器 /
  linter|formatter|格式化 / package manager|包管理器 / editor|编辑器 / browser|浏览器
outside: logo|商标 / website|官网|网站 / newsletter|通讯 / podcast|播客
food: coffee|espresso|latte|caffeine|咖啡|美式 / tea|茶 / alcohol|wine|beer|酒 / milk|dairy|牛奶 /
  meat|steak|burger|肉 / bread|gluten|面包 / sugar|糖 / cheese|奶酪
habit: smoking|cigarette|smoke|pipe smoking|抽烟|香烟|吸烟|戒烟|烟掐
instrument: piano|钢琴 / guitar|telecaster|吉他 / violin|小提琴 / viola|中提琴 / drums|架子鼓
sport: swimming|swim|swum|游泳 / running|run|marathon|jogging|跑步 / cycling|骑行 / tennis|网球 / badminton|羽毛球 /
  football|足球 / basketball|篮球 / yoga|瑜伽 / pilates|普拉提 / chess|象棋 / judo|karate|柔道
art: painting|画画 / pottery|陶艺
tongue: danish / german|德语 / french|法语 / spanish|西班牙语|西语 / italian|意大利语 / japanese|日语 / english|英语 /
  portuguese|葡萄牙语 / maths|数学
meal: breakfast|早餐|早饭 / lunch|午餐|午饭|中饭 / dinner|supper|晚餐|晚饭
"""


def _named(name: str) -> str:
    return rf"(?<![a-z0-9'-]){name}(?:e?s)?(?![a-z0-9])" if name.isascii() else name


def _told() -> Iterator[tuple[tuple[str, str], str]]:
    family = ""
    for line in _THINGS.strip().splitlines():
        head, colon, rest = line.partition(": ")
        family, rest = (head, rest) if colon else (family, line)
        for thing in filter(None, (part.strip(" /") for part in rest.split(" / "))):
            key = family, thing.partition("|")[0]
            yield from ((key, _named(name)) for name in alternatives(thing))


THINGS = Phrases(_told())
