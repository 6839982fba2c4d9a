"""Semantic rules, each broken in one place of the interpreter: the suite must notice every one."""

from __future__ import annotations

from typing import NamedTuple


class Mutation(NamedTuple):
    """A rule of SEMANTICS that is broken by putting `new` in the place of `old` in a file."""

    rule: str
    what: str
    file: str
    old: str
    new: str


MUTATIONS = (
    Mutation(
        "10",
        "a default is used for null",
        "interpreter/walk.py",
        "if item in self._written:",
        "if self._written.get(item) is not None:",
    ),
    Mutation(
        "4",
        "the first source wins",
        "interpreter/walk.py",
        "written[taker] = outputs[title]",
        "written.setdefault(taker, outputs[title])",
    ),
    Mutation(
        "19",
        "a branch is compared without conversion",
        "interpreter/nodes/branching.py",
        "self.node.mapping.get(str(self._as_text(value)), DEFAULT)",
        "self.node.mapping.get(str(value), DEFAULT)",
    ),
    Mutation(
        "19",
        "null is a text like any other",
        "interpreter/nodes/branching.py",
        "if value is None:",
        "if False:",
    ),
    Mutation(
        "24",
        "a catch catches everything",
        "interpreter/nodes/catching.py",
        "except Exception as error:",
        "except BaseException as error:",
    ),
    Mutation(
        "18",
        "unknown inputs are ignored",
        "interpreter/inputs.py",
        "if title not in self._declared:",
        "if False:",
    ),
    Mutation(
        "13",
        "the only output is unwrapped",
        "interpreter/nodes/tool.py",
        "value = result if self._has_one_output",
        "value = getattr(result, 'get', lambda _: result)('b') if self._has_one_output",
    ),
    Mutation(
        "14",
        "nothing returned is never an error",
        "interpreter/nodes/tool.py",
        "if output.is_needed:",
        "if False:",
    ),
    Mutation(
        "20",
        "an end gives no defaults of the flow",
        "interpreter/nodes/end.py",
        "if not item.has_default:",
        "if True:",
    ),
    Mutation(
        "22",
        "the sum of no items is an error",
        "interpreter/nodes/reducing.py",
        'if not values and reducer != "sum":',
        "if not values:",
    ),
    Mutation(
        "22",
        "lists of unequal length are gone over as far as they go",
        "interpreter/nodes/map.py",
        "if len(set(lengths.values())) > 1:",
        "if not lengths:",
    ),
    Mutation(
        "23",
        "the last error of a Parallel node is raised",
        "interpreter/nodes/parallel.py",
        "return [future.result() for future in futures]",
        "return [future.result() for future in futures[::-1]][::-1]",
    ),
    Mutation(
        "16",
        "a tool runs if nobody can confirm it",
        "runtime/confirming.py",
        "if confirm is None:\n        raise faults.CONFIRMATION_REQUIRED.error(tool=tool)",
        "if confirm is None:\n        return",
    ),
    Mutation(
        "15",
        "one attempt too many",
        "runtime/policies.py",
        "return call()\n        except Exception as error:\n            if attempt >=",
        "return call()\n        except Exception as error:\n            if attempt >",
    ),
)
"""The broken rules; `make soak` tries them all."""
