"""The settings of the server: flags of `veier serve`, else VEIER_* variables, else defaults for one computer."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from urllib.parse import urlsplit

import platformdirs

from veier.core.errors import VeierError
from veier.messages import message
from veier.server.http.addresses import TrustedProxies
from veier.server.http.allowed import AllowedRates
from veier.server.http.origins import BoardSites, read_origins

DEFAULT_PORT = 8484
LOG_LEVELS = ("debug", "info", "warning", "error")
WEB = ("bundled", "files")


def default_database() -> str:
    """Return the URL of the database in the user's data directory."""
    return f"sqlite:///{platformdirs.user_data_path('veier') / 'veier.sqlite3'}"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the server.

    host                the address to listen on
    port                0 selects a free one
    database            sqlite:///path or postgresql://user@host/name
    base_url            where browsers reach the server, if that is not host and port: behind a proxy, with TLS
    allowed_hosts       further names under which browsers reach it, separated by commas
    trusted_proxies     addresses and networks of proxies that are believed for whom they ask, separated by commas
    metrics_token       the bearer token for /metrics; without one, only programs on this computer read them
    metrics_port        where a process that only thinks answers with its metrics, at `host`; 0 is nowhere
    workers             the number of processes that serve, on PostgreSQL
    thinkers            the number of computers that think at once; 0 on PostgreSQL leaves that to other servers
    think_ms            the minimum time that a computer takes for a move, so that people can follow
    people_per_address  how many people share a network address, as in a school: it may send so many times the requests
    limits              limits other than the defaults, such as "tables=100,sockets_per_session=50"
    allowed_origins     origins of other sites whose pages may use the API, without cookies, separated by commas
    frame_ancestors     origins of other sites whose pages may show ours in a frame, separated by commas
    embed_origins       origins of other sites whose pages may show boards to look at, separated by commas; * for all
    dataset             a directory with games of `veier lab selfplay`, from which the analysis board tells what was
                        played; without one, from the openings that come with the package
    keep_days           games, reviews and studies that have not changed for so many days are deleted; 0 keeps all
    web                 how browsers get the pages: `bundled` in a few files, or `files` one by one, for developers
    push_loopback       1 also sends push messages to services on this computer, for tests
    """

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    database: str = field(default_factory=default_database)
    base_url: str | None = None
    allowed_hosts: str = ""
    trusted_proxies: str = "127.0.0.1,::1"
    metrics_token: str = field(default="", repr=False)
    metrics_port: int = 0
    log_level: str = "info"
    workers: int = 1
    thinkers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 1) - 1))
    think_ms: int = 600
    people_per_address: int = 1
    limits: str = ""
    allowed_origins: str = ""
    frame_ancestors: str = ""
    embed_origins: str = ""
    dataset: str = ""
    keep_days: int = 0
    web: str = "bundled"
    push_loopback: int = 0

    def __post_init__(self) -> None:
        if self.base_url is not None:
            parts = urlsplit(self.base_url)
            if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
                raise VeierError(message("server.settings.base_url", text=self.base_url))
        TrustedProxies(self.trusted_proxies)
        AllowedRates.from_text(self.limits)
        read_origins("allowed_origins", self.allowed_origins)
        read_origins("frame_ancestors", self.frame_ancestors)
        read_origins("embed_origins", self.embed_origins, any_site=True)
        if self.workers > 1 and self.database.startswith("sqlite"):
            raise VeierError(message("server.settings.workers"))
        if self.workers > 1 and sys.platform == "win32":
            raise VeierError(message("server.settings.workers_system"))
        if self.log_level not in LOG_LEVELS:
            raise VeierError(message("server.settings.log_level", text=self.log_level, known=", ".join(LOG_LEVELS)))
        if self.web not in WEB:
            raise VeierError(message("server.settings.web", text=self.web, known=", ".join(WEB)))

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ, **flags: object) -> Settings:
        """Read each setting from the flags that are not None, else from VEIER_<NAME>."""
        values: dict[str, object] = {}
        for each in fields(cls):
            text = environment.get(f"VEIER_{each.name.upper()}")
            if flags.get(each.name) is not None:
                values[each.name] = flags[each.name]
            elif text:
                values[each.name] = _number(each.name, text) if each.type == "int" else text
        return cls(**values)  # type: ignore[arg-type]

    @property
    def allowed(self) -> AllowedRates:
        """What clients are allowed."""
        return AllowedRates.from_text(self.limits, self.people_per_address)

    @property
    def board_sites(self) -> BoardSites:
        """The other sites that may show boards."""
        return BoardSites(
            read_origins("embed_origins", self.embed_origins, any_site=True),
            read_origins("frame_ancestors", self.frame_ancestors),
            read_origins("allowed_origins", self.allowed_origins),
        )

    @property
    def secure(self) -> bool:
        """Whether browsers reach the server by TLS."""
        return bool(self.base_url and self.base_url.startswith("https:"))

    @property
    def origin(self) -> str | None:
        """The only origin whose pages may change something; None allows any address of this computer."""
        if self.base_url is None:
            return None
        parts = urlsplit(self.base_url)
        return f"{parts.scheme}://{parts.netloc}"


def _number(name: str, text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise VeierError(message("server.settings.number", name=f"VEIER_{name.upper()}", text=text))
    return int(text)
