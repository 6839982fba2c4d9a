"""Fixed steps in Python: tools as nodes of a flow, without a `.flow` file (SEMANTICS 18)."""

from flowc.steps.sequences import Sequence, sequence
from flowc.steps.step import Actions, Event, Step, StepContext, as_node

__all__ = ["Actions", "Event", "Sequence", "Step", "StepContext", "as_node", "sequence"]
