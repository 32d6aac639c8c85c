"""The machinery of compiled code: Numba's decorators and cache, the state vector, signatures, bits, random numbers.

No game and no rule. Of these modules `state`, `bundles`, `boards`, `scores` and `cache` load without
Numba.
"""
