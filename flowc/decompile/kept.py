"""Which ids a source keeps that would go by themselves.

Ids of nodes and UUIDs mean nothing, so a source does not have them: its compilation gives new ones.
But what refers to a component of another file by `<id>/part`, or to the secret `<id>.field`, is
lost with the id; and where a new id is another component's already, or such a reference's, one
would be taken for the other. Then the component keeps the id that it has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from flowc.ir.ids import owner_ends


def kept(
    new: Mapping[str, Collection[str]], stay: Iterable[str], nowhere: Collection[str]
) -> set[str]:
    """Those of the ids in `new` that must stay. `new` has what could be given in the place of each,
    `stay` are the ids that stay in any case, and `nowhere` those that references name and no
    component has."""
    lengths = {len(id_) for id_ in new}
    hung_on = {id_[:at] for id_ in nowhere for at in owner_ends(id_) if at in lengths}
    found = hung_on & new.keys()
    wanted: dict[str, list[str]] = {}
    for id_, others in new.items():
        for other in others:
            if other != id_:
                wanted.setdefault(other, []).append(id_)
    lengths = {len(id_) for id_ in wanted}
    work = [*stay, *nowhere, *found]
    while work:
        id_ = work.pop()
        for at in (len(id_), *owner_ends(id_)):
            losers = wanted.pop(id_[:at], []) if at in lengths else []
            work += [other for other in losers if other not in found]
            found.update(losers)
    return found
