"""The server: tables over HTTP and sockets, a durable store, computers and reviews as jobs.

`veier.server.app: create_app` creates the application. Every change of a table is made in the same order:
validate → commit → acknowledge → broadcast.
"""
