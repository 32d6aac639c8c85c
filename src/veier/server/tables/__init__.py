"""Tables in memory: the registry, one session per table, its sockets, computers and hints."""
