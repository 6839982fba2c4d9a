"""Conversion is a function of what a document says: no hash order, and no order of keys where that
says nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from converted import Outcome, outcome, program_of, without_comments
from corpus_files import ROOT, corpus_cases, corpus_files

import flowc
from flowc.ir.meaning import differences

HASH_SEEDS = ("0", "1", "42")


def sample(corpus: Path) -> list[Outcome]:
    """Some of all documents, converted."""
    return [outcome(file) for file in (*corpus_files(corpus)[::20], *corpus_cases(corpus)[::60])]


def digest(converted: list[Outcome]) -> str:
    """What stands for all that was written, findings included."""
    texts = [
        "\n".join([item.file.name, item.flow, item.exact_flow, item.fault, repr(item.refused)])
        for item in converted
    ]
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def digest_with(hash_seed: str, corpus: Path) -> str:
    """The digest that a process with another hash seed gets."""
    here = str(Path(__file__).parent)
    code = (
        "import sys, pathlib, test_reproducible as t; "
        "print(t.digest(t.sample(pathlib.Path(sys.argv[1]))))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(corpus)],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join([str(ROOT), here]),
        },
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_conversion_does_not_depend_on_the_hash_seed(corpus: Path):
    found = {seed: digest_with(seed, corpus) for seed in HASH_SEEDS}
    assert found == dict.fromkeys(HASH_SEEDS, digest(sample(corpus)))


# The order of keys --------------------------------------------------------------------------------


def shuffled(value: Any, random: Random, which: Callable[[dict[str, Any]], bool]) -> Any:
    """The value with the keys of some of its objects in another order."""
    if isinstance(value, list):
        return [shuffled(item, random, which) for item in value]
    if not isinstance(value, dict):
        return value
    keys = list(value)
    if which(value):
        random.shuffle(keys)
    return {key: shuffled(value[key], random, which) for key in keys}


def is_component(value: dict[str, Any]) -> bool:
    """Whether an object is a component or an edge. The order in other objects is what a person
    chose and a reader sees: the table of components, mappings, metadata, schemas."""
    return isinstance(value.get("component_type"), str) and "name" in value


def has_no_placeholders(value: dict[str, Any]) -> bool:
    """Placeholders of a node that lists no inputs name them in their order."""
    return is_component(value) or "{{" not in json.dumps(value)


def test_the_order_of_a_components_fields_makes_no_difference(converted: tuple[Outcome, ...]):
    random = Random(7)
    changed = []
    for item in converted[::3]:
        document = shuffled(item.file.value, random, is_component)
        if flowc.from_json(document).to_flow() != without_comments(item):
            changed.append(item.file.name)
    assert changed == []


def test_the_order_of_a_components_fields_makes_no_difference_to_an_exact_conversion(
    converted: tuple[Outcome, ...],
):
    random = Random(7)
    changed = []
    for item in converted[3::16]:
        document = shuffled(item.file.value, random, is_component)
        plain = flowc.from_json(item.file.value)
        if flowc.from_json(document).to_flow(exact=True) != plain.to_flow(exact=True):
            changed.append(item.file.name)
    assert changed == []


def test_no_order_of_keys_has_a_meaning(corpus: Path):
    random = Random(7)
    for file in (*corpus_files(corpus), *corpus_cases(corpus)[::3]):
        try:
            program = program_of(file)
        except flowc.FlowcError:
            continue
        document = shuffled(file.value, random, has_no_placeholders)
        assert differences(program.document, flowc.from_json(document).document) == (), file.name
