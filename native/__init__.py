"""Builds the library of kernels: Numba's code for them, compiled ahead of time by LLVM and linked to an extension.

Used when the package is built (`hatch_build.py`) and for releases (`python -m native.release`), never at run time.
"""
