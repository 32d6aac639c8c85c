"""nginx of our own in front of servers, with the configuration of docs/hosting/nginx.conf, as no privileged user."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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

    def __init__(self, folder: Path, upstreams: Sequence[int], certificate: Certificate | None = None) -> None:
        self._program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if self._program is None:
            raise NoNginx("there is no nginx on this machine")
        self._folder = folder
        self.port = free_port()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "site.conf").write_text(adapted(SITE.read_text(), self.port, upstreams, certificate))
        (folder / "main.conf").write_text(_MAIN.format(folder=folder))
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def _command(self) -> list[str]:
        assert self._program
        return [self._program, "-p", str(self._folder), "-c", "main.conf", "-e", str(self._folder / "error.log")]

    def check(self) -> str:
        """Return what nginx says of the configuration; raise CalledProcessError if it is wrong."""
        done = subprocess.run([*self._command, "-t"], check=True, capture_output=True, text=True)
        return done.stderr

    def __enter__(self) -> NginxProcess:
        self._running = subprocess.Popen(self._command, stderr=subprocess.DEVNULL)
        end = time.monotonic() + _START_SECONDS
        while not (self._folder / "nginx.pid").exists():
            if self._running.poll() is not None or time.monotonic() > end:
                raise RuntimeError("nginx does not start: " + (self._folder / "error.log").read_text())
            time.sleep(0.02)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._running
        self._running.send_signal(signal.SIGQUIT if self._running.poll() is None else signal.SIGTERM)
        try:
            self._running.wait(2)
        except subprocess.TimeoutExpired:
            self._running.kill()
            self._running.wait()
