"""Words that tell a change, an addition, a plan or a doubt, in English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .sieve import Phrases, alternatives

# One line, one alternative; English is matched at word boundaries.
_ENGLISH = {
    # What was is over.
    "end": r"""
clashed|nicked|flooded|burn(?:ed|t) out|torn (?:up|out|down|off)|tore (?:up|out|down|off)|ripped (?:up|off)|abolished|(?:came|comes|coming) (?:off|down)|axed|scuppered|expired
(?:took|taking|taken|takes) (?:\w+ ){0,2}(?:off|out of)|pull(?:ed|ing)? (?:\w+ ){1,2}out of|off (?:it|them) altogether|went on (?:\w+ )?leave|gone on (?:\w+ )?leave|closed (?:the|my|our|his|her|their)|shut off|(?:threw|throw|chuck|toss)(?:ed)? .{2,25} (?:away|out)
called it (?:quits|a day)|sa(?:y|id) goodbye|decided against|decided not to|painted over|gave up the ghost|(?:haven't|hasn't|not) touched|wiped|nobody (?:calls|uses|goes)|(?:aren't|isn't|not) an item|on the rocks|over between|put down|got rid|wore out|worn out|conked out|packed up|bit the dust
cleared (?:out|my|his|her|their|the) .{0,8}(?:desk|room|office)|no (?:longer|more)|not .{2,20} any ?more|stays? away from|can't (?:look at|face|bear|stomach)|leave (?:it|them|that) out|annoyed by|put off|out of the question|went to (?:the )?(?:charity|scrap|dump|tip|skip)|donated|handed on|passed on to|lent|auctioned|repossessed
made way|disbanded|dissolved|folded|liquidated|bankrupt|defunct|obsolete|sunset(?:ted)?|retiring|deleted|archived|banned|confiscated|totalled|crashed (?:it|the)|scrapped|laid to rest|lost (?:interest|faith|patience)|grew out of|grown out of|outgrew
no longer|any ?more|not any longer|never again|quit|quits|quitting|gave up|given up|gives? up|giving up|had to give up
gone (?:right |completely )?off|went off|(?:has|have|had) stopped|stopped|stop using|dropped|dropping|drops|cancel+ed
called? (?:it |that |the whole thing )?off|'s off|is off|are off|was off the|sold|got rid of|ditched|scrapped|binned|chucked
deleted|uninstalled|unsubscribed|shut (?:it |them |the .{1,20} )?down|closed down|switched off|turned off|decommissioned
retired|resigned|laid off|made redundant|fired|sacked|let go|left (?:the|his|her|their|my|our)|has left|have left
broke(?:n)? up|split up|divorced|separated|gave .{2,12} back|passed away|died|dead|to sleep on|put .{2,20} (?:down|to sleep)
lapsed|ran out|run out|done with|finished with|is over|fed up with|sick of|tired of|can't stand .{2,20} now|ripped out
(?:haven't|hasn't|not|hadn't) .{2,40} since|threw out|thrown out|handed (?:\w+ ){0,3}(?:in|back|over)|stepped down|stood down|packed (?:it )?in
gave .{2,30} away|given .{2,30} away|traded .{2,30} in|traded in|wound (?:up|down)|withdr[ae]wn?|revoked|removed|retracted
disabled|abandoned|walked away|moved on|moved out|moved away|cut out|gave notice|phased out|end of life|gone|closed for good
that's that|so much for|no more|no need|not happening|out the window|ages since|time to say|had enough|pulled the plug|called time|kicked out|evicted|let .{2,12} go|written? off
kicked the habit|said goodbye|parted ways|fell through|pulled out|backed out|out of business|went under|lost (?:his|her|their|my|our|the)
broke the|(?:had to|have to|has to|having to|needed to|need to|decided to|chose to|forced to|made (?:me|us|him|her|them)|asked (?:us|me|everyone|people|everybody) to|told (?:us|me) to|agreed to|managed to|going to|will) (?:sell|quit|stop|give up|drop|cancel|call off|get rid of|leave|shut|close|delete|scrap|ditch|retire|resign|put .{2,12} down|give .{2,20} (?:up|away|back)|let .{2,12} go)|discontinued|deprecated|torn down|demolished|outgr(?:own|ew)|stolen|written off|nothing to do with|swor(?:n|e) off|off the table
""",
    # Something else took its place.
    "switch": r"""
goes by|go by|took (?:his|her|my|their) .{2,20} name|turned into|put (?:\w+ ){1,3}(?:up|down|on) to|gave (?:me|us|him|her|them) (?:till|until)|extension|begins (?:at|as|in)|taken up|were added|was added|on top|is up to|repainted|redecorated|redone|redid|rebooked|rebranded|rehoused|resettled|repurposed
handed (?:over|on) to|passed to|took the reins|takes the reins|at the helm|stepping up|under new|new (?:owner|management|name|owner|landlord|provider|supplier|job|home|place|flat|car|phone|laptop|router|address|number|password|date|time|venue|title|role|boss|teacher|doctor|dentist|coach)|different (?:time|day|date|place|room|venue|person)
had .{2,30} (?:put in|installed|fitted|replaced|changed)|put .{2,20} in instead|in (?:its|his|her|their) (?:place|stead|spot)|took (?:its|his|her|their) place|gave way to|made way for|traded up|upsized|downsized|back to \w+ing|goes through|routed through|moved across|carried (?:over|across|to)|set (?:it |them )?up (?:on|in|at)|came out at|comes out at
up(?:ped|s|ping)|dropped (?:\w+ )?(?:to|from)|rose|risen|fell (?:to|from)|fallen (?:to|from)|hit \d+|stands at|goes (?:up|down)|went (?:up|down)|go(?:ne|ing) (?:up|down)|(?:up|down) (?:by|from|to)|more than doubled|grew (?:to|from|by)|cut (?:\w+ )?(?:to|from|by)|set (?:to|at)|has been set|been moved|been changed|relaxed|tightened|loosened
switch(?:ed|ing|es)|swap(?:ped|ping|s)|chang(?:ed|es|ing)|replac(?:ed|es|ing)|moved?(?: \w+){0,4} (?:to|into|over|from|across)|moved|moving
migrat(?:ed|ing|es)|relocat(?:ed|ing)|transfer+ed|convert(?:ed|ing)|upgrad(?:ed|ing)|downgrad(?:ed|ing)|renam(?:e|ed|ing)|rebrand(?:ed)?
reschedul(?:ed|ing)|postpon(?:ed|ing)|push(?:ed|ing)(?: \w+){0,3} (?:back|to|out|forward|into)|brought forward|bump(?:ed|ing)|slip(?:ped|s)?|shift(?:ed|ing)
rais(?:ed|ing)|lower(?:ed|ing)|increas(?:ed|ing)|decreas(?:ed|ing)|doubled|halved|tripled|dropped to|(?:went|gone|going|go) (?:up|down) to
bring forward|up to|down to|up from|down from|instead|rather than|in favou?r of|over to|port(?:ed|ing)|took over|taken over|picked up|promoted
bec[ao]mes?|crept|extended|shortened|reduced|cut (?:to|down|back)|was cut|were cut|delay(?:ed)?|stead of|redid|rewrote|rewritten|remortgaged|reassigned
enrol+ed|(?:has |have |'ve |just )?started (?:at|with|as|a new|working|seeing|using)|begun|began|got a job|new job|new role|landed
turned \d+|turned (?:vegan|vegetarian)|grew|grown|gone (?:back|over)|went (?:back|over|with|freelance|vegan|vegetarian)|put (?:me|him|her|them|us) on
unpacked|settled|bought a new|got engaged|got married|tied the knot|remarried|consolidated|merged into|split into|outsourced|revised|updated|amended|overhauled
earlier than|later than|sooner than|(?:more|less|fewer|cheaper|longer|shorter|bigger|smaller) than (?:before|planned|expected|we|i|first|it used)|change of (?:plan|heart|mind)|plans? (?:have )?changed|brought (?:it |them )?(?:forward|back)
made (?:me|us|him|her|them) (?:re)?\w+|steps? up|stepping in|stepping down|standing in|onto|went for|opted for|settled on|chose|picked|plumped for|going with|went with|gone with|flipped|redirected|rerouted|re-?\w+ed to|inherited|merging|rolled back|rolled out|doing .{2,20} instead|expanded|grown to|grew to|shrank|shrunk|knocked (?:down|off)|widened|narrowed|topped up|trimmed|slashed|hiked
(?:had to|have to|has to|having to|needed to|need to|decided to|chose to|forced to|made (?:me|us|him|her|them)|asked (?:us|me|everyone|people|everybody) to|told (?:us|me) to|agreed to|managed to|going to|will) (?:change|switch|move|replace|swap|upgrade|downgrade|rename|reschedule|postpone|push|bring|raise|lower|cut|increase|reduce|double|extend|start over|redo|rebuild|migrate|transfer|go up|go down|use)|asked (?:for|everyone|us|me|people)|re(?:painted|decorated|placed|written|built|done|organised|organized|scheduled|named|located|assigned|started|opened|modelled|modeled|structured|designed|newed|booked|routed|tired|filled|stocked|signed|vised|worked|factored|trained|homed|hired|joined|turned)|new (?:policy|rule|rules|boss|owner|management|system|setup|contract|plan|schedule|hours|times?)|traded|exchanged|converted|ended up|taken to|takes after|made .{2,20} into
crossed over|taking over|takes over|stepped up|filling in|succeeded|appointed|elected|named as
""",
    "now": r"""
since (?:then|that|he|she|they|we|i|both|the|my|last|our)|ever since|starting next|next (?:week|month|term|year|sprint)|come (?:september|january|monday|spring|autumn)|as of (?:today|now|this)|altogether|effective|in the meantime|for the (?:winter|summer|season|moment)|these past|by the time|first time|at long last
now|now'?s|these days|nowadays|lately|currently|at the moment|as of|from (?:now|here|today|this|next|monday|tuesday|wednesday|thursday|friday|saturday|sunday|easter|january|february|march|april|may|june|july|august|september|october|november|december)
from half-term|from \d{1,2}|starting|since (?:last|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|the|then|he|she|they|we|i)
again|back (?:to|on|in|at|into|with|among)|finally|at last|brand[- ]new|new|recently|just|today|yesterday|last (?:week|month|night|monday|tuesday|wednesday|thursday|friday|saturday|sunday|year|spring|summer|autumn|winter)
the latest|latest|as things stand|in the end|it's official|good news|bad news|update|for the time being|until (?:further|\w+)|temporarily|permanently|this time|once more|no sooner|only (?:do|until|till|on|in|at)|up and running
for good|already|going forward|until further notice|from .{2,15} on(?:wards)?|after all|by now|any ?time|this (?:week|month|morning|term|season|year)|over the weekend|is it\b|it is,
""",
    # What was said was wrong.
    "correct": r"""
actually|correction|corrected|correct(?:ing)?|turns out|turned out|in fact|misspoke|misspelled|mistake|mistaken|wrong|mixed up|mix-up|typo|misremember\w*
scratch that|scrap that|ignore (?:that|what)|forget what|my bad|i was off|got that wrong|had it wrong|not quite|on second thought|to clarify|properly|real(?:ly)? (?:is|was)|is really|the right|the correct|amend|misspoken|misquoted|mis\w+ed|confused .{2,20} with
sorry|i meant|i mean|meant to say|was never|were never|never was|double[- ]checked|checked|re-?checked|misread|misheard|should (?:be|read|have been)|strike that|scratch that|to be precise|set (?:me|him|her|the record) straight|not the|rather,|contrary to
""",
    # What was pending or broken is settled.
    "settled": r"""
(?:been|is|are) (?:fine|ok|okay|great|well) (?:ever )?since|hums|purrs|(?:working|running|printing|cooling|heating|flowing) again|came home|came through|arrived|got .{2,20} back|tests? (?:were|was|came back) negative|is gone|found the cause|got to the bottom|cleared up|sorted out|back in business|on (?:his|her|their|my) feet|off the hook
fixed|repaired|mended|sorted|solved|resolved|approved|merged|granted|passed|went through|recovered|healed|cleared|came (?:back|through|good)|completed|finished
arrived|accepted|signed|made up|came round|come round|comes? around|warm(?:ed|ing) to|hooked|got into|gotten into|grown to (?:like|love)|in love with|fell in love|paid off|graduated|discharged|released|won|back home|reopened|reinstated|restored|reversed|lifted|all clear|transplant|announced|knows?|gave birth|was born|out of hospital|opened up|got (?:his|her|their|my|our|the|a)|decided|booked|confirmed
broke down|broke|broken|failed|crashed|burst|cracked|collapsed|rejected|refused|denied|turned down|suspended|struck off|flooded|tested positive|relapsed|fell off
""",
    "more": r"""
also|too|as well|a (?:second|third|fourth)|one more|another|additional(?:ly)?|in addition|on top of|besides|plus|extra|additionally|moreover|likewise|both|either|other|one of|among|as does|even more|separately|already has|already have
""",
    "hedge": r"""
might|maybe|perhaps|possibly|thinking (?:of|about)|consider(?:s|ing|ed)?|would (?:like|love|rather)|'d (?:like|love)|wants? to|wanting to|wanted to|hop(?:es?|ing)|plan(?:s|ning)? to|goals?|aim(?:s|ing)?(?: to| for)|target|could|wish(?:es)?|dreams?
if|looking (?:for|into|at|forward)|tempted|wonder(?:s|ing)?|someday|one day|whether|toying|mulling|unsure|not sure|undecided|supposedly|reckons?|rumou?r\w*|gossip|claims?|swore|heard|saying|said that|hopefully
""",
    # An event that has just made something different.
    "perfect": r"""
(?:has|have|'ve|'s|had|having) (?:just |now |finally |all |since |already |recently |both |only |been )*(?:been|got|gone|come|become|taken|given|made|found|left|lost|sold|bought|broken|chosen|begun|grown|run|let|put|cut|set|spent|sent|built|paid|met|moved|\w{2,}(?:ed|en))
got (?:\w+ ){0,3}\w+(?:ed|en|t|t)|is being|are being|'s being
""",
    # Somebody says that what was told was not so.
    "admitted": r"""
misspoke|correction|corrected (?:me|myself|that|the)|wrong (?:day|date|week|weekend|month|year|time|number|name|one|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:got|had) (?:it|that|this|the \w+) wrong|sorry|misread|misheard|miscounted
misremember\w*|mixed up|mix-up|typo|i meant|meant to say|scratch that|my mistake|first (?:said|thought|told)|said (?:before|earlier)|(?:double-|re-)?checked|had left out|(?:i|he|she|they) was off|not \w+ as (?:i|he|she|they) said|turns out|it turned out|set .{2,20} straight
""",
    # What follows from something that has happened.
    "so": r"""
(?<=[,;:] )(?:it's|it is|they're|we're|i'm|he's|she's|he|she|i) |so (?:i|he|she|they|we|it|the|my|our|his|her|their|that|now|it's|we're|i'm|he's|she's|they're|\w+'s)|which (?:means|leaves)|means (?:we|i|that)|leaving
""",
    "intent": r"""
thinking (?:of|about)|consider(?:s|ing)|would (?:like|love)|'d (?:like|love) to|wants? to|hop(?:es?|ing) to|planning (?:to|on)|plans to|toying with|mulling|tempted to|dreams? of|looking into|might|goal|target|aims? (?:to|for)
""",
    "past": r"""
(?:\w+ )?(?:days|weeks|months|years|decades|summers|winters) ago|back in \d{2,4}|when (?:i|he|she|they|we) (?:was|were)|as an? (?:child|kid|student|teenager|boy|girl)|childhood|grew up|used to|in the (?:19)?\d0s|at school|in college|at university|back then|once|formerly|previously|originally|ex-\w+
""",
}
_CHINESE = {
    "end": r"""
不再|再也不|再也没|已经不|早就不|不用.{0,6}了|不.{0,8}了|没.{0,6}了|辞职|离职|辞了|辞掉|退休|退了|退掉|退出|分手|离婚|离了|散了|吹了|黄了|取消|作废|停了|停用|停掉|停产|停止|关了|关掉|关闭|关停|下线|废弃|弃用|淘汰
删了|删掉|卸载|注销|卖了|卖掉|送人|送给|扔了|丢了|戒了|戒掉|戒烟|戒酒|放弃|去世|过世|走了|没了|报废|解散|解约|退订|退租|退学|没续|不续|到期没|调走|搬走|撤了|离开|告别|断了|拆了|用完|散伙|跑了|退群|封了|不干了|泡汤|作罢|告吹|没戏|没法.{0,6}了|到头|结清|还清|结束了|退休了|收摊|关张|歇业|拉黑|断联|散了|再不|从此不|裁掉|被裁|清空|扔掉|送走|借走|丢了|没电|吃完|用光|退坑|弃|倒闭|腻了|受够|毕业|砍掉|辞
掰了|分了|吹了|掐了|没碰|丢下|收起来|没熬过|被占|被注册|没订上|没订到|黄掉|空出|回老家了|不行了|摔坏|摔碎|报销了|砸了|烧了|淹了|塌了|取缔|废止|撤销|撤掉|拆掉|倒了|捐了|转手|送走|寿终|下架|封了|过期|失约|落空|算了|不碰|不沾|不搞|不做了|不养|停办|打住|收了|交出|卸任|让位|调离|离任|下岗|撂挑子|摊牌|掰
""",
    "switch": r"""
改成|改为|改到|改在|改用|改去|改吃|改喝|改打|改投|改走|改叫|改名|改成了|改由|改|换成|换到|换了|换去|换到|换用|更换|换人|换|搬到|搬去|搬进|搬回|搬家|搬|挪到|挪|调到|调成|调整|调去|调为|调短|调长|调高|调低|转到|转去|转为|转成|转行|转学|转岗|转投|转|推迟|延期|延后|顺延|提前|延到|推到
升级|升到|升为|升任|降到|降为|降级|涨到|涨价|涨了|涨|降价|加到|减到|增加到|减少到|缩短|延长|迁到|迁移|迁至|迁|切到|切换|切|替换|代替|取代|接手|接任|接替|接管|顶替|顶上|新政策|新规|换班|调班|返聘|重新刷|重刷|重装|重修|翻修|重做|凑齐|补齐|拿下|办了|签下|签了|租出去|买下|盘下|盘了|招了|来了个|换了班|请了|停办|停播|停售|延长到|缩短到|减到|加到|限到|跳到|跌到|窜到|飙到|排到|排在|约到|约在|计划有变|改口|改签|改派|改放|改投|反过来|反悔|另选|另找|选了|选定|敲定|定为|定成|定下|落户|入手|提了|接到|派到|派去|外派|借调|回到|回归|归.{1,5}管|归.{1,5}了|交给|移交|由.{1,5}(?:接|代|来)|扩到|扩容|缩到|缩减|砍到|压到|压缩|放宽|收紧|上调|下调|加码|翻新|装了|跟着变|跳槽|入职|加入|升职|晋升|重写|重构|移到|移至|变成|变为|成了|当上|晋级|瘦到|胖到|长到|翻倍|减半|翻了|搬迁|外包|合并|拆成|而是|跟.{1,8}签
交给|宽限|减成|加成|放开|提了|安排到|坐到|转行|轮转|拍板|弄成|变\d|升\d年级|升.年级|升学|升了|改坐|改骑|改读|改学|改练|改做|改放|改种|改养|改订|改签|改约|另找|另租|另请|顶班|接班|接棒|补上|续上|合到|并到|并入|划到|分到|归到|归了|落到|入了|买了新|新买|新租|新来|新请|新任|上任|就任|出任|当选|挪去|腾到|挪进|腾给|挤到|拉到|提到|上浮|下浮|调价|跳到|翻新|刷成|漆成|染成|剪成|拆分|搬迁|转投|改嫁|改姓
""",
    "now": r"""
现在|如今|目前|眼下|最近|近来|以后|今后|往后|从今|从.{1,6}起|从.{1,6}开始|起改|这个月起|上个月|上周|上月|这周|本周|昨天|今天|刚刚|刚|已经|又|终于|总算|重新|恢复|新的|新|居然|竟然|开始|起来了|了$|了[，。]|回来|前阵子|前几天|随时|没想到|好消息|到现在|今年起|这学期|这回|这次|刚刚|即日起|暂时|临时|不料|结果|从此|如今|正式|又
""",
    "correct": r"""
更正|纠正|修正|订正|其实|实际上|实际是|实际|不是.{1,14}是|是.{1,14}不是|而不是|说错|记错|写错|弄错|搞错|看错|抄错|记岔|抄反|写反|记混|误写|错了|原来是|应该是|应为|才对|并不是|并非|有误|当时|之前
""",
    "settled": r"""
修好|好了|痊愈|康复|出院|通过了|通过|批了|批下来|审批|合并了|解决|搞定|完成|做完|办好|办下来|办完|签了|和好|复合|同意|松口|爱上|迷上|上瘾|领证|结婚了|结婚|订婚|怀孕|生了|出生了|恢复正常|解封|开放|上线了|已知道|知道了|到货|没问题|确诊|坏了|故障|挂了|崩了|失败|拒了|驳回|被拒|没过|住院|断网|停电|停水|裂了|漏水|找到
弄好|弄妥|能用了|凉快|暖和|能走|能打|恢复了|拿到手|到手|下来了|还上|转给.{1,4}了|补发|接通|疏通|排除|修复|解决了|转正|考上|考过|学会|拿证|过关
""",
    "more": r"""
也|还有|还(?!款|钱|清|完|是|没|在|不|贷|给|了)|另外|此外|除了|之一|同时|以及|再加|又养|又捡|又买|又添|顺便|加上|额外|其中
""",
    "hedge": r"""
可能|也许|或许|考虑|打算|想要|想去|想买|想换|想学|希望|目标|计划|如果|要是|要不要|犹豫|听说|据说|有人说|在传|传言|好像|大概会|似乎|没定|未定|不确定|说不定|准备
""",
    "perfect": r"""
了$|了[，。！]|过了|完了|好了|成了|上了|下来了|起来了|到了
""",
    "admitted": r"""
更正|纠正|修正|订正|说错|记错|写错|弄错|搞错|看错|抄错|记岔|抄反|写反|记混|误写|看成|当时看|口误|笔误|应该是|其实是|才对
""",
    "so": r"""
所以|因此|于是|只好|只能|，现在|，改|，换|，由|，就(?!是)|,现在|,就(?!是)
""",
    "intent": r"""
打算|考虑|想要|想去|想买|想换|想学|希望|目标|犹豫|说不定|有意
""",
    "past": r"""
小时候|以前|从前|当年|大学时候|大学时|年前|曾经|曾|过去|上学时|那时|当初|去年|前年
""",
}


def _told() -> Iterator[tuple[str, str]]:
    for kind, english in _ENGLISH.items():
        for line in english.strip().splitlines():
            yield from ((kind, rf"(?:(?<![\w'-])|(?='))(?:{one})(?![\w])") for one in alternatives(line.strip()))
        for line in _CHINESE[kind].strip().splitlines():
            yield from ((kind, one) for one in alternatives(line))


CUES = Phrases(_told())
# No change: "won't quit", "keep you updated"; also of a thing that goes on.
STEADY = re.compile(
    r"(?:n't|\bnot|\bnever|\bwithout) (?:\w+ )?(?:quit|giv\w+ up|stop\w*|drop\w*|chang\w+|leave|sell\w*|mov\w+|switch\w*|forget)"
    r"|keep\w* \w+ (?:updated|posted)|不会?(?:放弃|停|改|换|变|搬|离开)|没(?:有)?(?:变|换|改|动|搬)"
)
NEGATION = re.compile(
    r"(?<![\w'])(?:not|never|no|nor|none|nobody|without|cannot|neither|hardly|stopped|quit|gave up|given up|avoids?|refuses?|lacks?)(?!\w)|n't\b"
    r"|不|没|未|别|勿|无|非|戒|停|拒绝"
)
DOUBLE = re.compile(
    r"not only|not just|no doubt|not .{1,12} until|no problem|why not|不仅|不但|不只|不得不|不错|无论|不管|不断|不同|非常|差不多|没错|不过|不久|要不|了不起|没问题|未来|没关系|别人|特别|别的|无所谓|不好意思|分别|无线|不少|不一定|区别|级别|性别|不到|不止"
)
_SPEAKER = r"^[\w .'-]{1,30}[:：]\s*"
# What states nothing that could clash: questions, greetings, thanks.
IDLE = re.compile(
    rf"[?？]\s*$|(?:{_SPEAKER}|^)(?:thanks|thank you|hey|hi|hello|wow|yeah|yep|yes|ok|okay|sure|no problem|got it|way to go|great|awesome"
    r"|bye|congrats|congratulations|good luck|谢谢|你好|您好|好的|哈哈|加油|恭喜|再见)\b"
)
# A line of a conversation in which somebody is addressed.
TALK = re.compile(
    rf"{_SPEAKER}.*?(?:\b(?:you|your|yours|ya|hey|hi|hello|thanks|thank|bye|wow|congrats|congratulations|good luck|sounds|can't wait"
    r"|let me know|let's|haha|yeah|yep|nah)\b|[?？你您咱]|谢谢|哈哈|加油)",
    re.DOTALL,
)
