"""HTTP itself: middleware, problem documents, strict JSON, limits, sessions and tokens."""
