"""Work that takes longer than a moment: pools, their fair slots and processes, and the budgets it is paid from."""
