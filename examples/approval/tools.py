"""The tools of approval.flow."""

from typing import Any


def open_request(*, request: dict[str, Any]) -> dict[str, Any]:
    """Take a request apart."""
    return {"amount": request["amount"], "employee": request["employee"]}


def limit_of(*, employee: str) -> float:
    """What an employee may spend without asking."""
    return 500.0 if employee.startswith("senior") else 100.0


def within(*, amount: float, limit: float) -> bool:
    """Whether an amount is within a limit."""
    return amount <= limit


def ask_manager(*, employee: str, amount: float) -> dict[str, Any]:
    """Ask the manager, who approves everything below a thousand."""
    if amount < 1000:
        return {"approved": True, "reason": f"{employee}'s manager approved {amount:g}"}
    return {"approved": False, "reason": f"{amount:g} is too much"}


def pay_out(*, employee: str, amount: float) -> str:
    """Pay an amount."""
    return f"{employee}-{amount:g}"


def refuse(*, employee: str, reason: str) -> None:
    """Tell an employee why not."""
