"""What two statements say of one thing: where they clash, and where they only look as if they did."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simonides.storage.belief.wording.clash import clash

FRAMES = [
    ("Tove's landlord is Mr Haugen.", "Tove's landlord is Mrs Lunde."),
    ("The capital of the old duchy is Arnstadt.", "The capital of the old duchy is Gotha."),
    ("The warehouse was designed by Ines Prado.", "The warehouse was designed by Otto Falk."),
    ("The quota is 250 uploads per day.", "The quota is 400 uploads per day."),
    ("The choir meets on Mondays at 19:00.", "The choir meets on Thursdays at 19:00."),
    ("Tove lives in Tromsø.", "Tove lives in Narvik."),
    ("The invoices are stored in Xero.", "The invoices are stored in Sage."),
    ("阿琳的导师是陈教授。", "阿琳的导师是许教授。"),
    ("订单模块由孙涛负责。", "订单模块由何静负责。"),
    ("会话有效期是二十分钟。", "会话有效期是四十五分钟。"),
    ("门店的营业时间是九点。", "门店的营业时间是十点。"),
    ("构建编号：1180", "构建编号：1195"),
]
NEGATIONS = [
    ("Tove enjoys crime novels.", "Tove doesn't enjoy crime novels."),
    ("Tove loves olives.", "Tove can't stand olives."),
    ("The importer supports CSV files.", "The importer no longer supports CSV files."),
    ("阿琳喜欢吃榴莲。", "阿琳不喜欢吃榴莲。"),
    ("阿琳爱吃香菇。", "阿琳讨厌香菇。"),
]
STATES = [
    ("The dishwasher is broken.", "The dishwasher is working again."),
    ("Tove is vegetarian.", "Tove is eating meat again these days."),
    ("The merge request for the parser is pending.", "The merge request for the parser was approved today."),
    ("Tove smokes about ten cigarettes a day.", "Tove quit smoking in spring."),
    ("阿琳单身。", "阿琳上个月结婚了。"),
    ("打印机坏了。", "打印机已经修好了。"),
    ("外公住院了。", "外公前天出院了。"),
]
CHANGES = [
    ("Tove lives in Tromsø.", "Tove moved to Narvik in August."),
    ("Tove works at a bakery in town.", "Tove handed in her notice and started at a florist's."),
    ("We use Trello for the sprint board.", "We switched from Trello to Linear for the sprint board."),
    ("The billing service runs on MySQL 5.7.", "The billing service has been migrated to Postgres 16."),
    ("The dentist visit is on 4 June.", "The dentist visit was rescheduled to 11 June."),
    ("Tove drives a Yaris.", "Tove sold the Yaris and bought a Leaf."),
    ("Tove is engaged to Bjarne.", "Tove and Bjarne broke up."),
    ("阿琳住在青岛。", "阿琳去年底搬到了烟台。"),
    ("阿琳在一家银行上班。", "阿琳从银行辞职，跳槽去了保险公司。"),
    ("前端用的是Vue。", "前端换成React了。"),
    ("年会定在一月十日。", "年会推迟到一月二十四日了。"),
    ("阿琳每天早上喝咖啡。", "阿琳戒咖啡了，现在不喝了。"),
    ("We take bookings in Calendly.", "Cal.com replaced Calendly for the bookings."),
    ("Ragna chairs the allotment society.", "Ragna stepped down and Sunniva took over the allotment society."),
    ("Bjarne takes 20 mg of the blood pressure tablet.", "The doctor doubled Bjarne's blood pressure tablet to 40 mg."),
    ("My brother Bjarne is single.", "Bjarne got engaged on Sunday."),
    ("阿琳的女儿读三年级。", "阿琳的孩子今年升四年级了。"),
]
CORRECTIONS = [
    ("Bjarne is 41 years old.", "Correction: Bjarne is 43, not 41."),
    ("The train leaves at 7:15.", "Sorry, the train leaves at 7:50, not 7:15."),
    ("合同编号是 HT-2031。", "更正：合同编号是 HT-2013。"),
    ("The course starts on 2 October.", "I misread the letter: the course starts on the 9th of October."),
    ("The warranty runs from 3 May.", "Sorry, wrong month: the warranty runs from 3 June."),
    ("活动在六月八日。", "更正：活动不是六月八日，是六月十八日。"),
]
NAMED_WRONG = [
    (
        "Ragna mends nets for Tove and lives in Narvik.",
        "Tove's net mender Ragna says her house isn't in Narvik itself, it's across the sound in Evenes.",
    ),
    ("The stand-up is on Jitsi.", "The stand-up is not on Jitsi but on Whereby."),
    ("阿琳在青岛上班。", "阿琳不在青岛，而在胶州上班。"),
]
NOT_THAT_NAMED = [
    ("Ragna lives in Narvik.", "Ragna's dentist isn't in Narvik, he's in Harstad."),
    ("Bjarne works with Python.", "Bjarne isn't fond of Python but likes Rust."),
    ("小李负责后端。", "不是小李，是小王负责前端。"),
]
CHAT = [
    (
        "Bjarne: Let me know how it goes with the owls!",
        "Ragna: I've always loved owls since I was a girl, so I know all about them!",
    ),
    (
        "Bjarne: I won't quit, your words keep me going!",
        "Ragna: Keep learning and keep going, you've got the right attitude!",
    ),
    (
        "Bjarne: I'm putting in a lot of work even with things tough!",
        "Ragna: Since I lost my job things have been tough, but I've got something to share with you!",
    ),
]
BOTH_HOLD = [
    ("Tove is allergic to pollen.", "Tove is allergic to cats."),
    ("Tove speaks Sami.", "Tove speaks Finnish."),
    ("Tove's friend is Bjarne.", "Tove's friend is Ragna."),
    ("Tove plays the harp.", "Tove plays handball on Thursdays."),
    ("Tove has a cat called Tusse.", "Tove also has a dog called Pan."),
    ("Tove lives in Tromsø.", "Tove's workshop is in Narvik."),
    ("Tove lives in Tromsø.", "Tove's cousin moved to Narvik."),
    ("The printer is jammed.", "The scanner works again."),
    ("The hall is painted blue.", "We painted the kitchen pink."),
    ("Tove has a son called Per.", "Tove's daughter Liv was born in 2019."),
    ("Tove has visited Lisbon.", "Tove has visited Porto."),
    ("Tove likes skiing.", "Tove likes board games."),
    ("Tove's cat is called Tusse.", "Tusse is afraid of thunder."),
    ("阿琳对花粉过敏。", "阿琳对猫毛过敏。"),
    ("阿琳会说德语。", "阿琳会说法语。"),
    ("阿琳喜欢爬山。", "阿琳喜欢下棋。"),
    ("阿琳养了一只猫。", "阿琳还养了一条狗。"),
    ("阿琳住在青岛。", "阿琳在机场工作。"),
]
OTHER_SUBJECT = [
    ("Release 2.3 ships on 5 May.", "Release 2.4 ships on 9 August."),
    ("The staging cache is Redis 6.", "The production cache is Redis 7."),
    ("Room 12 seats 20 people.", "Room 13 seats 35 people."),
    ("Tove is allergic to pollen.", "Bjarne is allergic to penicillin."),
    ("Tove's brother lives in Bodø.", "Tove's sister moved to Oslo."),
    ("The optician's appointment is on 3 March.", "The dentist appointment is on 12 March."),
    ("web-01 runs Debian 11.", "web-02 was upgraded to Debian 12."),
    ("订单模块由孙涛负责。", "搜索模块由何静负责。"),
    ("测试环境的端口是8080。", "生产环境的端口是9090。"),
    ("阿琳在学钢琴。", "老周在学书法。"),
    ("三号楼的管理员是老赵。", "五号楼的管理员是老钱。"),
]
SAME = [
    ("The webinar is at 10 am on Tuesday.", "Webinar: Tuesday, 10:00."),
    ("The cache lives for thirty minutes.", "The cache lives for 30 min."),
    ("Tove doesn't eat meat.", "Tove is a vegetarian."),
    ("阿琳每周二值班。", "阿琳星期二要值班。"),
    ("缓存保留三十分钟。", "缓存保留30分钟。"),
]
DONE_ONCE = [
    ("Ragna of Voss sold a cart of hay in 2004.", "Tove of Voss borrowed a cart of hay in 2014."),
    ("Tove borrowed two ladders in 2009.", "Tove borrowed a drill in 2013."),
    ("Tove won a prize for verse in 2008.", "Tove won a prize for prose in 2012."),
    ("烟台的老周1990年买了两把椅子。", "青岛的王芳1991年卖了两把椅子。"),
    ("阿琳2010年去了敦煌。", "阿琳2016年去了伊犁。"),
]
IN_DOUBT = [
    ("Tove lives in Tromsø.", "Tove is thinking of moving to Narvik."),
    ("Tove lives in Tromsø.", "Has Tove moved to Narvik?"),
    ("Tove plays the harp.", "The quota is 250 uploads per day."),
    ("阿琳住在青岛。", "阿琳打算以后搬到烟台。"),
    ("阿琳住在青岛。", "缓存使用Redis。"),
]


@pytest.mark.parametrize(("old", "new"), FRAMES)
def test_another_value_in_the_same_frame_clashes(old: str, new: str) -> None:
    assert clash(new, old, None).startswith("another value: ")


@pytest.mark.parametrize(("old", "new"), NEGATIONS)
def test_a_statement_and_its_denial_clash(old: str, new: str) -> None:
    assert clash(new, old, 0.7)


@pytest.mark.parametrize(("old", "new"), STATES)
def test_states_that_exclude_each_other_clash(old: str, new: str) -> None:
    assert clash(new, old, 0.6)


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_a_change_told_clashes_with_what_it_changed(old: str, new: str) -> None:
    assert clash(new, old, 0.5)


@pytest.mark.parametrize(("old", "new"), CORRECTIONS)
def test_a_correction_clashes_with_what_it_corrects(old: str, new: str) -> None:
    assert clash(new, old, 0.6)


@pytest.mark.parametrize(("old", "new"), NAMED_WRONG)
def test_not_there_but_elsewhere_clashes_with_what_names_that(old: str, new: str) -> None:
    assert clash(new, old, 0.5).startswith("not ")


@pytest.mark.parametrize(("old", "new"), NOT_THAT_NAMED)
def test_not_there_but_elsewhere_leaves_what_names_that_for_another_matter(old: str, new: str) -> None:
    assert clash(new, old, 0.5) == ""


@pytest.mark.parametrize(("old", "new"), CHAT)
def test_what_is_said_to_somebody_in_a_conversation_does_not_clash_by_its_words(old: str, new: str) -> None:
    assert clash(new, old, 0.8) == ""


def test_a_change_told_in_a_conversation_to_nobody_in_particular_clashes() -> None:
    assert clash("Ragna: I moved to Bodø!", "Ragna: I live in Narvik.", 0.75)


@pytest.mark.parametrize(("old", "new"), BOTH_HOLD)
def test_things_of_which_there_may_be_several_do_not_clash(old: str, new: str) -> None:
    assert clash(new, old, 0.7) == ""


@pytest.mark.parametrize(("old", "new"), OTHER_SUBJECT)
def test_what_is_said_of_something_else_does_not_clash(old: str, new: str) -> None:
    assert clash(new, old, 0.8) == ""


@pytest.mark.parametrize(("one", "other"), DONE_ONCE)
def test_what_was_done_in_two_years_does_not_clash(one: str, other: str) -> None:
    assert clash(one, other, 0.8) == ""
    assert clash(other, one, 0.8) == ""


@pytest.mark.parametrize(("old", "new"), SAME)
def test_the_same_in_other_words_does_not_clash(old: str, new: str) -> None:
    assert clash(new, old, 0.8) == ""


@pytest.mark.parametrize(("old", "new"), IN_DOUBT)
def test_a_plan_a_question_and_another_matter_do_not_clash(old: str, new: str) -> None:
    assert clash(new, old, 0.5) == ""


def test_a_detail_added_is_no_clash() -> None:
    assert clash("The choir meets on Mondays at 19:00.", "The choir meets on Mondays.", 0.9) == ""


def test_the_reason_quotes_both_values() -> None:
    why = clash("The quota is 400 uploads per day.", "The quota is 250 uploads per day.", 0.95)

    assert why == "another value: 250 -> 400"


def test_the_reason_names_what_gave_way() -> None:
    why = clash("Cal.com replaced Calendly for the bookings.", "We take bookings in Calendly.", 0.6)

    assert why == "in its place: calendly"


def test_the_reason_names_a_move() -> None:
    assert clash("Tove moved to Narvik in August.", "Tove lives in Tromsø.", 0.5) == "moved since"


def test_the_reason_quotes_no_more_than_a_short_part() -> None:
    old = "The motto of the house is " + "labour and patience " * 4
    new = "The motto of the house is " + "courage and haste " * 5

    assert len(clash(new, old, 0.9)) <= 120


@given(st.text(max_size=300))
def test_no_statement_clashes_with_itself(text: str) -> None:
    assert clash(text, text, 1.0) == ""


_TRICKY = (
    "no longer|moved to|is|'s|不再|改成|是|的|三百|$5|10:30|12 May|周二|the|2024-13-77|v1.2.|from|25:99|〇|99月99日|第"
    "|two hundred thousand and|½|①"
)
_PIECES = st.lists(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(_TRICKY.split("|")),
    ),
    max_size=30,
).map(" ".join)


@given(_PIECES, _PIECES, st.one_of(st.none(), st.floats(-1, 1)))
def test_any_two_texts_have_an_answer(new: str, old: str, cosine: float | None) -> None:
    assert isinstance(clash(new, old, cosine), str)


@given(st.text("abcdefg ", max_size=40), st.text("uvwxyz ", max_size=40))
def test_texts_with_nothing_in_common_do_not_clash(new: str, old: str) -> None:
    assert clash(new, old, 0.0) == ""


@settings(deadline=None, max_examples=25)
@given(st.text(alphabet="1 a.,'-:是的月点不改不 the from to x_@/", min_size=1, max_size=8))
def test_eight_kilobytes_take_no_longer_than_a_second(piece: str) -> None:
    text = (piece * 8192)[:8192]

    began = time.perf_counter()
    clash(text, text[::-1], 0.5)

    assert time.perf_counter() - began < 1
