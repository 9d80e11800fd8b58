"""A run's tests are divided among processes of which not each has collected the same."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import cast

import pytest
from xdist.workermanage import WorkerController

from tests.scheduler import FileScheduling, has_strange_engines, is_for_others

ENGINE = [f"tests/ai/go/test_{name}.py::test_{number}" for name in ("board", "tree") for number in (1, 2)]
OTHER = [f"tests/bot/test_{name}.py::test_{number}" for name in ("a", "b", "c", "d") for number in (1, 2)]


class Node:
    """A process of a run that notes what it is to run."""

    def __init__(self, collection: list[str]) -> None:
        self.collection, self.given, self.shutting_down = collection, list[str](), False

    def send_runtest_some(self, indices: list[int]) -> None:
        self.given += [self.collection[index] for index in indices]

    def shutdown(self) -> None:
        self.shutting_down = True


@pytest.fixture
def config(monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config) -> pytest.Config:
    """The configuration of a run in several processes that has counted no tests yet."""
    monkeypatch.setattr(pytestconfig.option, "tx", ["popen"])
    session = pytestconfig.pluginmanager.get_plugin("session")
    monkeypatch.setattr(session, "testscollected", 0)
    return pytestconfig


def scheduled(config: pytest.Config, *nodes: Node) -> FileScheduling:
    """Nodes with their first tests."""
    scheduling = FileScheduling(config)
    scheduling.numnodes = len(nodes)
    for node in nodes:
        scheduling.add_node(cast(WorkerController, node))
        scheduling.add_node_collection(cast(WorkerController, node), node.collection)
    scheduling.schedule()
    return scheduling


def run(scheduling: FileScheduling, *nodes: Node) -> None:
    """Take turns with a test, until no node has one."""
    done = dict.fromkeys(nodes, 0)
    while waiting := [node for node in nodes if done[node] < len(node.given)]:
        for node in waiting:
            index = node.collection.index(node.given[done[node]])
            done[node] += 1
            scheduling.mark_test_complete(cast(WorkerController, node), index)


def test_a_process_runs_what_it_has_collected(config: pytest.Config) -> None:
    nodes = [Node(ENGINE), Node(OTHER), Node(OTHER)]
    scheduling = scheduled(config, *nodes)
    run(scheduling, *nodes)
    assert nodes[0].given == ENGINE
    assert sorted(nodes[1].given + nodes[2].given) == OTHER
    assert all(node.shutting_down for node in nodes)
    assert scheduling.tests_finished


def test_progress_is_a_part_of_all_tests(config: pytest.Config) -> None:
    scheduled(config, Node(ENGINE), Node(OTHER))
    session = config.pluginmanager.get_plugin("session")
    assert session is not None
    assert session.testscollected == len(ENGINE) + len(OTHER)


def test_a_file_stays_in_one_process(config: pytest.Config) -> None:
    nodes = [Node(OTHER), Node(OTHER)]
    run(scheduled(config, *nodes), *nodes)
    files = [{test.partition("::")[0] for test in node.given} for node in nodes]
    assert all(files)
    assert not files[0] & files[1]


def test_a_process_that_crashed_is_replaced(config: pytest.Config) -> None:
    crashed, other = Node(ENGINE), Node(OTHER)
    scheduling = scheduled(config, crashed, other)
    assert scheduling.remove_node(cast(WorkerController, crashed)) == ENGINE[0]
    replacement = Node(OTHER + ENGINE)
    scheduling.add_node(cast(WorkerController, replacement))
    scheduling.add_node_collection(cast(WorkerController, replacement), replacement.collection)
    scheduling.schedule()
    run(scheduling, other, replacement)
    assert set(ENGINE) <= set(replacement.given)
    assert scheduling.tests_finished


ENGINES, BROWSER, KILLED = "tests/ai", "tests/browser", "tests/bot/killed"
MATCH, SHARED = "tests/bot/match", "tests/test_names.py"


@pytest.mark.parametrize(
    ("worker", "count", "collected"),
    [
        ("gw0", 2, {ENGINES, BROWSER, KILLED, MATCH, SHARED}),
        ("gw0", 3, {ENGINES}),
        ("gw1", 3, {BROWSER, MATCH, SHARED}),
        ("gw2", 3, {KILLED, SHARED}),
        ("gw3", 3, {ENGINES, BROWSER, KILLED, MATCH, SHARED}),
        ("gw0", 5, {ENGINES}),
        ("gw1", 5, {ENGINES}),
        ("gw2", 5, {BROWSER, SHARED}),
        ("gw3", 5, {KILLED, SHARED}),
        ("gw4", 5, {MATCH, SHARED}),
        ("gw6", 8, {BROWSER, SHARED}),
    ],
)
def test_a_process_imports_a_part_of_the_files(
    monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config, worker: str, count: int, collected: set[str]
) -> None:
    monkeypatch.setenv("PYTEST_XDIST_WORKER", worker)
    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", str(count))
    monkeypatch.setattr(pytestconfig, "args_source", pytest.Config.ArgsSource.TESTPATHS)
    root = pytestconfig.rootpath
    paths = (ENGINES, BROWSER, KILLED, MATCH, SHARED)
    assert {path for path in paths if not is_for_others(root / path, pytestconfig)} == collected
    assert not is_for_others(root / "tests", pytestconfig)
    assert is_for_others(root / "tests/bot/whole", pytestconfig) is (SHARED not in collected)


@pytest.mark.parametrize(
    ("worker", "count", "strange"),
    [("gw0", 2, False), ("gw1", 5, False), ("gw2", 5, True), ("gw4", 5, True), ("gw5", 5, False)],
)
def test_only_some_processes_may_load_engines(
    monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config, worker: str, count: int, strange: bool
) -> None:
    monkeypatch.setenv("PYTEST_XDIST_WORKER", worker)
    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", str(count))
    monkeypatch.setattr(pytestconfig, "args_source", pytest.Config.ArgsSource.TESTPATHS)
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    assert not has_strange_engines(pytestconfig)
    monkeypatch.setitem(sys.modules, "numba", sys)
    assert has_strange_engines(pytestconfig) is strange


def test_what_processes_share_comes_last(config: pytest.Config) -> None:
    """Otherwise who has more of its own would be the last to end."""
    own = [f"tests/bot/match/test_{name}.py::test" for name in ("a", "b", "c", "d")]
    others = [f"tests/bot/ui/test_{name}.py::test" for name in ("a", "b", "c", "d")]
    shared = [f"tests/bot/whole/test_{name}.py::test" for name in ("a", "b", "c", "d")]
    nodes = [Node(shared + own), Node(shared + others)]
    run(scheduled(config, *nodes), *nodes)
    assert [node.given[:4] for node in nodes] == [own, others]


def test_what_the_command_line_names_is_collected_by_every_process(
    monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw1")
    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", "3")
    monkeypatch.setattr(pytestconfig, "args_source", pytest.Config.ArgsSource.ARGS)
    assert not is_for_others(Path(pytestconfig.rootpath, "tests/ai"), pytestconfig)
