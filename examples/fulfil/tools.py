"""The tools of fulfil.flow, with orders from a small table instead of a shop."""

from typing import Any

ORDERS: dict[str, dict[str, Any]] = {
    "A-1": {"status": "DELIVERED", "items": []},
    "A-2": {
        "status": "PROCESSING",
        "items": [{"sku": "tea", "qty": 2}, {"sku": "cup", "qty": 1, "note": "blue"}],
    },
    "A-3": {"status": "OUT_FOR_DELIVERY", "items": [{"sku": "pot", "qty": 1}]},
}


def lookup_order(*, order_id: str) -> dict[str, Any]:
    """Look an order up."""
    return ORDERS.get(order_id, {"status": "UNKNOWN", "items": []})


def count_items(*, items: list[dict[str, Any]]) -> int:
    """Count what is still to come."""
    return sum(item["qty"] for item in items)


def notify(*, order_id: str, text: str, channel: str) -> None:
    """Tell the customer how things stand."""
