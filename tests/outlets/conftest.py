"""A test that is a coroutine runs in a loop of its own, in which what it is given is opened."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from inspect import iscoroutinefunction

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine; of a fixture that is an asynchronous context it gets what that opens."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    asyncio.run(_run(pyfuncitem))
    return True


async def _run(item: pytest.Function) -> None:
    async with AsyncExitStack() as stack:
        given = {name: item.funcargs[name] for name in item._fixtureinfo.argnames}
        for name, each in given.items():
            if isinstance(each, AbstractAsyncContextManager):
                given[name] = await stack.enter_async_context(each)
        await item.obj(**given)
