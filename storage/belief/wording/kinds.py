"""Words that mean the same, and names of which one is used at a time."""

from __future__ import annotations

from collections.abc import Mapping

# People of whom one is spoken of at a time. One line, one person.
_KIN = """
mother mum mom mama mam mummy mommy ma 妈妈 母亲 老妈 我妈 妈 娘
father dad daddy papa pa 爸爸 父亲 老爸 我爸 爸 爹
parents folks 父母 爸妈 爹妈
sister sis 妹妹 姐姐 我姐 我妹 表姐 表妹
brother bro 哥哥 弟弟 我哥 我弟 表哥 表弟
wife missus 老婆 妻子 太太 媳妇
husband hubby 老公 丈夫
partner 对象 伴侣 爱人
girlfriend gf 女朋友 女友
boyfriend bf 男朋友 男友
fiance fiancé fiancee fiancée 未婚妻 未婚夫
son 儿子 大儿子 小儿子
daughter 女儿 闺女
kid kids child children baby 孩子 宝宝 娃 小孩
grandmother grandma gran nan nana granny 奶奶 外婆 姥姥 祖母
grandfather grandpa grandad granddad gramps 爷爷 外公 姥爷 祖父
uncle 叔叔 舅舅 伯伯 姑父 姨夫
aunt auntie 阿姨 姑姑 姨妈 舅妈 婶婶
cousin cousins 堂哥 堂弟
niece 侄女 外甥女
nephew 侄子 外甥
flatmate roommate housemate 室友 舍友
neighbour neighbor neighbours 邻居
friend mate buddy 朋友 闺蜜 同学
colleague coworker co-worker 同事
in-laws 公婆 岳父 岳母 公公 婆婆
"""

# Words and phrases that stand for one another. Where the list is long, the relation is what matters, not the nuance.
_SYNONYMS = """
meeting meet meets standup stand-up sync huddle retro retrospective 会议 开会 会 例会 站会 晨会 周会
appointment booking appt reservation 预约 预定 预订
flight plane fly flies flying flights 航班 飞机
home house flat apartment place 家 房子 公寓 住处
live lives living lived reside resides residing based dwell 住 居住 住在 定居
rent rents rental lease tenancy 房租 租金 租 租约
salary pay wage wages paycheck income 工资 薪水 月薪 年薪 薪资 收入
price cost costs fee charge charges rate fare tariff 价格 价钱 费用 收费 票价 单价 门票 报价
budget 预算
deadline due cutoff 截止 截止日期 期限 到期
release ship ships shipping launch launches publish rollout golive go-live 发布 上线 发版 推出 上市
expire expires expiry expiration valid 到期 过期 有效期 失效
departure depart departs leave leaves leaving 出发 起飞 离开 发车
arrival arrive arrives 到达 抵达
start starts begin begins began 开始 开工
end ends finish finishes 结束
car vehicle auto 车 汽车 轿车
bike bicycle cycle cycles cycling 自行车 单车
phone mobile smartphone cellphone handset 手机 电话
laptop notebook 笔记本电脑 电脑 笔记本
password passcode passphrase pin passwd 密码 口令
code 代码
address 地址 住址
job work works working occupation profession position role career 工作 职业 职位 岗位 上班 任职
company employer firm 公司 单位 东家
boss manager supervisor superior lead 经理 领导 上司 老板 主管 组长 负责人
doctor gp physician doc 医生 大夫
nurse 护士
teacher tutor instructor 老师 教师 教练
school 学校
nursery kindergarten daycare 幼儿园 托儿所
university college uni 大学
study studies studying learn learns learning 学习 学 在学
vegetarian veggie meatless 素食 吃素 素食者
meat steak beef chicken pork 肉 荤 牛肉 鸡肉
coffee espresso latte cappuccino americano 咖啡 美式 拿铁 卡布奇诺
tea 茶
alcohol drink drinks drinking booze beer wine 酒 喝酒 白酒 啤酒
smoke smokes smoking cigarettes cigarette 烟 抽烟 吸烟
run runs running jog jogs jogging 跑步 跑
swim swims swimming 游泳
sleep sleeps sleeping bed bedtime 睡觉 睡 就寝
wake wakes alarm 起床 闹钟
gym workout workouts 健身 健身房
film films movie movies 电影 片 片子
music songs 音乐
book books 书
answer answers reply replies response responses 回答 回复 答复
short brief concise terse 简短 简洁 简略 简明 精简
long detailed verbose lengthy thorough 详细 展开 冗长
database db 数据库
server servers box machine host 服务器 主机 机器
deploy deploys deployment deployments deployed 部署
backup backups 备份
repo repository codebase 仓库 代码库
pipeline pipelines ci builds build 流水线 构建
test tests testing 测试
config configuration settings setting 配置 设置
timeout timeouts 超时
cache 缓存
log logs logging 日志
retention keep kept keeps hold 保留 保存
version release 版本
frontend front-end 前端
backend back-end 后端
endpoint api 接口
package packages dependencies 依赖 包
editor ide 编辑器
terminal shell 终端
branch 分支
review reviews reviewed 评审 审核
ticket tickets issue issues 工单
store stores stored storage 存储 存放
office workplace 办公室
room 房间 会议室 教室
weight weigh weighs 体重 重
height tall 身高 高
age old years-old 岁 年龄 今年
birthday born birth 生日 出生
married marry marriage wedding wed 结婚 婚礼 已婚
engaged engagement 订婚
pregnant pregnancy expecting 怀孕
dog puppy pup hound 狗 小狗
cat kitten 猫 小猫
hospital ward 医院 住院
medicine medication meds drug pill pills tablet tablets dose 药 药物 剂量 服用
allergy allergic 过敏
blood 血 血型
glasses spectacles 眼镜
password 密码
shift shifts 班 夜班 白班
night nights nighttime 夜 夜里 晚上
day days daytime 白天
weekday weekdays 工作日
weekend weekends 周末
morning mornings 早上 早晨 上午
team group squad 组 团队 小组
project 项目
name called named known 名字 名叫 叫 名
nickname 外号 昵称
trip holiday vacation travel 旅行 旅游 出差
ticket 票
insurance 保险
subscription subscribe subscribed membership member 订阅 会员
bank account 银行 账户 账号
internet broadband wifi wi-fi 网络 宽带
electricity power energy 电 电费
heating boiler heat 暖气 供暖 锅炉
key keys 钥匙
lock 锁 门锁
garden yard 花园 院子
cook cooks cooking 做饭 烹饪
breakfast 早饭 早餐
lunch 午饭 午餐 中饭
dinner supper 晚饭 晚餐
sugar 糖
milk 牛奶 奶
spicy chilli chili 辣
language 语言
speak speaks fluent 讲 说
handle handles responsible owns own charge manage manages maintains maintain 负责 管理 主管 管 对接
lead leads leading head heads chair chairs 带 领导 带领
report reports answer-to 汇报
use uses using used run 用 使用 采用
like likes love loves enjoy enjoys fond fan 喜欢 爱 喜爱 爱好
hate hates dislike dislikes loathe loathes 讨厌 反感 厌恶
prefer prefers preference favourite favorite 偏好 偏爱 最喜欢
hours opening 营业时间 开放时间 时间
limit limits quota cap 限制 上限 限额 配额
size 大小 尺寸
count number 数量 人数 总数
location located 位置 位于 地点 坐落
stock shares share 股票 股份
commute commutes 通勤
"""

# Of each of these a person or a project uses one at a time; another one named with a change is a change.
_KINDS = """
ci: jenkins|github actions|gitlab ci|gitlab|circleci|travis|teamcity|drone|buildkite|gitea|azure devops|azure pipelines|bamboo
database: postgresql|postgres|mysql|mariadb|sqlite|oracle|sql server|mongodb|mongo|cassandra|cockroachdb|dynamodb|tidb|clickhouse|duckdb
cache: redis|memcached|valkey|hazelcast|dragonfly
broker: kafka|rabbitmq|nats|pulsar|activemq|sqs|rocketmq|zeromq
cloud: aws|azure|gcp|google cloud|hetzner|digitalocean|linode|heroku|vercel|netlify|fly.io|阿里云|腾讯云|华为云|天翼云|百度云
editor: vim|neovim|nvim|emacs|helix|vscode|vs code|visual studio code|sublime text|sublime|intellij|pycharm|webstorm|zed|cursor|atom|notepad\\+\\+
packager: npm|yarn|pnpm|bun|pip|poetry|uv|conda|pipenv|maven|gradle
framework: react|vue|angular|svelte|solid|next.js|nextjs|nuxt|remix|ember|django|flask|fastapi|rails|spring boot|express|laravel
engine: unity|unreal|unreal engine|ue ?\\d|godot|gamemaker|cryengine|虚幻|cocos
language: python|java|javascript|typescript|golang|go|rust|ruby|php|kotlin|swift|scala|c\\+\\+|c#|perl|elixir|haskell
linter: ruff|flake8|pylint|black|eslint|prettier|biome
typechecker: mypy|pyright|pyre|pytype
shell: bash|zsh|fish|powershell|nushell
system: windows|macos|linux|ubuntu|debian|fedora|arch|centos|mint|nixos
format: json|xml|yaml|toml|protobuf|csv|parquet
auth: jwt|session|oauth|saml|ldap|basic auth
api: rest|graphql|grpc|soap
chat: slack|teams|discord|zoom|google meet|mattermost|telegram|whatsapp|signal|微信|钉钉|飞书|企业微信|腾讯会议
tasks: todoist|trello|asana|jira|linear|notion|obsidian|evernote|onenote|things 3|ticktick|clickup|印象笔记|滴答清单|有道云笔记|语雀
translation: trados|memoq|wordfast|omegat|smartcat|phrase
music: spotify|apple music|tidal|deezer|youtube music|网易云|qq音乐|网易云音乐
streaming: netflix|disney\\+|hulu|hbo|prime video|爱奇艺|优酷|腾讯视频|芒果tv
phone: iphone|pixel|galaxy|samsung|huawei|xiaomi|oneplus|nokia|fairphone|华为|小米|荣耀|苹果|三星|vivo|oppo
laptop: macbook|thinkpad|dell xps|xps|surface|framework laptop|zenbook
browser: chrome|firefox|safari|edge|brave|arc|vivaldi|opera
search: google|bing|duckduckgo|kagi|百度|必应
broadband: comcast|verizon|at&t|t-mobile|vodafone|ee|o2|bt|three|中国移动|中国联通|中国电信|移动|联通|电信
car: corolla|civic|golf|polo|tesla|model 3|model y|prius|yaris|leaf|niro|focus|fiesta|corsa|passat|octavia|skoda|volvo|bmw|audi|mercedes|toyota|honda|ford|kia|hyundai|mazda|nissan|subaru|特斯拉|比亚迪|丰田|本田|大众|宝马|奥迪|奔驰|理想|蔚来|小鹏
bank: barclays|hsbc|monzo|starling|revolut|chase|santander|natwest|lloyds|wells fargo|招商银行|工商银行|建设银行|农业银行|中国银行|招行|工行|建行
orchestrator: kubernetes|nomad|docker swarm|ecs|k8s
vcs: git|svn|mercurial|perforce
licence: mit|apache-2.0|gpl|bsd|mpl|agpl
milk: whole milk|skimmed milk|oat milk|soy milk|almond milk|燕麦奶|豆浆|豆奶|牛奶|杏仁奶|鲜奶
heating: gas boiler|oil boiler|on gas|on oil|heat pump|electric heating|wood stove|district heating|天然气|热泵|煤
transport: bus|train|tram|bike|bicycle|metro|subway|tube|地铁|公交|骑车|开车|自行车|电动车
spelling: british (?:spelling|english)|american (?:spelling|english)|英式|美式
theme: dark mode|light mode|dark theme|light theme|dark themes|深色|浅色
indentation: tabs|spaces
school: primary|academy|high school|middle school|secondary|grammar school|college|university|nursery|kindergarten|小学|初中|高中|中学|大学|幼儿园|小班|中班|大班
frequency: hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually|every day|every week|every month|once a week|twice a week|three times a week|once a month|twice a month|every \\d+ (?:minutes|hours|days|weeks|months)|每小时|每天|每周|每月|每季度|每年|隔天|两周一次|一周一次
colour: red|blue|green|yellow|white|black|grey|gray|brown|pink|purple|beige|terracotta|cream|navy|teal|turquoise|magnolia|lilac|mustard|burgundy|charcoal|ivory|[一-龥]色
spoken: english|german|french|spanish|italian|portuguese|dutch|polish|russian|chinese|mandarin|cantonese|japanese|korean|arabic|hindi|swedish|norwegian|danish|finnish|英文|中文|英语|法语|德语|日语|韩语|西班牙语|粤语
loglevel: debug|info|warn|warning|error|trace
courier: dhl|ups|fedex|royal mail|usps|hermes|dpd|顺丰|京东|圆通|中通|韵达|邮政
airline: lufthansa|klm|ryanair|easyjet|emirates|delta|united airlines|british airways|ana|air france|国航|东航|南航|海航
proxy: nginx|caddy|traefik|apache|haproxy|envoy
bundler: webpack|vite|rollup|esbuild|parcel|turbopack
testing: pytest|unittest|jest|mocha|vitest|cypress|playwright|selenium|junit
monitoring: prometheus|datadog|grafana|new relic|sentry|nagios|zabbix
design: figma|sketch|adobe xd|photoshop|affinity
vault: 1password|bitwarden|lastpass|keepass|dashlane
mail: gmail|outlook|proton ?mail|fastmail|yahoo mail|qq邮箱|163邮箱
container: docker|podman|containerd
payment: cash|card|paypal|bank transfer|direct debit|apple pay|现金|刷卡|支付宝
style: bullet points|prose|tables|paragraphs|列表|表格|段落
sport: swimming|running|cycling|tennis|football|basketball|yoga|pilates|boxing|climbing|rowing|badminton|跑步|游泳|瑜伽|羽毛球|网球|篮球|足球|骑行|健身
instrument: guitar|piano|violin|cello|drums|bass|flute|saxophone|ukulele|吉他|钢琴|小提琴|古筝|架子鼓
floor: ground floor|first floor|second floor|third floor|top floor|basement|1楼|2楼|3楼|4楼|5楼|6楼|7楼|8楼
units: metric|imperial|celsius|fahrenheit|摄氏|华氏
"""


def _lines(block: str) -> list[list[str]]:
    return [line.split() for line in block.strip().splitlines()]


KIN: Mapping[str, str] = {word: line[0] for line in _lines(_KIN) for word in line}
SYNONYMS: Mapping[str, str] = {word: line[0] for line in reversed(_lines(_SYNONYMS)) for word in line}
KINDS: Mapping[str, str] = {
    kind: names for kind, _, names in (line.partition(": ") for line in _KINDS.strip().splitlines())
}
