"""nginx of our own in front of servers, with the configuration of docs/hosting/nginx.conf, as no privileged user."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.postgres_process import unprivileged_user
from benchmarks.server_process import ROOT, free_port

SITE = ROOT / "docs" / "hosting" / "nginx.conf"
_START_SECONDS = 30.0
_MAIN = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 8192; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


class NoNginx(Exception):
    """There is no nginx on this machine."""


@dataclass(frozen=True)
class Certificate:
    """The files of a certificate and of its key."""

    certificate: Path
    key: Path


def self_signed(folder: Path, name: str = "localhost") -> Certificate:
    """Make a certificate for some hours."""
    made = Certificate(folder / "certificate.pem", folder / "key.pem")
    subject = ["-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
    files = ["-keyout", str(made.key), "-out", str(made.certificate)]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *subject, *files]
    subprocess.run(command, check=True, capture_output=True)
    return made


def adapted(site: str, port: int, upstreams: Sequence[int], certificate: Certificate | None) -> str:
    """Return the configuration of a site for a loopback port; without a certificate it speaks plain HTTP."""
    servers = "\n".join(f"    server 127.0.0.1:{each} max_fails=1 fail_timeout=2s;" for each in upstreams)
    site = _replace(r"    server 127\.0\.0\.1:8484 .*;", servers, site)
    if certificate is None:
        site = re.sub(r"    ssl_.*;\n", "", site)
        return _replace(r"listen 443 ssl http2;", f"listen 127.0.0.1:{port};", site)
    site = _replace(r"listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;", site)
    site = _replace(r"ssl_certificate /.*;", f"ssl_certificate {certificate.certificate};", site)
    return _replace(r"ssl_certificate_key /.*;", f"ssl_certificate_key {certificate.key};", site)


def _replace(pattern: str, text: str, site: str) -> str:
    found, count = re.subn(pattern, text, site)
    if count != 1:
        raise ValueError(f"{SITE} has {count} lines like {pattern}")
    return found


class NginxProcess:
    """nginx on a free port; it passes requests to servers on ports of this computer."""

    def __init__(self, upstreams: Sequence[int], certificate: Certificate | None = None, port: int = 0) -> None:
        self._program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if self._program is None:
            raise NoNginx("there is no nginx on this machine")
        self._user = unprivileged_user()
        self._folder = Path(tempfile.mkdtemp(prefix="veier-nginx-"))
        self.port = port or free_port()
        if certificate:
            files = (shutil.copy(each, self._folder) for each in (certificate.certificate, certificate.key))
            certificate = Certificate(*map(Path, files))
        self._write("site.conf", adapted(SITE.read_text(), self.port, upstreams, certificate))
        self._write("main.conf", _MAIN.format(folder=self._folder))
        if self._user:
            for path in (self._folder, *self._folder.iterdir()):
                shutil.chown(path, self._user)
        self._running: subprocess.Popen[bytes] | None = None

    def _write(self, name: str, text: str) -> None:
        (self._folder / name).write_text(text)

    @property
    def _command(self) -> list[str]:
        assert self._program
        return [self._program, "-p", str(self._folder), "-c", "main.conf", "-e", str(self._folder / "error.log")]

    def check(self) -> str:
        """Return what nginx says of its configuration; raise CalledProcessError if it is wrong."""
        done = subprocess.run(
            [*self._command, "-t"], check=True, capture_output=True, text=True, user=self._user, cwd=self._folder
        )
        return done.stderr

    def __enter__(self) -> NginxProcess:
        self._running = subprocess.Popen(self._command, stderr=subprocess.DEVNULL, user=self._user, cwd=self._folder)
        end = time.monotonic() + _START_SECONDS
        while not self._listens():
            if self._running.poll() is not None or time.monotonic() > end:
                raise RuntimeError("nginx does not start: " + (self._folder / "error.log").read_text())
            time.sleep(0.02)
        return self

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def __exit__(self, *_: object) -> None:
        if self._running:
            self._running.terminate()
            self._running.wait(10)
        shutil.rmtree(self._folder, ignore_errors=True)
