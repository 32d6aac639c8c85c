"""Proof-number search (df-pn) in two levels: threat search, and proofs over all moves."""
