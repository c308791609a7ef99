"""A list answer is judged by its beginnings: what a rule forbids goes before any doubt."""

from companion.core.conversation import (
    Answer,
    CommonReason,
    Grade,
    Objection,
    Question,
    build_objection,
)

OPTIONS = tuple(Answer("dice", figure) for figure in ("1", "2", "3"))
DOUBT = build_objection(CommonReason.NOT_ASKED, Grade.COUNT, asked="dice")
FORBIDDEN = build_objection(CommonReason.GAME_OVER)


def judged(*figures: str) -> Objection | None:
    def find_objection(answer: Answer) -> Objection | None:
        assert isinstance(answer.value, tuple)
        if answer.value[-1] == "2":
            return DOUBT
        return FORBIDDEN if answer.value[-1] == "3" else None

    return Question("dice", 0, OPTIONS, find_objection, items=2).judge(Answer("dice", figures))


def test_a_rule_further_on_goes_before_a_doubt() -> None:
    assert judged("2", "3") == FORBIDDEN
    assert judged("2", "1") == DOUBT
    assert judged("1", "2") == DOUBT
    assert judged("1", "1") is None


def test_a_list_of_one_item_is_a_list_too() -> None:
    judged: list[Answer] = []

    def find_objection(answer: Answer) -> None:
        judged.append(answer)

    question = Question("dice", 0, OPTIONS, find_objection, items=1)
    assert question.read("dice", "1") == Answer("dice", ("1",))
    assert question.judge(Answer("dice", ("1",))) is None
    assert len(question.legal_options()) == len(OPTIONS)
    assert {type(each.value) for each in judged} == {tuple}
    refused = question.judge(Answer("dice", "1"))
    assert refused is not None
    assert refused.reason is CommonReason.LIST_LENGTH
