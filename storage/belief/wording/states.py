"""States that exclude each other, and the things in life of which a person or a project has one at a time."""

from __future__ import annotations

from collections.abc import Iterator

from .sieve import Phrases, alternatives

# Each line a group; its sides, separated by `//`, cannot hold at once of one thing.
_STATES = """
order: working|works|works again|fixed|repaired|mended|fine now|is fine|back up|running again|修好|正常|好了|能用|hums|runs (?:fine|well|again|smoothly)|been running|as good as new|(?:prints|printing|heats|heating|cools|cooling|flowing|flows) again|up again|弄好|凉快|能打|能走|不漏了|通了 // broken|is down|out of order|doesn't work|not working|failed|fails|faulty|leaking|leaks|cracked|keeps running|crashed|stopped working|坏了|故障|报错|漏水|挂了|失灵|不能用|dead|dies|died|jammed|jams|is stuck|blocked|playing up|on the blink|on the fritz|won't (?:start|turn on|close|open)|gave up the ghost|conked out|卡纸|堵了|不制冷|开不了|罢工|裂了
open: open|opens|opened|reopened|开门|营业|开放|开着 // closed|shut|shuts|closes its doors|关门|停业|歇业|闭馆|关着|打烊
decision: pending|waiting for|awaiting|under review|in review|undecided|not decided|on the waiting list|待审|审核中|待批|审批中|还没批|未定|没定 // approved|merged|granted|accepted|got .{0,20}transplant|is it,|decided|chosen|通过|批了|批下来|合并了|定了|敲定 // rejected|refused|denied|turned down|被拒|驳回|拒了|没过
test: passed|考过|通过|合格 // failed|flunked|没过|挂科|不及格|不合格
switched: switched on|turned on|enabled|is on|开启|启用|打开 // switched off|turned off|disabled|is off|关闭|禁用|关掉|停用
couple: single|divorced|separated|broke up|broken up|split up|gave the ring back|called off the (?:wedding|engagement)|单身|离婚|分手|离了|called it quits|call it quits|aren't an item|isn't together|not together|ex-(?:wife|husband|girlfriend|boyfriend)|分了|掰了|吹了|散了|没结婚 // engaged|married|in a relationship|dating|seeing|girlfriend|boyfriend|fiancée?|wife|husband|订婚|结婚|已婚|领证|恋爱|脱单|女朋友|男朋友|对象|boy ?friend|fiance|办了婚礼|办婚礼|牵手|在一起
life: alive|still with us|living|健在|活着 // died|dead|passed away|to sleep|put down|去世|过世|走了|离世|死了|said goodbye to|say goodbye to|put down|didn't make it|laid to rest|没熬过|没了
diet: vegetarian|vegan|veggie|doesn't eat meat|don't eat meat|no meat|plant-based|素食|吃素|不吃肉 // eats? meat|eating meat|eating (?:chicken|beef|meat|fish|pork)|steak|bacon|burgers?|吃肉|开荤|荤菜
drink: sober|teetotal|doesn't drink|don't drink|stopped drinking|off alcohol|滴酒不沾|不喝酒|戒酒|dry|off the booze|不沾酒 // drinks? (?:again|wine|beer)|drinking again|fell off the wagon|又喝|喝上了|喝酒|has a glass|a glass of wine|pints?|had a beer|喝两杯
smoke: quit smoking|stopped smoking|gave up smoking|non-smoker|doesn't smoke|don't smoke|戒烟|不抽烟|没抽|(?:haven't|hasn't|not) (?:touched|had|smoked) a (?:cigarette|fag)|threw .{1,12}(?:pipe|cigarettes) away|smoke-free|off (?:the )?cigarettes|烟掐了|不抽了 // smokes|smoking again|smoker|a pack|抽上|复吸|又抽|抽烟|smoke|cigarettes a day|一天一包|抽
employment: unemployed|between jobs|out of work|hasn't got a job|jobless|looking for work|job hunting|没工作|待业|失业|找工作 // signed an offer|got a job|hired|employed|started at|works (?:at|for|as)|new job|入职|上班|找到工作|begins? (?:at|with|as)|starts? (?:at|with|as)|start(?:s|ed) work|found work|found a job
health: in hospital|in the hospital|hospitali[sz]ed|住院|住在医院|on the ward|in intensive care|in icu|住着院 // discharged|out of hospital|home from hospital|back home|came home|出院|came home|home again|back from hospital|let (?:him|her|them|me) go home|回家休养
driving: can't drive|cannot drive|not allowed to drive|banned from driving|不能开车 // drive again|driving again|cleared to drive|能开车
leave: on (?:maternity |paternity |parental |sick )?leave|on sabbatical|furlough|休产假|休假|请假 // back (?:at|to) work|came back to work|returned to work|back in the office|复工|回来上班|回去上班
speaking: not speaking|aren't speaking|isn't speaking|fell out|feud|not on speaking terms|冷战|闹翻|绝交|不说话 // made up|reconciled|friends again|speaking again|和好|和解
knowing: hasn't told|haven't told|doesn't know|don't know|secret|瞒着|没告诉|不知道|保密 // knows?|announced|told (?:everyone|them|him|her)|found out|知道了|已经知道|公开
consent: against|opposed|opposes|won't (?:let|allow)|refuses|反对|不同意|不让|不许 // agreed|agrees|came round|come round|in favou?r|happy to|gave in|said yes|同意|松口|答应|支持
permission: don't|must not|mustn't|never|not allowed|forbidden|prohibited|banned|no (?:dogs|pets|smoking)|off limits|不要|不能|禁止|不准|不许|别|不让 // (?:it's )?(?:safe|ok|okay|fine) to|allowed|permitted|welcome|any ?time|可以|允许|随时|随便|放开
hours: nights|night shifts?|nights only|graveyard|夜班|大夜 // on days|day shifts?|daylight|白班|日班
brightness: dark mode|dark themes?|dark|深色|暗色|暗黑 // light mode|light themes?|everything to light|to light|浅色|亮色
spelling: british|uk (?:spelling|english)|英式 // american|us (?:spelling|english)|美式
length: short|brief|concise|terse|简短|简洁|简略|精简|言简意赅 // long|detailed|in depth|thorough|verbose|more detail|详细|展开|详尽
spaces: tabs // spaces
units: metric|celsius|摄氏|公制 // imperial|fahrenheit|华氏|英制
place: remote|remotely|from home|work from home|居家|远程|在家办公 // in the office|on site|on-site|坐班|到岗|现场
tenure: rents?|renting|租 // owns?|bought (?:the|a) (?:flat|house|place)|买房|买了房
stock: in stock|available|有货|有现货 // out of stock|sold out|unavailable|缺货|断货|售罄
line: online|在线 // offline|离线
secrecy: public|公开|开源 // private|私有|闭源|保密
price: free|no charge|免费|不收费 // paid|charges?|收费|付费
fear: terrified|scared|afraid|frightened|phobia|never flies|怕|害怕|恐惧|scared of|afraid of // not afraid|no longer (?:afraid|scared)|got over (?:his|her|their|my) fear|不怕|不再怕|isn't (?:scared|afraid)|aren't afraid|no fear of|enjoys flying|took .{1,12}flights
tolerance: allergic|intoleran(?:t|ce)|coeliac|celiac|makes? (?:me|him|her) ill|不耐受|过敏|makes? (?:me|him|her) sick|avoids? (?:gluten|dairy|milk|nuts)|拉肚子|喝不了|不喝牛奶 // not allergic|was never coeliac|no allergy|came back clear|can eat|没问题|不过敏|没事|negative|having (?:pasta|bread|milk|cheese)|eat .{1,12} again|没事了|能喝
blackcoffee: black|no sugar|without sugar|without milk|无糖|不加糖|不加奶|黑咖啡 // with milk|with sugar|two sugars|sugars|with cream|oat milk|latte|加糖|加奶|拿铁
pregnancy: pregnant|expecting|怀孕|怀着 // gave birth|had the baby|was born|生了|miscarr\\w+|baby (?:arrived|came|is here)|is born|had (?:her|the|their) baby|生下
season: on track|on schedule|on time|按时|如期 // delayed|behind schedule|late|slipp(?:ed|ing)|延期|推迟|延误
load: full|fully booked|sold out|满了|满员|爆满 // empty|vacant|has space|空着|空的|有空位
sync: synchronous|同步 // asynchronous|async|异步
seat: aisle|靠过道 // window seat|window|靠窗
formality: formal|正式 // informal|casual|随意|口语
manual: manual|manually|by hand|手动|人工 // automatic|automated|automatically|自动
delivery: on its way|on the way|ordered|on order|backordered|waiting for the (?:parcel|package|delivery)|in transit|没到|在路上|下单|待发货 // arrived|delivered|picked up|turned up|到货|收到了|签收|送到了
progress: in progress|working on|halfway|under construction|renovating|renovation|drafting|still writing|unfinished|ongoing|underway|being built|进行中|正在(?:做|写|装修|开发)|没写完|没做完|施工 // finished|completed?|is done|all done|published|submitted|wrapped up|handed in|完工|写完|做完|完成了|交了|竣工|发表
debt: owes?|in debt|loan|paying (?:it |them )?off|mortgage|欠|贷款|还贷 // paid .{1,12} back|paid off|settled up|debt-free|cleared (?:the|my|his|her) (?:debt|loan)|mortgage-free|还清|还完|got (?:his|her|their|my) .{1,8} back|转给.{1,6}了
lost: lost|missing|can't find|misplaced|丢了|不见了|找不到 // found|turned up|recovered|找到了|找回
injury: injured|injury|sprained|fractured?|broken (?:leg|arm|wrist|ankle|foot|toe|rib)|in a cast|crutches|ill|sick|flu|ankle|受伤|骨折|扭伤|打石膏|感冒|发烧|生病|卧床 // healed|recovered|better|cast (?:is |came )?off|off crutches|walking again|running again|cleared|fully fit|痊愈|康复|拆石膏|好了|退烧
loan: borrowed|borrowing|lent|on loan|借了|借给 // returned|gave (?:it|them|him|her) back|handed back|还了|归还|还给
blocked: blocked|stuck|on hold|paused|frozen|suspended|搁置|暂停|卡住|冻结 // unblocked|resumed|back on|restarted|unfrozen|恢复|重启|解冻|继续推进
vacancy: hiring|vacancy|vacant|looking for a (?:new )?\\w+|unfilled|招人|空缺|在招 // filled|hired|found (?:a|one|someone)|招到|到岗|补上
yet: not yet|hasn't|haven't|yet to|never been|have never|has never|还没|尚未|没有过|从没|从未|从来没 // finally|at last|just got back|first time|now has|已经|终于|总算|第一次|去过
ability: can't|cannot|unable to|doesn't know how|不会|不能|没法|don't know how to|doesn't know how to|can't do|不懂|学不会 // can now|learn(?:ed|t) to|able to|manage[sd] to|学会|会了|能.{1,6}了|full length|mastered|got the hang|picked up how|without stopping|learned|learnt|会游|学成
plan: going to|booked|flying|planning|scheduled|is set for|tickets for|打算|要去|计划|定在|准备去|want to go|going|要去 // cancel+ed|called off|not going|'s off|is off|scrapped|fell through|取消|不去了|泡汤|黄了|作罢|decided against|staying (?:home|put)|spending .{2,12} at home|不去|算了|就回
time: full[- ]time|全职 // part[- ]time|兼职
riser: early (?:riser|bird)|up at (?:5|6)|早起 // night owl|late riser|sleeps in|熬夜|夜猫子|晚起
presence: in person|face to face|线下|面对面|当面 // over zoom|by video|video call|virtual|线上|视频
medium: on paper|paper|print(?:ed)?|纸质 // digital|e-?book|kindle|electronic|电子
temperature: hot|热 // iced|cold|冰
lock: unlocked|left open|no lock|没锁|不锁 // locked|padlocked|bolted|lock it|上锁|锁上|锁着
repair: not fixed|unfixed|still broken|still open|unresolved|outstanding|还没修|没修|未修|未解决|还没处理|没处理|未处理|待处理|还在排查|unsolved // fixed|closed|resolved|wontfix|won't fix|done|sorted|patched|修复|修好|已解决|解决了|处理完|处理好|关闭|已修|gone|found the cause|root cause found
allowing: allows?|allowed|permits?|permitted|welcome|允许|可以带|能带|准许|放开|解禁|开放 // banned|bans?|forbidd?en|prohibit\\w*|not allowed|no longer (?:allowed|welcome)|disallow\\w*|禁止|不准|不让|不许|禁了|no (?:dogs|smoking|bikes|cars|parking)|not permitted|off limits
visa: 在审|审着|还没下来|没批|waiting for (?:my|the|his|her) visa|visa pending|applied for|没下来|还没出 // 下来了|批下来|出签|拿到|通过|approved|came through|granted|got (?:my|the|his|her) visa|到手|拿到手
degree: halfway through|studying for|doing (?:a|an|his|her|my)|in (?:his|her|my) (?:first|second|third|final|last) year|在读|读研|读博|上大学|没毕业|doing a phd|phd student|master's // graduated|got (?:his|her|their|my) .{0,12}(?:degree|certificate|diploma|phd|mba)|finished (?:his|her|their|my) (?:degree|phd|mba|masters)|毕业|学位证|拿到学位|defended|got (?:his|her|their|my) doctorate|dropped out|答辩
children: no children|no kids|childless|don't have (?:kids|children)|没要孩子|没有孩子|没孩子|丁克|have one kid|one child|只有一个孩子|就一个 // pregnant|expecting|had a baby|a (?:son|daughter|boy|girl) was born|gave birth|怀孕|生了|预产期|当爸|当妈|second was born|second child|twins|老二|二胎
retirement: retired|退休了|退休在家 // back (?:at|to) work|came out of retirement|rehired|consulting again|返聘|重返|又去上班|回去上班|复出
attendance: remote|from home|days? (?:a|per) week|到岗|在家办公 // full[- ]time in the office|five days|back in the office|全员到岗|坐班
holding: has (?:our|my|the) (?:\\w+ )?keys?|keeps (?:our|my)|looking after|holding on to|钥匙在|寄存|放在.{1,6}家|保管 // got .{0,25} back|took .{0,20} back|returned|拿回来|取回|还回来
affording: can't afford|not enough|short of|saving (?:up )?for|差.{1,6}(?:万|块|钱)|买不了|买不起|攒钱 // bought|signed|paid|saved enough|凑齐|凑够|买了|签了|付了
never: never|not once|don't|doesn't|从来不|从不|一概不|滴.{0,2}不 // every day|daily|these days|again|can't (?:start|do|get) .{0,20} without|天天|每天|离不开|续命|顿顿
duty_turn: on call|on duty|my (?:turn|shift|week)|轮到我|值班|我值 // swapped (?:shifts|weeks|with)|covering for|换了班|换班|替我|找.{1,4}值
walking: walking stick|cane|crutches|walks|wheelchair-free|拐杖|腿脚不便|拄拐 // wheelchair|bedridden|轮椅|卧床|walks unaided|walking without|on (?:his|her|my) feet|能自己走|自己走了|拐杖都?扔
licence: learning to drive|driving lessons|no licen[cs]e|provisional|学车|考驾照|没驾照|don't have a (?:driving )?licen[cs]e|没有驾照 // passed (?:his|her|my|their|the) (?:driving )?test|got (?:his|her|my|their) licen[cs]e|拿到驾照|拿驾照|passed my test|passed the test|驾照到手|考下驾照
pets: no pets|no dog|no cat|没养|没有宠物|don't have (?:any )?pets|have no (?:dog|cat|pet)s? // adopted|rescue|got a (?:dog|cat|puppy|kitten)|养了|领养|there's a (?:puppy|kitten|dog|cat)|a (?:puppy|kitten) (?:arrived|moved in|came)|抱回|养上
sharing: share a|shares a|flatmates|roommates|with (?:my|his|her) parents|合租|一起住|lives? with (?:two|three|\\d|my|his|her|some) (?:flatmates|friends|sister|brother|roommates|parents) // live alone|lives alone|on my own|moved out|own place|一个人住|独居|搬走|on (?:his|her|their) own|by (?:myself|himself|herself)|just me|一个人租|自己住|一室
sleeping: insomnia|terrible sleep|sleep is (?:terrible|bad)|hours a night|失眠|睡不着 // sleeping (?:well|fine|great|like a|a solid)|sleep is (?:great|better|fine)|睡得好|睡得香
supply: out of|run out|ran out|缺|没了|用完 // restocked|refilled|replaced|back in|补货|补上|充值
wear: wears? glasses|glasses|contacts|braces|戴眼镜|牙套 // laser|lasik|braces (?:are |came )?off|no glasses|摘了|近视手术
exams: preparing for|studying for|备考|准备考|考研|考公|打算考|要考 // gave up|passed|failed|withdrew|放弃|考上|不考|decided against|not going|不考了
duty: optional|not required|voluntary|选修|可选|自愿 // mandatory|required|compulsory|必须|强制|必修
support: supported|supports|支持 // unsupported|not supported|dropped support|support was dropped|不支持|不再支持
running: is up|up and running|live|online|运行正常|上线了 // is down|offline|unreachable|outage|下线|宕机|停机
merge: open pr|in review|awaiting review|unmerged|待合并 // merged|landed|合并|合入
ownership: has a|have a|owns|got a|有一|养了 // has no|have no|don't have|doesn't have|sold|gave away|没有|卖了|送人
trust: trusts?|confident|相信|信任 // distrusts?|doesn't trust|lost faith|不信|不相信
view: disaster|terrible|awful|pointless|waste of|overrated|bad idea|sceptical|skeptical|没用|没意义|糟糕|浪费 // great|brilliant|works well|twice as much|worth it|come round|converted|good idea|真香|值得|有用|不错
sentiment: likes?|loves?|enjoys?|fond of|a fan of|into|adores?|favou?rite|prefers?|喜欢|爱吃|爱喝|爱看|最爱|迷上|爱上 // hates?|dislikes?|can't stand|cannot stand|detests?|loathes?|not a fan|(?:n't|not) (?:\\w+ )?(?:like|love|enjoy|care for)|gone (?:\\w+ )?off|went off|fed up|sick of|讨厌|不喜欢|受不了|不爱|反感|腻了
frequency: daily|every day|每天|天天 // weekly|once a week|every week|每周 // monthly|once a month|每月 // yearly|annually|每年 // biweekly|every (?:two|2|other) weeks?|每两周|隔周
caffeine: coffees?(?: a day| every)|drinks? coffee|loves? coffee|espresso|每天.{0,4}咖啡|喝咖啡 // off caffeine|off coffee|no caffeine|decaf|gave up coffee|quit coffee|caffeine-free|never drinks coffee|戒咖啡|不喝咖啡
dairy: vegan|plant-based|no dairy|dairy-free|纯素 // eats? cheese|cheese again|milk again|eggs again|drinks milk|吃蛋|喝牛奶
emoji: likes? emojis?|with emojis?|多用表情 // no emojis?|annoyed by emojis?|without emojis?|drop the emojis?|别用表情
venue: haven't found|no venue|still looking|not booked|还没订|没找到 // booked|found (?:a|one)|reserved|订好|订上|找到了
teeth: braces|retainer|牙套 // braces off|came off|摘了牙套
cast: in plaster|in a cast|in a sling|打石膏 // plaster (?:came |is |was )?off|cast (?:came |is |was )?off|out of plaster|拆石膏|石膏拆
remission: in remission|cancer-free|all clear|good health // returned|relapse[ds]?|came back|is back|复发
"""

# Whoever these are said of has one of each. States are told with the first part; the second tells of another one,
# the third of an end.
_RELATIONS = """
residence: (?:live|lives|living|lived|based|reside[sd]?|residing|stay(?:s|ing)) (?:by|in|at|on|with|near|alone|here|over|above)|home is|rents? (?:a|an|the|his|her) |(?:flat|apartment|house|home|cottage|room|studio|place) (?:is )?(?:in|on|at|near)|住|家在|定居|租|老楼|老房|宿舍|own a (?:flat|house)|address is|street|door // moved (?:to|into|in with|back|house|home)|moving to|relocated|unpacked|new (?:house|flat|apartment|place|home|address)|settled in|搬|挪到|迁居|新家|行李|took a (?:flat|studio|room|house|place)|movers|keys to|slept there|address is now|new front door|boxes|安顿|拉到 // moved out|left town|退租|退了.{0,4}房|cleared out of
employment: works? (?:at|for|as|in|on)|working (?:at|for|as|in)|worked|job|employed|is an? (?:\\w+ ){0,3}(?:nurse|engineer|teacher|analyst|developer|designer|manager|chef|cook|driver|doctor|lawyer|accountant|programmer|plumber|electrician|writer|editor|translator|consultant|architect|artist|librarian|mechanic|clerk|barista|waiter|waitress|scientist|researcher|director|officer|pilot|carpenter|journalist|pharmacist|dentist|vet|baker|farmer|gardener|assistant|intern|apprentice|machinist)|delivers|drives a .{0,12}(?:van|truck|bus|taxi|cab|lorry)|上班|工作|任职|就职|当.{0,6}(?:师|员|护士|医生|教练|程序员|司机|编辑|翻译|会计|律师)|在.{2,12}做|送外卖|跑单|开出租|title is|a living|for a living|barista at|nurse at|waiter at|working|文案|柜员|上大夜 // started (?:at|as|with|a new|work)|start(?:s|ing) (?:at|as|a new job)|joined|hired|new (?:job|role|position|employer)|got a job|got (?:an offer|hired|promoted)|took a job|signed (?:an offer|with)|training as|retrain\\w+|apprentice|went freelance|freelancing|set up (?:his|her|their|my) own|promoted|began (?:in|at|as)|clocks in|跳槽|入职|换工作|转行|转岗|升职|晋升|轮转到|调到|去了.{2,10}(?:公司|单位|厂)|自己.{0,6}(?:开|租)|创业|单干|begins? (?:at|as|with)|drives a tram|teach(?:es)? .{2,20} full time|at the .{2,20} (?:shop|bookshop|firm|company) (?:now|on)|is now an?|went into|moved into|转行|轮转|开了?.{0,4}店 // quit|resigned|retired|laid off|made redundant|fired|sacked|handed (?:in )?(?:his|her|their|my) notice|packed in|left (?:the|his|her|their|my) (?:job|company)|辞|离职|退休|失业|裁员|被裁|不跑单|不干了|scrubs|badge|packed in|gave up (?:law|teaching|nursing)|hung up
schooling: (?:goes to|go to|in|at) .{0,30}(?:primary|school|academy|college|nursery|kindergarten|uni|high)|goes to|attends|studies at|enrolled (?:at|in)|at school|pupil at|student at|in year \\d+|in \\d+(?:st|nd|rd|th) grade|reads? .{2,20} at|读.{0,4}年级|上.{0,6}(?:小学|中学|初中|高中|大学|幼儿园)|在.{2,10}(?:读|念|上学) // transferred|switched to .{0,20}(?:academy|school|college|primary)|switched schools?|changed schools?|new school|moved (?:up )?to|started (?:at|in|year)|转学|转到|升入|考上|考入 // dropped out|finished school|graduated|left school|退学|毕业|休学
couple: engaged|married|girlfriend|boyfriend|dating|seeing|partner|fianc|together with|wife|husband|女朋友|男朋友|对象|结婚|订婚|恋爱|领证 // got (?:engaged|married)|new (?:girlfriend|boyfriend|partner)|seeing someone|remarried|脱单|再婚 // broke up|broken up|split|divorc\\w+|separated|ring back|called off|ex-|分手|离婚|分开
vehicle: drives? (?:a|an|the|his|her|my|our|to)|car is|car:|commutes? by car|开(?:的|着|一辆|了)|座驾|的车是|rides? (?:a|an|the)|i have a (?:car|bike)|捷达|骑 // new car|bought a (?:\\w+ ){0,3}(?:car|van|truck|suv|ev)|traded|leased|换车|买了.{0,8}车|提了|traded|hired|get about by|gets? around by|提了|换了辆 // sold (?:the|his|her|my|our) car|wrote off|written off|卖了.{0,4}车|报废|nicked|stolen|scrapped|sold the \\w+|totalled|报废|卖掉
dosing: takes? \\d|taking|on \\d+ ?(?:mg|milligrams?)|mg|milligrams|prescribed|dose|medication|pill|tablet|服用|吃.{0,6}药|毫克|每天吃|打.{0,4}(?:针|胰岛素)|on (?:warfarin|insulin|statins|antibiotics|medication)|each morning|片 // doubled|halved|raised|lowered|upped|switched (?:me|him|her|them)|changed (?:the|his|her|my) (?:dose|medication|meds)|replaced|改吃|改打|换药|加量|减量|加到|减到|put (?:\\w+ ){1,3}(?:up|down|on) to|up to \\d+|down to \\d+|减成|加成|调到 // stopped taking|came off|off the|taken off|停药|停了|不吃了|took me off|taken off|off (?:warfarin|insulin|statins)
feeding: bottle|breast(?:fed|feeding|milk)|formula|feeding|nursing|solids|母乳|奶粉|混合喂|吃奶|辅食 // weaned|onto (?:solids|formula)|改成|断奶 // weaned|断奶|断了
responsible: handles|manages|leads|heads|chairs|owns|runs|in charge of|responsible for|looks after|takes care of|go-to|ask \\w+ (?:about|for)|reports to|answers? to|supervisor|mentor|deputy|manager is|lead(?:er)?(?: for| of)?|the \\w+ is|boss is|负责|主管|组长|带.{0,3}组|管|对接|导师|教导主任|店长|领导|看病|heads|conducted by|coordinates|point of contact|coaches|captain|deputy|treasurer|收银|班主任|医生是|教练是|月嫂|健康|visitor // took over|takes over|picked up|steps? in|succeeded|now (?:leads|runs|handles|manages)|answers directly|is leading|stand(?:s|ing) in|calls round|go(?:es)? to \\w+ (?:from now|now)|with \\w+ now|second-in-command|comes? out|接手|接任|接替|接管|顶上|现在.{1,4}带|换人|改由|由.{2,4}负责|都找|write to|conducts (?:us|them)|heads .{2,12} from|'s job since|is with|are with|taken on by|now (?:coaches|heads|chairs|conducts|leads)|the \\w+ is with|交给|换成|变成|改找|归.{1,4}管|来带|说了算 // stepped down|left|moved (?:to|on)|retired|quit|gone|went off|freelance|emeritus|调走|离职|退了|走了|退休|on (?:\\w+ )?leave|burn(?:ed|t) out|resign\\w*|retired|passed away|got a (?:job|headship|post)|调总部|回老家|卸任|请假|休产假
tool: uses?|using|runs on|built (?:in|with|on)|written in|powered by|hosted on|deploy\\w* (?:to|on|via|with)|go(?:es)? through|works? in|edits? in|builds?|listening on|tracks? .{2,15} in|does .{2,20} in|用的?是?|采用|基于|跑在|部署在|托管|发布走|引擎|工具|记在|存在|对局|events in|live in|runs on|记|写的 // switched|migrated|moved|ported|replaced|converted|rewrote|rewritten|live in|over to|across to|working in|换成|换到|换了|迁到|迁移|迁|改用|改成|切到|搬到|挪到|导到|升级|重写|everything's on|is on \\w+|it's on|rewritten in|got rewritten|moved onto|live in .{2,20} since|重写|都迁 // dropped|ditched|deleted|shut down|lapse|no longer|stopped using|uninstalled|threw out|is dead|停用|不用|卸载|注销|弃用|淘汰|shut off|closed my|closed the|ripped out|wiped|retired|下线|停了
buying: pays? for|subscri\\w+|membership|member|premium|plan|账号|会员|订了|订阅|包月|年费|broadband is|banks? with|with (?:sky|bt|lloyds|barclays|o2)|runs till // upgraded|downgraded|renewed|switched|续费|升级|new (?:router|supplier|provider|contract)|signed with|went with|closed .{2,20} for // cancel+ed|lapsed|unsubscribed|expired|没续|退订|不续|取消|closed (?:my|the|his|her)
meeting: meeting|appointment|meets|booked|booking|dinner|party|wedding|trip|flight|flying|event|review|fair|retro|standup|class|lesson|interview|deadline|launch|ship|会|聚餐|团建|航班|预约|面试|考试|婚礼|比赛|上线|发布|课|定在|年会|reception is|meeting room|practice|rehearses|club|venue|flying to|运动|体检|论文|去 // rescheduled|postponed|moved|pushed|brought forward|slipp?e?d?|now at|can only do|instead|改到|推迟|延期|提前|改在|顺延|挪到|改成|往后|rebooked|till the end|gave me till|extension|happens (?:at|on)|'s taken|rang|挪|宽限|推到|换到 // cancel+ed|called off|is off|'s off|fell through|取消|不去了|黄了|flooded|is off|not going|double-booked
keeping: have a|has a|own|owns|keep|keeps|owner|养了|养着|有一只|有一条|家里有|we've got|有一只|we have (?:one|two|a)|叫 // adopted|rehomed|got another|领养|moved in|joined us|second (?:cat|dog) // died|passed away|to sleep|gave (?:him|her|it|the) away|rehomed|ran away|sold|送给|送人|丢了|走了|去世|put down|goodbye|didn't make it|没熬过
learning: learning|studying|taking lessons|practi[sc]ing|course|在学|学习|学着|上.{0,4}课|用.{0,6}学 // took up|started learning|改学|开始学 // gave up|given up|dropped|quit|stopped|no time|不学|放弃|停了
heart: loves?|likes?|enjoys?|fond|fan of|favou?rite|prefers?|can't stand|hates?|dislikes?|thinks|believes|喜欢|爱|讨厌|不喜欢|受不了|最爱|偏爱|觉得 // hooked|into|grown to|come round|fell for|gone off|went off|converted|爱上|迷上|腻了|改|上瘾 // gone off|went off|lost interest|sick of|tired of|不喜欢.{0,4}了|腻了|没兴趣
supply: heat(?:s|ed)?|supplier|provider|delivers?|sells? .{2,20} (?:through|to)|buys? .{2,20} from|supplied by|卖给|供应商|供货|供应 // switched|replaced|straight to|contract|签了|换|改 // no more|cancel+ed|dropped|不走
pricing: rent|salary|wages?|prices?|costs?|pays?|paying|fees?|rates?|budget|mortgage|charges?|bill|工资|月薪|房租|租金|价格|费|预算|月供|报价|学费|tariff|per month|a month|a year|a unit|per word|a word|quid|千字 // raised?|bumped|went up|gone up|goes up|increased?|lowered|remortgaged|renegotiated|pay rise|now paying|up to|down to|hike|discount|涨|降|调整|加薪|打折|上调|下调|got a raise|put .{1,12} up|up by|gone up|rise|it's \\d|变\\d|涨到|批了 // waived|scrapped|free now|免了|免费了
placement: (?:is|are|kept|stored|parked|lives?|sits?|hidden|hangs?) (?:in|on|under|behind|at|next to|inside) (?:the|my|our|his|her)|放在|存在|停在|藏在|挂在|摆在|收在|hangs|faces|工位在|放 // moved|put (?:it|them|the)|shifted|relocated|now (?:in|on|under|lives)|挪到|移到|搬到|改放|放到|挪|has (?:the|our|my) spare|(?:we|i) keep|keeps it|put (?:me|him|her|us) in|moved to a|给.{1,6}了|安排到|坐到 // thrown|扔了|丢了
naming: called|named|name is|surname|nickname|code name|title is|叫|名字|代号 // renamed?|rename|rebranded|goes by|is called .{2,20} (?:now|from)|took .{2,20} name|it's now|改名|现在叫|更名 // nobody calls|dropped the name|被注册
amount: has \\d+|have \\d+|keep \\d+|there are \\d+|seats|guests|members|\\d+ (?:people|hens|sheep|nodes|guests|members|staff)|头|只|人 // were added|was added|altogether|joined|left|down to|up to|又来|增加|剩 // none left|all gone|没剩
surface: painted|carpet|wallpaper|walls are|is (?:light|dark|sage)? ?(?:blue|green|white|grey|pink|yellow|red)|墙 // repainted|redid|redecorated|painted over|bare boards|tiled|刷成|漆成 // torn (?:up|out)|ripped (?:up|out)
grade: year \\d+|in \\d+(?:st|nd|rd|th) grade|belt|\\d年级|大[一二三四]|\\d段|初[一二三]|高[一二三] // moved up|passed (?:my|his|her) grading|升|已经大|升到 // held back|留级
"""


def _bounded(alternatives: str) -> str:
    """Alternatives with word boundaries where they begin and end in Latin letters."""
    return rf"(?:(?<![a-z0-9'-])(?=[a-z0-9])|(?=[^a-z0-9]))(?:{alternatives})(?:(?![a-z0-9])|(?<=[^\x00-\x7f]))"


def _sides(table: str) -> Iterator[tuple[tuple[str, int], str]]:
    for name, _, sides in (line.partition(":") for line in table.replace("\\\\", "\\").strip().splitlines()):
        yield from (((name.strip(), n), side.strip()) for n, side in enumerate(sides.split("//")))


STATES = Phrases((side, _bounded(pattern)) for side, pattern in _sides(_STATES))
RELATIONS = Phrases((part, _bounded(one)) for part, pattern in _sides(_RELATIONS) for one in alternatives(pattern))
# Of a person, these hold or not whatever else is said; of a thing, something more must be shared.
_OF_PEOPLE = """
couple diet drink smoke employment health driving leave hours pregnancy time spelling length brightness riser tenure
life units spaces seat licence walking sharing sleeping wear pets injury fear tolerance presence degree retirement children duty_turn
"""
PERSONAL = frozenset(_OF_PEOPLE.split())
CONTRASTS: tuple[tuple[str, ...], ...] = tuple(
    tuple(line.split())
    for line in """
staging production/prod dev/development testing
生产 测试 开发 预发
upstairs downstairs
weekday/weekdays saturday/saturdays sunday/sundays weekend/weekends
工作日 周末
frontend backend
前端 后端
left right
左 右
front rear
kitchen bathroom bedroom garage basement attic garden
厨房 浴室 卧室 车库 阳台
summer winter
breakfast lunch dinner
早餐 午餐 晚餐
home office
primary secondary replica
older younger
老大 老二 老三
mother father
indoor outdoor
inbound outbound
north south east west
英语 数学 语文 日语 法语 德语 西班牙语
read write
client server
public internal
junior senior
driving passport
""".strip().splitlines()
)
