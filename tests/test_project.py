"""The project itself: its layers, its public names, its documents."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import veier

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src/veier"
LINE_LIMIT, PARAMETER_LIMIT = 400, 6
# Functions with more parameters, most of them optional keywords.
LONG_SIGNATURES = {"search/think.py: think"}
DOCUMENTS = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "benchmarks/README.md",
    *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md")),
]


def test_imports_only_point_down() -> None:
    """In a process of its own: the linter disables loggers that other tests use."""
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_public_names() -> None:
    assert sorted(veier.__all__) == sorted(set(veier.__all__))
    for name in veier.__all__:
        assert getattr(veier, name).__module__.startswith("veier.")
        assert name in dir(veier)
    with pytest.raises(AttributeError):
        _ = veier.no_such_name


def test_the_browsers_side_is_typed() -> None:
    """With `tsc` of the machine, or the one that `make node_modules` installs."""
    node, compiler = shutil.which("node"), ROOT / "node_modules/typescript/lib/tsc.js"
    installed = shutil.which("tsc")
    if not installed and not (node and compiler.exists()):
        pytest.skip("there is no TypeScript on this machine")
    command = [installed] if installed else [str(node), str(compiler)]
    done = subprocess.run([*command, "--project", str(ROOT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_ci_runs_the_tests_as_the_readme_says() -> None:
    commands = re.findall(r"^```\n(.*pytest)\n```", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(commands) == 1
    assert commands[0] in (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()


def test_ci_calls_targets_that_the_makefile_has() -> None:
    targets = set(re.findall(r"^([a-z_-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    called = re.findall(r"^make (.*)$", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
    assert called
    assert {target for line in called for target in line.split()} <= targets


def test_the_hooks_of_pre_commit_are_valid() -> None:
    command = [sys.executable, "-m", "pre_commit", "validate-config", ".pre-commit-config.yaml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_files_are_short() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES.rglob("*.py")}
    assert {str(path.relative_to(SOURCES)): length for path, length in lengths.items() if length > LINE_LIMIT} == {}


def test_docstrings_say_return_and_describe() -> None:
    """Not "Give" and "Tell", which are neither standard nor exact."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    opening = {
        f"{path.relative_to(SOURCES).as_posix()}: {docstring.splitlines()[0]}"
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, documented) and (docstring := ast.get_docstring(node))
        if docstring.startswith(("Give ", "Tell "))
    }
    assert opening == set()


def test_parameter_lists_are_short() -> None:
    found = {place for place, function in functions() if count_parameters(function) > PARAMETER_LIMIT}
    assert found == LONG_SIGNATURES


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield all functions of the package, each with its place, such as "kernels/perft.py: perft"."""
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(SOURCES).as_posix()}: {node.name}", node


def count_parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the number of parameters, without `self` and `cls`."""
    given = function.args
    named = [parameter.arg for parameter in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return len([name for name in named if name not in ("self", "cls")])


def test_the_map_names_files_that_exist() -> None:
    """The tables of ARCHITECTURE.md name files by path; a second name in the same cell is in the same folder."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    layers = text[text.index("## Layers") : text.index("## Glossary")]
    folder, missing, named = "", [], 0
    for line in layers.splitlines():
        if line.startswith("### "):
            headed = re.findall(r"`(\w+)/`", line)
            folder = headed[0] if len(headed) == 1 else ""
        if line.startswith("| `"):
            first = ""
            for name in re.findall(r"`([^`]+)`", line.split("|")[1]):
                path = name if "/" in name else f"{first or folder}/{name}"
                first = path.rpartition("/")[0] if "/" in name else first
                named += 1
                if not any(SOURCES.glob(path.replace("<family>", "*").replace("<command>", "*"))):
                    missing.append(path)
    assert named > 100
    assert not missing


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_in_documents_lead_somewhere(document: str) -> None:
    path = ROOT / document
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    for link in links:
        if "://" not in link:
            assert (path.parent / link).exists(), link


def test_every_fault_has_tests_that_exist() -> None:
    text = (ROOT / "docs/reliability.md").read_text(encoding="utf-8")
    sections = re.split(r"^## (\d+)\. ", text, flags=re.MULTILINE)[1:]
    assert [int(number) for number in sections[::2]] == list(range(1, 23))
    for number, section in zip(sections[::2], sections[1::2], strict=True):
        named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", section)
        missing = [name for file, name in named if f"def {name}(" not in (ROOT / file).read_text(encoding="utf-8")]
        assert named, number
        assert missing == [], number


@pytest.mark.parametrize("document", DOCUMENTS)
def test_python_examples_in_documents_run(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for example in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


# Their commands need another checkout, or PyTorch: tests/lab/test_match_command.py and test_learning.py run them.
@pytest.mark.parametrize("document", sorted({*DOCUMENTS} - {"docs/lab-matches.md", "docs/lab-learning.md"}))
def test_commands_in_documents_run(document: str, tmp_path: Path) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for command in re.findall(r"^\$ (veier .*)$", text, re.MULTILINE):
        done = subprocess.run(
            ["bash", "-c", command.replace("veier ", f"{sys.executable} -m veier ", 1)],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            # Some examples start the command again.
            env=os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        )
        assert done.returncode == 0, done.stderr


def test_the_picture_of_a_game_is_what_the_renderer_draws() -> None:
    page = ROOT / "docs/tutorial/play.md"
    text = page.read_text(encoding="utf-8")
    name, moves = re.findall(r"<!-- (\S+): 4eyes (.*?) -->", text)[0]
    view = veier.game("4eyes").start().play(*moves.split()).view()
    from veier.view import to_svg

    assert (page.parent / name).read_text(encoding="utf-8") == to_svg(view, width=560) + "\n"
