"""The package as people get it: what is in it, and that it runs where nothing else is installed.

`make setup` installs what it builds, so the wheel tried here is the one all other tests ran on.
"""

import os
import re
import subprocess
import sys
import tarfile
import time
import tomllib
import venv
import zipfile
from email.message import Message
from email.parser import BytesParser
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import tianxia

from .conftest import INSTALLED, SOURCE
from .server.running import START_SECONDS, free_port

ROOT = SOURCE.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PINNED = dict(
    line.split("==")
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
)
#: No make, no git, no compiler, none of our settings.
CLEAN = {
    **{
        name: value
        for name, value in os.environ.items()
        if name not in ("CC", "PYTHONPATH") and not name.startswith("TIANXIA_")
    },
    "PATH": os.devnull,
    "COLUMNS": "120",
}

built = pytest.mark.skipif(not INSTALLED, reason="`make test` builds what is tried here")


def run(*command: str, answers: str = "", status: int = 0) -> str:
    done = subprocess.run(command, env=CLEAN, input=answers, capture_output=True, text=True)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def sources() -> dict[str, bytes]:
    """What belongs into every package, by name."""
    return {
        str(path.relative_to(SOURCE.parent)): path.read_bytes()
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def source_distribution(folder: Path) -> Path:
    options = ("--sdist", "--no-isolation", "--outdir", str(folder))
    run(sys.executable, "-m", "build", *options, str(ROOT))
    (found,) = folder.glob("*.tar.gz")
    return found


def made_wheel() -> Path:
    """What `make setup` has built and installed."""
    (found,) = (ROOT / "build" / "wheel").glob("*.whl")
    return found


def metadata(wheel: zipfile.ZipFile, name: str) -> Message:
    folder = f"tianxia-{tianxia.__version__}.dist-info"
    return BytesParser().parsebytes(wheel.read(f"{folder}/{name}"))


def why_plain() -> str:
    """What the build says of this machine; nothing if it can compile."""
    script = "import setup; print(setup.why_plain() or '')"
    ask = [sys.executable, "-c", script]
    return subprocess.run(ask, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


@built
def test_the_source_distribution_is_the_whole_tree(tmp_path: Path) -> None:
    made = source_distribution(tmp_path)
    run(sys.executable, "-m", "twine", "check", "--strict", str(made))
    with tarfile.open(made) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"src/{name}" for name in sources()} <= names
    assert {"LICENSE", "Makefile", "constraints.txt", "pyproject.toml", "setup.py"} <= names
    assert {"tests/test_package.py", "scripts/install.py"} <= names
    compiled = {name for name in names if name.endswith((".c", ".so", ".pyc"))}
    assert compiled == {"src/tianxia/bots/_network.c"}, "the only one written by hand"
    linked = re.findall(r"\]\(([^)#]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert linked
    assert set(linked) <= names, "links of the README lead to what comes along"


@built
def test_the_wheel_is_complete_and_says_what_it_is() -> None:
    made = made_wheel()
    run(sys.executable, "-m", "twine", "check", "--strict", str(made))
    with zipfile.ZipFile(made) as wheel:
        files = {name: wheel.read(name) for name in wheel.namelist()}
        about, tags = metadata(wheel, "METADATA"), metadata(wheel, "WHEEL")
    libraries = {name for name in files if name.endswith(".so")}
    inside = {name for name in files if ".dist-info/" not in name} - libraries
    assert {name: files[name] for name in inside} == sources()

    assert about["Version"] == tianxia.__version__
    assert about["License-Expression"] == "MIT"
    assert about["Author"] == "the Tianxia developers"
    assert f"tianxia-{tianxia.__version__}.dist-info/licenses/LICENSE" in files

    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    if why_plain():
        assert made.stem.endswith("-py3-none-any")
        assert (tags["Root-Is-Purelib"], libraries) == ("true", set())
    else:
        assert re.search(rf"-{python}-{python}-\w+$", made.stem)
        assert tags["Root-Is-Purelib"] == "false"
        compiled = {name.partition(".")[0] for name in libraries}
        assert {"tianxia/engine/state", "tianxia/games/zhanguo/rules"} <= compiled


@built
def test_it_runs_where_nothing_else_is_installed(tmp_path: Path) -> None:
    venv.create(tmp_path / "clean", with_pip=True)
    programs = tmp_path / "clean" / "bin"
    command = str(programs / "tianxia")

    def pip(*words: str) -> None:
        run(str(programs / "python"), "-m", "pip", "--disable-pip-version-check", *words)

    install = ("install", "--constraint", str(ROOT / "constraints.txt"))
    wheel = str(made_wheel())

    pip(*install, wheel)
    pip("check")
    expected = "compiled" if tianxia.COMPILED else "plain Python"
    assert run(command, "--version") == f"tianxia {tianxia.__version__} ({expected})\n"
    listed = run(command, "games")
    assert all(id in listed for id in tianxia.game_ids())
    assert "Final scoring" in run(command, "play", "xiang-chi", "--seed", "5", answers="1\n" * 600)
    serves_its_front_page(command, tmp_path)

    contest = [command, "arena", "middle-kingdom", "--bots", "random,random", "--games", "2"]
    contest += ["--players", "2", "--jobs", "1", "--out", str(tmp_path / "arena")]
    assert "pip install 'tianxia[arena]'" in run(*contest, status=2)
    assert not (tmp_path / "arena").exists(), "said before anything is played"
    pip(*install, f"{wheel}[arena]")
    assert "Ladder" in run(*contest)

    # Without a compiler, from the sources: pip gets what the build needs by itself.
    pip(*install, "--no-deps", "--force-reinstall", str(source_distribution(tmp_path)))
    assert run(command, "--version") == f"tianxia {tianxia.__version__} (plain Python)\n"
    assert run(command, "games") == listed


def serves_its_front_page(command: str, folder: Path) -> None:
    port = free_port()
    serve = [command, "serve", "--no-browser", "--port", str(port)]
    serve += ["--database", str(folder / "tianxia.db")]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(serve, env=CLEAN, cwd=folder, stdout=log, stderr=log)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=START_SECONDS) as client:
            front = page(client, server, folder / "log")
            for game in tianxia.all_games():
                assert game.title in front
            used = re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js|svg)[^"]*)"', front)
            assert len(used) >= 3
            for address in used:
                assert client.get(address).status_code == 200, address
    finally:
        server.terminate()
        server.wait()


def page(client: httpx.Client, server: "subprocess.Popen[bytes]", log: Path) -> str:
    """The front page, once the server is there."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        assert server.poll() is None, log.read_text()
        try:
            return client.get("/").raise_for_status().text
        except httpx.ConnectError:
            time.sleep(0.1)
    raise AssertionError(f"no server after {START_SECONDS} seconds: {log.read_text()}")


def declared() -> list[Requirement]:
    """What pyproject.toml asks for, extras included."""
    lists = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    found = [Requirement(each) for some in lists for each in some]
    return [each for each in found if each.name != PROJECT["name"]]


def test_every_dependency_has_a_tested_version_within_its_range() -> None:
    pinned = {canonicalize_name(name): version for name, version in PINNED.items()}
    missing = {each.name for each in declared() if canonicalize_name(each.name) not in pinned}
    assert not missing, "run `make constraints`"
    for each in declared():
        assert each.specifier.contains(pinned[canonicalize_name(each.name)]), each


def test_every_dependency_has_a_lower_bound() -> None:
    """`make test-lowest` tries these."""
    for each in declared():
        assert ">=" in {part.operator for part in each.specifier}, each


def test_tested_versions_name_no_place() -> None:
    for name, version in PINNED.items():
        assert re.fullmatch(r"[a-z0-9._-]+", name), name
        assert re.fullmatch(r"[0-9a-z.]+", version), version


def test_every_dependency_is_explained() -> None:
    explained = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    for each in declared():
        assert each.name in explained, each.name
