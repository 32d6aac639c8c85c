"""The examples of docs/lab.md and docs/datasets.md run and print what they say, and the manifest has known fields."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import veier
from lab.documents import DOCS, blocks, pattern

pytest.importorskip("pyarrow", reason="datasets need the extra lab")
yaml = pytest.importorskip("yaml", reason="manifests are YAML")

# The fields of KubeRay 1.6, ray-operator/apis/ray/v1/rayjob_types.go and raycluster_types.go.
JOB = [
    "entrypoint",
    "submissionMode",
    "backoffLimit",
    "shutdownAfterJobFinishes",
    "ttlSecondsAfterFinished",
    "rayClusterSpec",
    "activeDeadlineSeconds",
    "submitterPodTemplate",
    "metadata",
    "clusterSelector",
    "submitterConfig",
    "managedBy",
    "deletionStrategy",
    "runtimeEnvYAML",
    "jobId",
    "entrypointResources",
    "entrypointNumCpus",
    "entrypointNumGpus",
    "suspend",
]
CLUSTER = [
    "rayVersion",
    "authOptions",
    "enableInTreeAutoscaling",
    "autoscalerOptions",
    "headGroupSpec",
    "workerGroupSpecs",
    "suspend",
    "managedBy",
    "headServiceAnnotations",
    "gcsFaultToleranceOptions",
    "upgradeStrategy",
]
SQL = {
    "and",
    "as",
    "avg",
    "by",
    "case",
    "count",
    "desc",
    "else",
    "end",
    "from",
    "group",
    "order",
    "select",
    "then",
    "when",
}
GROUP = [
    "groupName",
    "replicas",
    "minReplicas",
    "maxReplicas",
    "idleTimeoutSeconds",
    "rayStartParams",
    "template",
    "numOfHosts",
    "suspend",
]


def run(directory: Path, *command: str) -> str:
    """Run a command and return all that it writes."""
    environment = os.environ | {"VEIER_LANG": "en", "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "120"}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=directory,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


def test_the_examples_of_the_lab(tmp_path: Path) -> None:
    examples = [example for block in blocks("lab.md", "console") for example in block.split("$ ")[1:]]
    examples += blocks("lab.md", "refused")
    assert len(examples) >= 6
    for example in examples:
        line, _, told = example.partition("\n")
        program, *arguments = shlex.split(line)
        assert program == "veier"
        printed = run(tmp_path, "-m", "veier", *arguments)
        assert re.fullmatch(pattern(told), printed.strip(), re.DOTALL), printed
    program = "\n".join(blocks("datasets.md", "py"))
    assert told_of("datasets.md")[0] in run(tmp_path, "-c", program)


def test_the_openings_of_the_package_are_made_as_the_page_says(tmp_path: Path) -> None:
    """With a few games of a weak level."""
    (block,) = blocks("datasets.md", "sh")
    play, keep = map(shlex.split, block.replace("-n 2000 --level 4", "-n 6 --level 1").splitlines())
    assert run(tmp_path, "-m", *play).startswith("6 games")
    target = tmp_path / keep[-1]
    target.parent.mkdir(parents=True)
    assert (Path(veier.__file__).parents[2] / keep[-1]).is_file()
    assert keep[0] == "python"
    run(tmp_path, *keep[1:])
    with np.load(target) as kept:
        assert (kept["moves"].shape, kept["winners"].shape) == ((6, 10), (6,))


def test_other_programs_find_the_columns_that_the_page_names(tmp_path: Path) -> None:
    """Those of the table, in the files; the query in SQL uses no other."""
    parquet = pytest.importorskip("pyarrow.parquet")
    run(
        tmp_path,
        "-m",
        "veier",
        "lab",
        "selfplay",
        "hexrows?side=4&stones=9",
        "-n",
        "2",
        "--level",
        "1",
        "--out",
        "games",
    )
    (file,) = tmp_path.glob("games/games-*.parquet")
    named = re.findall(r"^\| `(\w+)` \| (?:string|list|int)", (DOCS / "datasets.md").read_text("utf-8"), re.MULTILINE)
    assert named == parquet.read_schema(file).names
    (query,) = blocks("datasets.md", "sql")
    words = set(re.findall(r"[a-z_]\w*", query.replace("'games/games-*.parquet'", "")))
    assert words - SQL - {"first", "games", "wins"} == {"moves", "winner"}
    assert {"moves", "winner"} <= set(named)


def test_the_program_of_the_lab(tmp_path: Path) -> None:
    (program,) = blocks("lab.md", "py")
    assert told_of("lab.md")[0] in run(tmp_path, "-c", program)


def told_of(page: str) -> list[str]:
    return re.findall(r"^prints `(.*)`\.$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)


def test_the_manifest_has_the_fields_that_kuberay_knows() -> None:
    claim, job = yaml.safe_load_all((DOCS / "kubernetes/selfplay.yaml").read_text(encoding="utf-8"))
    assert (job["apiVersion"], job["kind"]) == ("ray.io/v1", "RayJob")
    assert set(job["spec"]) <= set(JOB)
    cluster = job["spec"]["rayClusterSpec"]
    assert set(cluster) <= set(CLUSTER)
    assert cluster["authOptions"] == {"mode": "token"}
    groups: list[dict[str, Any]] = [cluster["headGroupSpec"], *cluster["workerGroupSpecs"]]
    for group in groups:
        assert set(group) <= set(GROUP)
        (container,) = group["template"]["spec"]["containers"]
        assert container["image"].endswith(f":{veier.__version__}")
    mounted = groups[0]["template"]["spec"]["volumes"][0]["persistentVolumeClaim"]["claimName"]
    assert mounted == claim["metadata"]["name"]


def test_the_command_of_the_manifest_is_one_of_veier(tmp_path: Path) -> None:
    _, job = yaml.safe_load_all((DOCS / "kubernetes/selfplay.yaml").read_text(encoding="utf-8"))
    program, *arguments = job["spec"]["entrypoint"].split()
    assert program == "veier"
    # Small, and without a cluster.
    few = [*arguments[:-2], "-n", "2", "--level", "1", "--out", str(tmp_path / "games")]
    assert run(tmp_path, "-m", "veier", *few).startswith("2 games")
