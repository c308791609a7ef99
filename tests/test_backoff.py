"""When a lost part is tried again."""

from companion.backoff import BackOff


def test_while_all_is_well_there_is_nothing_to_wait_for() -> None:
    again = BackOff()
    assert again.deadline is None
    assert again.is_due(0.0)


def test_the_waits_double_from_half_a_second_to_half_a_minute() -> None:
    again, now, waits = BackOff(), 100.0, []
    for _ in range(9):
        again.record_failure(now)
        assert again.deadline is not None
        waits.append(again.deadline - now)
        now = again.deadline
    assert waits == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0]


def test_a_try_is_due_at_its_time_and_not_before() -> None:
    again = BackOff()
    again.record_failure(10.0)
    assert not again.is_due(10.4)
    assert again.is_due(10.5)
    assert again.is_due(99.0)


def test_a_success_begins_anew() -> None:
    again = BackOff()
    for now in range(5):
        again.record_failure(float(now))
    again.record_success()
    assert again.deadline is None
    again.record_failure(50.0)
    assert again.deadline == 50.5
