"""What can go wrong with the database, by what is known of the change or the rows afterwards."""

from __future__ import annotations


class StoreError(Exception):
    """The store did not do what it was asked."""


class NotSaved(StoreError):
    """A change was not written: it is certain that nothing of it is in the database."""


class Rejected(NotSaved):
    """A change cannot be written, whereas others can: it concerns damaged rows, or is wrong in itself."""


class Conflict(StoreError):
    """A change does not fit what is stored: a row to be added exists already, or one to be used up is gone.

    Nothing was written now. An earlier attempt whose answer was lost may have written the same.
    """


class Unknown(StoreError):
    """The answer to a commit was lost, so it is not known whether the change was written."""


class Unavailable(StoreError):
    """The database cannot be read just now."""


class Damaged(StoreError):
    """Rows cannot be read, and will not be later: a corrupt page, or values that no version has written."""
