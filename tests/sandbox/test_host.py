"""Which kind of system it is, read off imitated files."""

from pathlib import Path

import pytest

from arena.sandbox.host import Host, this_host

UBUNTU = 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n'
SUSE = 'NAME="openSUSE Leap"\nID="opensuse-leap"\nID_LIKE="suse opensuse"\n'
WSL1 = "Linux version 4.4.0-19041-Microsoft (Microsoft@Microsoft.com) (gcc version 5.4.0)"
WSL2 = "Linux version 5.15.153.1-microsoft-standard-WSL2 (root@941d701f84f1)"


def test_a_distribution_is_known_with_what_it_is_made_from(tmp_path: Path) -> None:
    assert this_host(tmp_path).distributions == ()
    (tmp_path / "etc").mkdir()
    for text, names in (
        (UBUNTU, ("ubuntu", "debian")),
        (SUSE, ("opensuse-leap", "suse", "opensuse")),
        ("ID=arch\n", ("arch",)),
        ("# nothing\n\n", ()),
    ):
        (tmp_path / "etc/os-release").write_text(text)
        assert this_host(tmp_path).distributions == names


@pytest.mark.parametrize(
    ("marker", "container"),
    [
        (".dockerenv", "docker"),
        ("run/.containerenv", "podman"),
        ("run/systemd/container", "container"),
        ("run/secrets/kubernetes.io", "container"),
        ("run/nothing", ""),
    ],
)
def test_a_container_is_known_by_its_marker(tmp_path: Path, marker: str, container: str) -> None:
    (tmp_path / marker).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / marker).touch()
    assert this_host(tmp_path).container == container
    # A machine made from a container's image keeps the marker.
    (tmp_path / "proc/self/ns").mkdir(parents=True)
    (tmp_path / "proc/self/ns/pid").symlink_to("pid:[4026531836]")
    assert this_host(tmp_path).container == ""


def test_the_two_versions_of_wsl_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    for text, wsl in ((WSL1, "wsl1"), (WSL2, "wsl2"), ("Linux version 6.1.0-50-amd64", "")):
        (tmp_path / "proc/version").write_text(text)
        assert this_host(tmp_path).wsl == wsl


def test_what_decides_most_comes_first() -> None:
    inside = Host(("ubuntu", "debian"), "podman", "wsl2")
    assert list(inside.kinds()) == ["wsl2", "podman", "container", "ubuntu", "debian", ""]
    assert list(Host().kinds()) == [""]
