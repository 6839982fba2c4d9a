"""What the tests over the corpus share: every document read and converted once."""

from __future__ import annotations

from pathlib import Path

import pytest
from converted import Outcome, outcome
from corpus_files import corpus_cases, corpus_files


@pytest.fixture(scope="session")
def outcomes(corpus: Path) -> tuple[Outcome, ...]:
    """What becomes of each public document."""
    return tuple(map(outcome, corpus_files(corpus)))


@pytest.fixture(scope="session")
def converted(outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """Those that are Agent Spec documents."""
    return tuple(item for item in outcomes if item.converted)


@pytest.fixture(scope="session")
def case_outcomes(corpus: Path) -> tuple[Outcome, ...]:
    """What becomes of the document of each runtime case; of every fifth in exact mode too."""
    cases = enumerate(corpus_cases(corpus))
    return tuple(outcome(file, exact=number % 5 == 0) for number, file in cases)
