"""What to say where a library is not installed."""

from __future__ import annotations

from veier.messages import message


def missing_package(module: str, package: str, extra: str) -> ImportError:
    """Return the error of a module that needs a package, with the command that installs it."""
    command = f"pip install 'veier[{extra}]'"
    return ImportError(str(message("environments.missing", module=module, package=package, command=command)))
