"""What a statement is about, in broad matters of life and work, by words of both languages."""

from __future__ import annotations

from collections.abc import Iterator

from .sieve import Phrases, alternatives

# One line, one matter, of which one is mostly in one condition at a time.
_TOPICS = """
home: live[sd]?|living|flat|apartment|house|home|cottage|bungalow|studio|tenants?|landlord|landlady|lease|rent(?:s|ed|ing)?|renting|mortgage|moved (?:in|out)|move[sd]? to|boxes|keys to|front door|address|postcode|neighbourhood|place in|based in|relocat\\w+|settled in|our place|own place|roof over|lodg\\w+|bedsit|dorm\\w*|住|搬|租|房子|公寓|小区|宿舍|房东|新家|老家|落户|定居|一室|两室|三室|地址
job: jobs?|works? (?:at|for|as|in)|working (?:at|for|as)|work as|employ\\w+|career|position|role|office|nurse|teacher|engineer|developer|designer|accountant|chef|driver|lawyer|clerk|barista|waiter|waitress|consultant|analyst|electrician|plumber|carpenter|journalist|editor|pharmacist|freelanc\\w+|self-employed|contractor|notice|resign\\w*|retire[sd]?|retirement|redundan\\w+|redundancy|laid off|fired|hired|promot\\w+|shifts?|payroll|badge|scrubs|uniform|apron|retrain\\w*|apprentice\\w*|intern\\w*|teach(?:es)?|taught|full[- ]time|part[- ]time|上班|工作|任职|就职|公司|单位|辞职|离职|跳槽|入职|退休|失业|裁员|岗位|护士|老师|工程师|程序员|司机|会计|医生|设计师|编辑|律师|厨师|轮岗|转行|全职|兼职|教书|当.{0,4}(?:师|员)
role: lead(?:s|er)?|team lead|head(?:s| of)?|chairs?|chairman|chairwoman|captains?|coach(?:es)?|manager|manages|managed|boss|supervisor|in charge|responsible|runs|running|looks after|handles?|handed over|took over|takes over|taken over|deputy|director|president|secretary|treasurer|owner|owns|maintainer|maintains|reports to|point of contact|contact|gavel|succeed\\w*|stepped down|steps? in|stands? in|fills? in|covers? for|went on leave|负责|主管|经理|组长|队长|主任|校长|店长|领导|接手|接任|接替|接班|管|带队|归.{1,5}管|对接|交接|顶替|牵头
money: rent|salary|wages?|pays?|paid|price[sd]?|costs?|fees?|charges?|rates?|budget|mortgage|bills?|deposit|discount|raise|per month|a month|a year|an hour|pence|quid|bucks|premium|allowance|工资|月薪|年薪|房租|租金|价格|价|收费|学费|月供|利率|预算|报价|涨|降价|块钱|一个月
couple: single|engaged|married|marry|wedding|divorce\\w*|separated|girlfriend|boyfriend|partner|husband|wife|fianc\\w+|dating|seeing|seeing someone|together|broke up|broken up|split(?: up)?|called it quits|propos\\w+|ex|dumped|in love|relationship|anniversary|单身|对象|女朋友|男朋友|女友|男友|老公|老婆|结婚|离婚|订婚|分手|跟.{1,4}分了|恋爱|谈了|领证|婚礼|求婚|前任|脱单
child: pregnant|expecting|due in|baby|babies|newborn|born|gave birth|birth|kids?|child(?:ren)?|son|daughter|twins?|toddler|怀孕|预产期|生了|出生|宝宝|孩子|女儿|儿子|二胎|老二
school: school|primary|academy|college|nursery|kindergarten|grade|year \\d+|class|teacher|pupils?|students?|homeschool\\w*|university|uni|degree|master's|masters|phd|grad school|undergrad\\w*|thesis|dissertation|graduat\\w+|enrol+\\w*|dropped out|scholarship|exams?|course|小学|中学|初中|高中|大学|幼儿园|年级|班|毕业|读书|读研|考研|考上|论文|学校|转学|退学|博士|硕士|留学
health: ill|sick|flu|fever|cough|injur\\w+|sprain\\w*|broke (?:his|her|my|their)|broken (?:leg|arm|wrist|ankle|foot|toe)|cast|crutches|wheelchair|walking stick|cane|surgery|operation|hospital|ward|discharged|diagnos\\w+|asthma|diabet\\w+|blood pressure|migraines?|knees?|back pain|hip|shoulder|therapy|physio|pain|heal(?:ed|ing)?|recover\\w*|cured|remission|symptoms?|allerg\\w+|intoleran\\w+|coeliac|celiac|生病|感冒|发烧|受伤|骨折|住院|出院|手术|康复|恢复|痊愈|过敏|血压|血糖|膝盖|腰|拐杖|拄拐|轮椅|失眠|病|疼|痛
medicine: mg|milligrams?|tablets?|pills?|dose|doses|dosage|prescri\\w+|medication|meds|insulin|inhaler|antibiotics?|statins?|metformin|ibuprofen|lisinopril|injections?|drops|毫克|吃药|药|剂量|胰岛素|服用|片|停药
diet: vegan|vegetarian|meat|plant-based|keto|gluten|bread|dairy|milk|sugar|fish|chicken|beef|pork|bacon|steak|eggs|diet|fasting|carbs|素食|吃素|吃肉|荤|减肥|忌口|戒糖|牛奶|不吃
drink: coffee|espresso|latte|tea|caffeine|decaf|alcohol|beer|wine|sober|teetotal|drinks?|drinking|pints?|whisky|咖啡|喝茶|茶|酒|美式|拿铁|奶茶|可乐
smoke: smok\\w+|cigarettes?|tobacco|vap\\w+|nicotine|a pack|抽烟|烟|戒烟
pet: dog|cat|puppy|kitten|hamster|rabbit|parrot|goldfish|fish tank|budgie|guinea pig|tortoise|pony|horse|pet|vet|leash|adopted|rehomed|shelter|狗|猫|仓鼠|兔子|鹦鹉|金鱼|乌龟|宠物|领养
vehicle: car|cars|drives?|driving|drove|van|truck|suv|motorbike|motorcycle|scooter|bike|bicycle|cycl(?:e|es|ed|ing)|bus|train|tram|metro|commut\\w+|licen[cs]e|parking|honda|toyota|ford|volvo|tesla|vw|golf|corolla|civic|jazz|skoda|audi|bmw|开车|车|骑车|地铁|公交|高铁|通勤|驾照|电动车|特斯拉|自行车
schedule: meets?|meeting|met up|every (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|month|other)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|standup|stand-up|retro|club|rehears\\w+|practi[cs]e|lessons?|class|session|appointment|dentist|check-up|interview|booked|booking|reservation|table for|slot|at \\d{1,2}(?::\\d\\d)?|例会|周会|开会|会议|周[一二三四五六日]|星期|预约|面试|课|训练|排练|约
deadline: deadline|due|hand in|submit\\w*|submission|extension|by the end of|ship(?:s|ped|ping)?|release[sd]?|launch\\w*|go-live|go live|milestone|delivery date|截止|交|上线|发布|交付|延期|推迟|提前|期限
trip: trip|travel\\w*|flight|fly(?:ing)?|flew|holiday|vacation|going to|visit\\w*|hotel|tickets|honeymoon|cruise|hike|conference|offsite|away|机票|航班|出差|旅行|旅游|度假|酒店|去.{1,6}玩|那趟|蜜月|回老家|国庆|春节
party: party|dinner|wedding|reception|barbecue|bbq|picnic|lunch|gig|concert|festival|fair|ceremony|celebrat\\w+|venue|hall|聚餐|婚礼|派对|生日|团建|晚会|演出|活动|场地
hobby: run(?:s|ning)?|marathon|jog\\w*|swim\\w*|swam|pool|gym|yoga|pilates|tennis|football|basketball|climb\\w*|box(?:es|ing)|danc\\w+|guitar|piano|violin|drums|choir|sing\\w*|chess|paint(?:s|ing)?|knit\\w*|garden\\w*|cook\\w*|bak(?:es|ed|ing)|pottery|photograph\\w*|gaming|跑步|游泳|健身|瑜伽|打球|篮球|羽毛球|吉他|钢琴|唱歌|画画|下棋|围棋|书法|爬山|钓鱼
learning: learn\\w*|studying|lessons?|tutor|duolingo|fluent|beginner|course|speaks?|language|german|french|spanish|italian|japanese|chinese|学|西班牙语|法语|德语|日语|韩语|英语|多邻国|口语
device: phone|iphone|pixel|android|galaxy|laptop|macbook|thinkpad|tablet|ipad|kindle|watch|headphones|camera|monitor|keyboard|printer|router|tv|console|battery|screen|手机|电脑|笔记本|平板|相机|耳机|手表|屏幕|键盘|打印机|路由器
appliance: dishwasher|washing machine|washer|dryer|fridge|freezer|oven|hob|boiler|heating|radiator|heater|lift|elevator|tap|toilet|shower|leak\\w*|air con\\w*|aircon|fan|door|window|lock|light|bulb|roof|alarm|pump|plumber|repair\\w*|mended|fixed|broken|空调|冰箱|洗衣机|热水器|暖气|水管|电梯|门锁|灯|漏水|坏|修|马桶
room: kitchen|bedroom|bathroom|living room|lounge|hall(?:way)?|study|attic|basement|garage|garden|shed|walls?|paint(?:ed)?|repaint\\w*|wallpaper|redecorat\\w+|renovat\\w+|carpet|tiles|sofa|curtains|colou?r|客厅|卧室|厨房|卫生间|阳台|书房|墙|刷成|装修|翻新|沙发|窗帘|地板|颜色
place: desk|drawer|cupboard|shelf|cabinet|under|behind|spare key|keys?|keeps? (?:it|them)|kept|stored|parked|hidden|hangs?|sits?|floor|upstairs|downstairs|by the window|corner|locker|next to|放在|放|藏|存|挂|摆|工位|座位|楼|钥匙|柜|抽屉|靠窗
meetplace: room|venue|hall|library|studio|cafe|café|pub|gym|campus|online|zoom|in person|remote|会议室|教室|线上|线下|地点|场地|改在
database: database|db|postgres\\w*|mysql|mongo\\w*|sqlite|redis|mariadb|oracle|dynamo\\w*|cassandra|schema|tables?|cluster|数据库|主库|从库|表|分库
code: python|java|javascript|typescript|rust|golang|go|kotlin|swift|ruby|php|scala|c\\+\\+|r|julia|matlab|unity|godot|unreal|react|vue|angular|svelte|django|flask|fastapi|rails|spring|framework|engine|backend|frontend|codebase|codebases|rewrote|rewritten|ported|script|library|前端|后端|框架|引擎|代码|重写|迁到|语言
infra: aws|azure|gcp|google cloud|heroku|hetzner|vercel|kubernetes|k8s|docker|nomad|jenkins|github|gitlab|actions|ci|pipeline|deploy\\w*|hosted|server|cluster|prod(?:uction)?|staging|nginx|caddy|traefik|terraform|部署|服务器|云|流水线|发布|集群|机房|托管
software: slack|teams|discord|zoom|notion|trello|jira|asana|linear|todoist|obsidian|evernote|figma|sketch|excel|sheets|vs code|vim|emacs|intellij|pycharm|editor|browser|chrome|firefox|safari|app|spreadsheet|tool|plugin|linter|formatter|prettier|eslint|black|ruff|package manager|pnpm|npm|yarn|bun|pip|poetry|uv|webpack|vite|lastpass|1password|bitwarden|微信|钉钉|飞书|软件|编辑器|浏览器|插件|工具|包管理
config: timeout|limit|retries|retry|port|ttl|expires?|expiry|retention|quota|threshold|interval|cron|nightly|hourly|backup|backups|flag|enabled|disabled|default|maximum|max|minimum|min|password|key|rotat\\w+|version|超时|上限|端口|保留|备份|阈值|间隔|默认|密码|有效期|版本|重试|日志级别|缓存
service: subscri\\w+|member\\w*|netflix|spotify|disney\\+?|hulu|gym|plan|contract|provider|broadband|internet|insurance|insurer|bank|account|supplier|carrier|sim|energy|cancel+ed|lapsed?|renew\\w*|会员|订阅|套餐|宽带|保险|银行|账户|续费|退订|供应商|运营商
style: answers?|repl(?:y|ies)|respon\\w+|explain\\w*|explanations?|bullet\\w*|prose|tone|emoji\\w*|formal|casual|brief|short|concise|long|detailed|verbose|summar\\w+|tabs|spaces|indent\\w*|dark mode|light mode|theme|metric|imperial|spelling|回答|回复|解释|简短|简洁|详细|语气|列表|表情|深色|浅色|缩进|格式
naming: called|named|names?|renamed|rebrand\\w*|nickname|code name|codename|title|goes by|pronouns?|maiden name|surname|known as|username|handle|email|e-mail|叫|改名|名字|代号|昵称|外号|更名|邮箱
taste: favou?rite|likes?|loves?|enjoys?|prefers?|hates?|dislikes?|can't stand|fan of|into|gone off|went off|fond of|sick of|fed up|come around|came round|喜欢|爱|讨厌|最爱|偏爱|受不了|腻
sleeptime: bed|bedtime|gets? up|wakes?|woke|alarm|sleeps?|sleeping|insomnia|night owl|early riser|nights|naps?|睡|起床|熬夜|早起|闹钟|失眠|午睡
size: weighs?|weight|kilos?|kg|pounds|lbs|stone|tall|height|cm|体重|斤|公斤|身高|瘦|胖
count: people|members|employees|staff|strong|team of|team is|headcount|hens|sheep|cows|goats|chickens|ewes|flock|herd|players|pupils|接近|人数|员工|一共|总共|头|只
"""


def _told() -> Iterator[tuple[str, str]]:
    for name, _, pattern in (line.partition(": ") for line in _TOPICS.replace("\\\\", "\\").strip().splitlines()):
        for one in alternatives(pattern):
            yield name, rf"(?<![a-z0-9'-])(?:{one})(?![a-z0-9])" if one[0].isascii() else one


TOPICS = Phrases(_told())
