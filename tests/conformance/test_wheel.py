"""The wheel alone is enough: built, installed into an empty environment, and put to work there."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT, cwd=ROOT)
    [path] = folder.glob("*.whl")
    return path


@pytest.mark.slow
def test_the_wheel_carries_grammar_and_templates(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    carried = {
        str(path.relative_to(ROOT))
        for folder in ("grammar", "templates")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    assert {f"flowc/_data/{name}" for name in carried} <= names
    assert "flowc/py.typed" in names
    assert not [name for name in names if name.startswith(("tests/", "examples/", "out/"))]


@pytest.mark.slow
def test_the_demo_runs_from_the_wheel(wheel, tmp_path):
    run(sys.executable, "-m", "venv", tmp_path / "env", cwd=tmp_path)
    bin_ = tmp_path / "env/bin"
    run(bin_ / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    shutil.copytree(ROOT / "examples/order", tmp_path / "order")
    run(bin_ / "flowc", "build", "order/order.flow", "-o", "out", cwd=tmp_path)
    call = ("-i", "order_id=7812", "--tools", "order/tools.py")
    for engine in ("interpreter", "python"):
        ran = run(bin_ / "flowc", "run", "out/order.json", *call, "--engine", engine, cwd=tmp_path)
        assert json.loads(ran) == {"order_status": "OUT_FOR_DELIVERY"}
    for name in ("order.json", "order.py"):
        built = (tmp_path / "out" / name).read_text()
        assert built == (ROOT / "examples/order" / name).read_text()
