"""The wire: pydantic models of everything that requests, responses and socket messages hold.

Requests are validated with these models. Responses are written as JSON text, because boards are long and cached, and
only declared by their models; the tests validate every answer against the declaration. Where a dataclass of the
package has the form of its data (View, Threat, Square, Message, the commands), it is used as it is.
"""
