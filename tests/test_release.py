"""The release script refuses what must not be released, and tags what may be."""

from __future__ import annotations

import subprocess
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from scripts.release import Refusal, check_changelog, read_version, release

ROOT = Path(__file__).parent.parent
TODAY = datetime.now(UTC).date()
CHANGELOG = f"# Changelog\n\n## [1.2.0] - {TODAY}\n\n### Added\n\n- A thing.\n\n## [1.1.0] - 2026-01-01\n\n- Another.\n"
MAKEFILE = "check:\n\t@true\nwheels:\n\t@mkdir -p dist && touch dist/veier-1.2.0.whl\n"


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small repository that can be released."""
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Test")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "test@example.org")
    (tmp_path / "src/veier").mkdir(parents=True)
    (tmp_path / "src/veier/__init__.py").write_text('__version__ = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    (tmp_path / "Makefile").write_text(MAKEFILE)
    (tmp_path / ".gitignore").write_text("dist/\n")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "Change")


def test_what_is_in_order_is_built_and_tagged(checkout: Path) -> None:
    assert release(checkout) == "1.2.0"
    assert (checkout / "dist/veier-1.2.0.whl").exists()
    assert git(checkout, "tag", "--points-at", "HEAD") == "v1.2.0"


@pytest.mark.parametrize("name", ["CHANGELOG.md", "new.txt"])
def test_a_dirty_tree_is_refused(checkout: Path, name: str) -> None:
    (checkout / name).write_text("changed\n")
    with pytest.raises(Refusal, match=f"working tree has changes:\n.*{name}"):
        release(checkout)


def test_a_version_that_was_released_is_refused(checkout: Path) -> None:
    release(checkout)
    with pytest.raises(Refusal, match=r"tag v1\.2\.0 already"):
        release(checkout)


@pytest.mark.parametrize("target", ["check", "wheels"])
def test_failing_checks_are_refused_and_leave_no_tag(checkout: Path, target: str) -> None:
    (checkout / "Makefile").write_text(MAKEFILE.replace(f"{target}:\n", f"{target}:\n\t@false\n"))
    commit(checkout)
    with pytest.raises(Refusal, match=f"`make {target}` failed"):
        release(checkout)
    assert git(checkout, "tag", "--list") == ""


def test_a_stale_changelog_is_refused_before_anything_is_built(checkout: Path) -> None:
    yesterday = TODAY - timedelta(days=1)
    (checkout / "CHANGELOG.md").write_text(CHANGELOG.replace(str(TODAY), str(yesterday)))
    commit(checkout)
    with pytest.raises(Refusal, match=f"is of {yesterday}, the last commit of {TODAY}"):
        release(checkout)
    assert not (checkout / "dist").exists()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("# Changelog\n", "has no entries"),
        ("## [Unreleased]\n\n- A thing.\n\n## [1.2.0] - 2026-11-17\n\n- Another.\n", r"still has an \[Unreleased\]"),
        ("## [1.1.0] - 2026-11-17\n\n- A thing.\n", r"is \[1.1.0\], not \[1.2.0\]"),
        ("## [1.2.0] - 2026-11-17\n\n## [1.1.0] - 2026-01-01\n\n- A thing.\n", "is empty"),
        ("## [1.2.0]\n\n- A thing.\n", "needs a date"),
        ("## [1.2.0] - soon\n\n- A thing.\n", "needs a date"),
    ],
)
def test_a_changelog_that_does_not_describe_the_version_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        check_changelog(text, "1.2.0", date(2026, 11, 17))


def test_the_version_of_this_project_is_found() -> None:
    import veier

    assert read_version(ROOT) == veier.__version__
