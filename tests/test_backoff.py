"""The delays between the tries to recover a lost part, and what is logged of them."""

from companion.core.backoff import BackOff, RepeatGuard


def test_without_a_failure_a_try_is_always_due() -> None:
    backoff = BackOff()
    assert backoff.deadline is None
    assert backoff.is_due(0.0)


def test_the_delays_double_from_half_a_second_to_half_a_minute() -> None:
    backoff, now, delays = BackOff(), 100.0, []
    for _ in range(9):
        backoff.record_failure(now)
        assert backoff.deadline is not None
        delays.append(backoff.deadline - now)
        now = backoff.deadline
        assert not backoff.is_due(now - 0.1)
        assert backoff.is_due(now)
    assert delays == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0]


def test_a_success_resets_the_delay() -> None:
    backoff = BackOff()
    for now in range(5):
        backoff.record_failure(float(now))
    backoff.record_success()
    assert backoff.deadline is None
    backoff.record_failure(50.0)
    assert backoff.deadline == 50.5


def test_a_reason_that_repeats_itself_is_no_news_until_another_came() -> None:
    guard = RepeatGuard()
    assert [guard.is_news(each) for each in ("gone", "gone", "full", "gone")] == [
        True, False, True, True,
    ]  # fmt: skip
    guard.forget()
    assert guard.is_news("gone")
