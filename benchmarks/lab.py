"""The lab: the time of 100,000 games, the cost of the ledger, and two Ray workers beside one.

    python -m benchmarks.lab games        # hex rows at random, with values, as the command does it
    python -m benchmarks.lab ledger       # seconds and bytes for each chunk, beside the chunk itself
    python -m benchmarks.lab ray          # wall time of one worker over that of two; needs the extra cluster

Each prints the load of the machine before it began; on one that others use, compare CPU seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from veier.lab.run.executor import Executor
from veier.lab.run.job import Job
from veier.lab.run.ledger import FILE, Ledger
from veier.lab.run.local import LocalExecutor
from veier.lab.run.running import run_job
from veier.lab.selfplay import SelfPlay, play_games

_ROOT = Path(__file__).parent.parent
_GAMES = 100_000
# A level whose chunks take some seconds, as on a cluster.
_LEVELS = SelfPlay("4eyes-beginners", 200, ("3", "3"), 1)


def main() -> None:
    """Measure what is asked for, and print it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("games", "ledger", "ray"))
    measures: dict[str, Callable[[], dict[str, object]]]
    measures = {"games": measure_games, "ledger": measure_ledger, "ray": measure_ray}
    figures: dict[str, object] = {"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}
    print(json.dumps(figures | measures[parser.parse_args().what](), indent=2))


def measure_games() -> dict[str, object]:
    """Run the command for 100,000 games in a fresh process, and explore them."""
    with TemporaryDirectory() as folder:
        out = f"{folder}/games"
        play = ["lab", "selfplay", "hexrows", "-n", str(_GAMES), "--level", "random", "--out", out]
        seconds, cpu = _run_command(*play)
        size = sum(file.stat().st_size for file in Path(out).iterdir())
        explored, _ = _run_command("lab", "explore", out, "hexrows")
    return {"seconds": seconds, "cpu_seconds": cpu, "megabytes": round(size / 1e6, 1), "explore_seconds": explored}


def measure_ledger() -> dict[str, object]:
    """Compare what the driver does for a chunk with the chunk itself, in CPU seconds and in wall time."""
    plan = SelfPlay("hexrows", _GAMES, ("random", "random"), 1)
    job, result = plan.job(), b""

    def play() -> None:
        nonlocal result
        result = play_games(1, **job.params)

    play()
    chunk = _timed(play)
    files, kept = _time_ledger(job, result), _time_ledger(Job(job.task, job.params, 200), result[:2000])
    names = ("wall_ms", "cpu_ms")
    return {
        "chunk": dict(zip(names, chunk, strict=True)) | {"bytes": len(result)},
        "as_file": dict(zip(names, files, strict=True)),
        "in_ledger_2_kB": dict(zip(names, kept, strict=True)),
        "ledger_cpu_share_of_a_chunk": round(files[1] / chunk[1], 5),
        "ledger_bytes_per_chunk": _ledger_bytes(),
        "disk_over_memory_by_wall_time": _compare_walls(),
    }


def _compare_walls(times: int = 3) -> dict[str, object]:
    """Compare the wall time of a whole run on one process with files and a ledger on the disk, and in memory alone."""
    whole = SelfPlay("4eyes-beginners", 400, ("3", "3"), 1).job()
    walls: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(times):
        for on_disk, seconds in walls.items():
            job = whole if on_disk else replace(whole, file="")
            with TemporaryDirectory() as folder, Ledger(Path(folder) if on_disk else None, job) as ledger:
                begun = 0.0
                for progress in run_job(ledger, LocalExecutor(1)):
                    # From the first chunk that is done, so that starting a process does not count.
                    begun = begun or (time.monotonic() if progress.last else 0.0)
                seconds.append(time.monotonic() - begun)
    memory, disk = (statistics.median(seconds) for seconds in walls.values())
    return {"memory_seconds": round(memory, 2), "disk_seconds": round(disk, 2), "ratio": round(disk / memory, 4)}


def measure_ray() -> dict[str, object]:
    """Play the same games on one worker and on two."""
    from veier.lab.run.ray import RayExecutor

    os.environ["PYTHONPATH"] = os.pathsep.join([str(_ROOT / "src"), str(_ROOT)])
    walls, cpus = zip(*(_run_timed(RayExecutor("local", jobs)) for jobs in (1, 2)), strict=True)
    local = [_run_timed(LocalExecutor(jobs)) for jobs in (1, 2)]
    return {
        "ray_wall_seconds": walls,
        "ray_worker_cpu_seconds": cpus,
        "ray_two_over_one": round(walls[0] / walls[1], 2),
        # What two workers would do on an idle machine if only their CPU seconds counted.
        "ray_two_over_one_by_cpu": round(2 * cpus[0] / cpus[1], 2),
        "local_two_over_one": round(local[0][0] / local[1][0], 2),
        "local_two_over_one_by_cpu": round(2 * local[0][1] / local[1][1], 2),
    }


def timed_chunk(number: int, **settings: object) -> bytes:
    """Play a chunk and return the CPU seconds that it took: a task for measuring, no pure function."""
    begun = time.process_time()
    play_games(number, **settings)
    return str(time.process_time() - begun).encode()


def _run_timed(executor: Executor) -> tuple[float, float]:
    """Return the seconds from the first chunk that is done to the last, and the CPU seconds of these."""
    job = _LEVELS.job()
    with Ledger(None, Job("benchmarks.lab:timed_chunk", job.params, job.size)) as ledger:
        begun, first = 0.0, 0.0
        for progress in run_job(ledger, executor):
            if progress.done == 1 and progress.last:
                begun, first = time.monotonic(), float(ledger.result(progress.last.number))
        cpu = sum(float(result) for _, result in ledger.results()) - first
        return round(time.monotonic() - begun, 2), round(cpu, 2)


def _time_ledger(job: Job, result: bytes) -> tuple[float, float]:
    """Return the milliseconds for adding a result, of wall time and of CPU time."""
    with TemporaryDirectory() as folder, Ledger(Path(folder), job) as ledger:

        def add_all() -> None:
            for number in range(job.size):
                ledger.add(number, result)

        wall, cpu = _timed(add_all)
        return round(wall / job.size, 3), round(cpu / job.size, 3)


def _ledger_bytes() -> int:
    """Return the bytes of a ledger for each chunk whose result is a file."""
    n = 2000
    job = Job("veier.lab.selfplay:play_games", {}, n, "chunk-{}")
    with TemporaryDirectory() as folder:
        with Ledger(Path(folder), job) as ledger:
            for number in range(n):
                ledger.add(number, b"result")
        return (Path(folder) / FILE).stat().st_size // n


def _timed(work: Callable[[], None]) -> tuple[float, float]:
    begun, cpu = time.monotonic(), time.process_time()
    work()
    return round(1000 * (time.monotonic() - begun), 2), round(1000 * (time.process_time() - cpu), 2)


def _run_command(*arguments: str) -> tuple[float, float]:
    """Return the seconds that `veier` takes, and the CPU seconds of it and its processes."""
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "veier", *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return round(time.monotonic() - begun, 1), round(cpu, 1)


if __name__ == "__main__":
    main()
