"""The tests; `pictures` compares screens, `conftest` restores what gpiozero keeps globally."""
