"""The server: HTTP and sockets over tables, a store that loses nothing, and the computer's players as jobs.

`veier.server.app: create_app` makes the application. The order of everything that changes a table is
validate → commit → acknowledge → broadcast.
"""
