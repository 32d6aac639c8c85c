"""Tables in memory: the registry, one session per table, its sockets, computer players and hints."""
