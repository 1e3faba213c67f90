"""Which code is tested: the working tree as plain Python, or what is installed, and no other."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import tianxia

HERE = Path(tianxia.__file__).parent
SOURCE = Path(__file__).parent.parent / "src" / "tianxia"
INSTALLED = os.environ.get("TIANXIA_TESTING") == "installed"


# How long an example takes says more of the machine than of the code.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def fingerprint(folder: Path) -> dict[str, str]:
    """The sources of a package folder, by name."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*.py")
    }


def pytest_configure() -> None:
    if INSTALLED and HERE == SOURCE:
        raise pytest.UsageError("TIANXIA_TESTING=installed, but the working tree would be tested")
    if not INSTALLED:
        if HERE != SOURCE or tianxia.COMPILED:
            raise pytest.UsageError(f"expected to test {SOURCE}, not {HERE}")
        # Programs that tests start must run the same code.
        os.environ["PYTHONPATH"] = str(SOURCE.parent)
    elif fingerprint(HERE) != fingerprint(SOURCE):
        raise pytest.UsageError("what is installed is older than the sources: run `make setup`")


def pytest_report_header() -> str:
    return f"tianxia: {'compiled' if tianxia.COMPILED else 'plain Python'} from {HERE}"


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Ray of this machine alone."""
    ray = pytest.importorskip("ray")
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield
    assert ray.is_initialized(), "a cluster that was there before stays"
    ray.shutdown()
