"""Types of kernels' arguments, described without Numba: numbers, arrays, NamedTuples, and kernels.

A type has a code, by which the library of compiled kernels reads arguments from Python (`native/library.c`):

    q, d      an int64, a float64
    1q, 2d    an array with this number of dimensions, C-contiguous; its items are q, d, i for int32 or b for int8
    k         a kernel
    (…)       a tuple
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Number:
    """A number: int64 or float64; int32 and int8 only as items of arrays."""

    name: str

    @property
    def code(self) -> str:
        return {"int64": "q", "float64": "d", "int32": "i", "int8": "b"}[self.name]


@dataclass(frozen=True)
class Array:
    """A C-contiguous array."""

    item: Number
    dimensions: int

    @property
    def code(self) -> str:
        return f"{self.dimensions}{self.item.code}"


@dataclass(frozen=True)
class Fields:
    """A NamedTuple class whose fields have these types."""

    cls: type
    members: tuple[Type, ...]

    @property
    def code(self) -> str:
        return "(" + "".join(member.code for member in self.members) + ")"


@dataclass(frozen=True)
class Signature:
    """The types of a kernel's arguments; every kernel returns an int64."""

    arguments: tuple[Type, ...]

    @property
    def code(self) -> str:
        return "".join(argument.code for argument in self.arguments)


@dataclass(frozen=True)
class KernelType:
    """A kernel as an argument: a function that takes this is compiled once and serves every game."""

    signature: Signature

    @property
    def code(self) -> str:
        return "k"


Type = Number | Array | Fields | KernelType

INT, REAL = Number("int64"), Number("float64")


def signature(*arguments: Type) -> Signature:
    """Return the signature of a kernel that takes these arguments."""
    return Signature(arguments)


def named_tuple(members: tuple[Type, ...], cls: type) -> Fields:
    """Return the type of a NamedTuple class whose fields have these types."""
    return Fields(cls, members)
