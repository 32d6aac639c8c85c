"""Prepare a release: check everything, build the wheels and the source distribution, and tag the commit.

    python -m scripts.release

The version is `__version__` in src/veier/__init__.py. The release is refused if the working tree has changes, the tag
exists, the changelog does not describe this version as of now, or `make check` fails. Nothing is pushed or uploaded:
the commands for that are printed at the end.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

ROOT = Path(__file__).parent.parent

_VERSION = re.compile(r'^__version__ = "(?P<version>[^"]+)"$', re.MULTILINE)
_SECTION = re.compile(r"^## \[(?P<name>[^\]]+)\](?: - (?P<date>\S+))?$", re.MULTILINE)


class Refusal(Exception):
    """A reason why this commit cannot be released."""


def main() -> None:
    """Release this checkout; exit with 1 and the reason if that is refused."""
    try:
        version = release(ROOT)
    except Refusal as refusal:
        sys.exit(f"not released: {refusal}")
    print(f"Tagged v{version}. To publish it: git push origin v{version}, then twine upload dist/*")


def release(root: Path) -> str:
    """Check a checkout, build it into dist/ and tag its commit; return the version or raise Refusal."""
    version = read_version(root)
    check_tree(root)
    check_tag(root, version)
    check_changelog((root / "CHANGELOG.md").read_text(encoding="utf-8"), version, last_change(root))
    make(root, "check")
    make(root, "wheels")
    check_tree(root)
    git(root, "tag", "--annotate", f"v{version}", "--message", f"veier {version}")
    return version


def read_version(root: Path) -> str:
    """Return the version that the package states."""
    found = _VERSION.search((root / "src/veier/__init__.py").read_text(encoding="utf-8"))
    if not found:
        raise Refusal("src/veier/__init__.py has no __version__")
    return found["version"]


def check_tree(root: Path) -> None:
    """Refuse changes that are not committed, and files that git does not know."""
    if changes := git(root, "status", "--porcelain"):
        raise Refusal(f"the working tree has changes:\n{changes}")


def check_tag(root: Path, version: str) -> None:
    """Refuse a version that has been tagged before."""
    if git(root, "tag", "--list", f"v{version}"):
        raise Refusal(f"there is a tag v{version} already: change __version__")


def check_changelog(text: str, version: str, changed: date) -> None:
    """Refuse a changelog whose top entry is not about this version, is empty or older than the last change."""
    sections = list(_SECTION.finditer(text))
    if not sections:
        raise Refusal("CHANGELOG.md has no entries")
    top, *others = sections
    if top["name"] == "Unreleased":
        raise Refusal(f"CHANGELOG.md still has an [Unreleased] section: name it [{version}] with today's date")
    if top["name"] != version:
        raise Refusal(f"the top entry of CHANGELOG.md is [{top['name']}], not [{version}]")
    if not text[top.end() : others[0].start() if others else len(text)].strip():
        raise Refusal(f"the entry [{version}] of CHANGELOG.md is empty")
    try:
        dated = date.fromisoformat(top["date"] or "")
    except ValueError as error:
        raise Refusal(f"the entry [{version}] of CHANGELOG.md needs a date such as 2026-11-17") from error
    if dated < changed:
        raise Refusal(f"the entry [{version}] of CHANGELOG.md is of {dated}, the last commit of {changed}")


def last_change(root: Path) -> date:
    """Return the day of the last commit, in UTC."""
    return datetime.fromtimestamp(int(git(root, "log", "-1", "--format=%ct")), UTC).date()


def git(root: Path, *arguments: str) -> str:
    """Run git and return what it prints."""
    done = subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def make(root: Path, target: str) -> None:
    """Run a target of the Makefile; refuse the release if it fails."""
    if subprocess.run(["make", "--silent", target], cwd=root, check=False).returncode:
        raise Refusal(f"`make {target}` failed")


if __name__ == "__main__":
    main()
