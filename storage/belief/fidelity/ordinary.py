"""English words a sentence of a memory may begin with: a capital there is no name."""

from __future__ import annotations

from ..wording.words import EMPTY, stem

_OTHER = """
i'm i've i'd i'll we're we've it's that's there's here's what's who's let's don't doesn't didn't won't can't isn't aren't wasn't
additionally afterward afterwards almost although altogether anybody anyone anything basically beforehand beside besides briefly
certainly clearly consequently currently daily despite due earlier eventually everybody everyone everything exactly except
finally formerly fortunately frequently furthermore generally gradually half hence here however if immediately indeed initially
instead lately later least less likewise mainly maybe meanwhile monthly moreover mostly namely nearly nevertheless nobody
none nonetheless nothing notably note nowadays occasionally once only originally otherwise outside overall partly per perhaps
plus possibly presently presumably previously primarily probably rarely rather recently regarding regularly reportedly respectively
roughly seldom several shortly similarly simultaneously since slightly somebody someone something sometimes somewhat soon
specifically subsequently suddenly supposedly temporarily thereafter therefore though throughout thus together toward towards
twice typically ultimately unless unlike unlikely until upon usually weekly whenever whereas wherever whether whichever whoever
whose worldwide yearly yet according ahead along aside away beyond concerning considering following given including inside
like minus near next past regardless versus via within favourite favorite hi hello ok okay please thanks sorry actually
apparently also already always never ever even still first second third lastly firstly secondly yes no not nor neither either both
tldr fyi btw ps pm am summary overview context update updates background details key main total ongoing new mid ex
"""
_VERBS = """
accept achieve acquire add adjust admire adopt advise agree aim allow announce answer appear apply appreciate approach approve
arrange arrive ask assign assist assume attend avoid bake base become begin believe belong book borrow bring build buy call
cancel care carry catch cause celebrate change charge check choose claim clean climb close collect come commute compare complete
confirm connect consider consist contact contain continue contribute cook coordinate correct cost cover create cut cycle deal
debug decide decline delay deliver deploy depend describe design develop die discover discuss dislike divide do draft draw dream
drink drive drop earn eat employ enable encourage end engage enjoy enter escalate establish exercise expect experience explain
explore express face fail fall favor favour fear feed feel fetch fight file fill find finish fit fix fly focus follow forget
form gain gather get give go grow handle happen hate have head hear help hike hire hold hope host identify ignore imagine
implement import improve include increase inform insist install intend interest introduce invest invite involve join keep know
lack last lead learn leave lend let lie like limit list listen live load log look lose love maintain make manage mark marry
matter mean measure meet mention migrate mind miss move name need notice obtain occur offer open operate order organise organize
own pack paint park participate pass pay perform pick place plan play practise practice prefer prepare present prevent produce
promise propose protect prove provide publish pull purchase push put raise reach read realise realize receive recommend record
recover reduce refer refuse regard register reject relate relocate rely remain remember remind remove rent repair repeat replace
reply report request require research resign resolve rest restart retire return reveal review ride rise roll rotate run save say
schedule search see seek seem sell send separate serve set share ship show sign sing sit skip sleep smoke solve speak specialise
specialize spend stand start state stay stop store struggle study submit succeed suffer suggest supervise supply support suppose
switch take talk teach tell tend test think track train transfer travel treat try turn understand undergo update upgrade use
verify view visit volunteer wait wake walk want warn wash watch wear weigh win wish wonder work worry write merge summarise
summarize fetch rebase commit configure debug enrol enroll graduate marry adopt bear suspect allergy
born married divorced engaged based began built bought brought came chose drove felt found gave went grew heard held kept knew
left led lost made met paid ran said saw sold sent slept spoke spent stood taught told thought took understood woke wore won
wrote eaten written given known taken grown shown spoken driven worn allergic vegetarian vegan retired pregnant unable able
aware afraid busy careful certain comfortable common concerned confident curious daily difficult easy excited expensive familiar
famous free frequent fond full glad great happy hard important interested keen large late long longtime main major many monthly
most multiple necessary nervous open outdoor personal planned possible previous professional proud quick quiet ready recent
regular responsible right serious several short sick similar single small special strong sure team tired typical upcoming urgent
useful usual various weekly worried wrong young adult age allergies area arrangement aunt baby bank birthday boss boyfriend
breakfast brother budget car cat child children class client code colleague companion company computer conversation cost couple
cousin customer data date daughter day deadline decision diet dinner doctor dog error evening event family father fiance fiancee
flat flight food friend friends girlfriend goal grandfather grandma grandmother grandpa group habit health hobby hobbies holiday
home house husband idea information instructor interest issue job kid kids language life location lunch man manager meal medication
meeting member memory mentor money month morning mother mum mom dad name neighbor neighbour night nobody number office one order
others parent parents partner password people person pet phone place plan preference price problem procedure project question
reason rent request result room routine salary schedule school server service session shift sister skill software solution son
spouse staff status step student supervisor system task teacher time trip tuesday uncle users vacation version wedding week
weekend wife woman work year
"""
_STEMS = frozenset(stem(w) for w in f"{_OTHER} {_VERBS}".split())
_LONG = 5  # letters; shorter words have no "re" before them
_WORDS = EMPTY | frozenset(_OTHER.split())


def is_ordinary(word: str) -> bool:
    """Whether an English word, in lower case, is one that sentences begin with, in any of its forms."""
    again = word.removeprefix("re").removeprefix("-") if len(word) > _LONG else word  # rebuilding
    return word in _WORDS or stem(word) in _STEMS or stem(again) in _STEMS
