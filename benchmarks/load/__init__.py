"""A load test of the server: many tables, sockets and watchers on one machine, with cheap clients beside it."""
