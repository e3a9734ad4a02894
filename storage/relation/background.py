"""The phrases on which the vectors of names and relations are centred, shipped as they are.

Embeddings of short phrases all share a direction, which hides what tells them apart; the mean over phrases of every sort
is that direction (Mu and Viswanath 2018, "All-but-the-top"). The list is of no use for anything else, and any change of
it makes vectors of before incomparable: raise `VERSION`.
"""

from __future__ import annotations

VERSION = 2

ENTITIES = tuple(
    """Anna|Peter Novak|Maria García|James Wilson|Fatima|Yuki Tanaka|Olga|Dr. Brown|my sister|the neighbour|the landlord
|Berlin|Lisbon|Nairobi|New York|Osaka|Scotland|Peru|the kitchen|the office|the garden|Main Street 12|Room 304|the airport
|Acme|Siemens|the university|a small bakery|city council|the hospital|football club|the school|a law firm|the bank
|coffee|green tea|pasta|an apple|peanuts|rye bread|wine|a bicycle|an old van|the piano|a laptop|a red coat|hiking boots
|nurse|software engineer|teacher|carpenter|student|chief executive|accountant|painter|driver|retired
|Python|PostgreSQL|Linux|a web server|version 3.2|port 8080|the main branch|a spreadsheet|the report|an invoice
|42|1985|three hundred euros|half past nine|Monday|12 March 2021|every summer|two weeks|70 kg|blue|vegetarian|asthma
|French|Mandarin|Portuguese|chess|swimming|opera|gardening|photography|a marathon|the wedding|a conference|the holiday
|a cat|two dogs|the horse|a film|the novel|a song|the museum|a bridge|the river|an island|the moon|weather|money|the law
|张伟|李娜|王芳|陈老师|小明|我姐姐|邻居|房东|北京|上海|成都|杭州西湖|纽约|伦敦|日本|厨房|办公室|三号楼|机场
|华为|大学|医院|小学|银行|足球俱乐部|咖啡|绿茶|面条|苹果|花生|自行车|钢琴|电脑|红色外套|护士|工程师|老师|学生|会计|司机
|数据库|服务器|报告|发票|四十二|一九八五年|三百块|九点半|星期一|每年夏天|两周|七十公斤|蓝色|素食|哮喘|法语|普通话
|象棋|游泳|摄影|马拉松|婚礼|会议|假期|一只猫|两条狗|电影|小说|歌曲|博物馆|大桥|长江|海岛|月亮|天气|法律""".replace(
        "\n", ""
    ).split("|")
)
RELATIONS = tuple(
    """lives in|works for|likes|dislikes|owns|is married to|was born in|studies at|plays|speaks|drives|prefers|knows|wrote
|manages|teaches|is allergic to|weighs|costs|is located in|starts at|belongs to|founded|uses|runs on|depends on|is part of
|birthday|age|email|phone number|favourite colour|home town|job title|capital|author|father|mother|sister|brother|friend
|doctor|teacher|neighbour|supplier|customer|price|size|colour|deadline|status|version|language|nationality|religion|hobby
|visited|bought|sold|gave|received|met|helped|called|wrote to|moved to|returned from|planned|cancelled|finished|began|lost
|住在|工作于|喜欢|不喜欢|拥有|配偶|出生于|就读于|会说|驾驶|认识|撰写|管理|教|过敏|体重|价格|位于|开始于|属于|创办
|使用|依赖|生日|年龄|邮箱|电话|最喜欢的颜色|家乡|职位|首都|作者|父亲|母亲|姐姐|哥哥|朋友|医生|邻居|供应商|客户
|大小|颜色|截止日期|状态|版本|语言|国籍|爱好|去过|买了|卖了|送给|收到|见过|帮助|打电话给|搬到|计划|取消|完成""".replace(
        "\n", ""
    ).split("|")
)
