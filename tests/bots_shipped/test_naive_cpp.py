"""`naive-cpp` answers every request as `naive` does."""

from pathlib import Path
from typing import Any

from tests.bots_shipped.folders import BOTS, load
from tests.bots_shipped.process import ProcessBot, start
from tests.bots_shipped.table import play_match
from tests.kits.table import KITS
from tests.kits.test_examples import built


class Both:
    """Two bots that are asked the same; what they answer must be the same."""

    def __init__(self, process: ProcessBot) -> None:
        self.asked = 0
        self._process = process
        self._naive = load("naive", "bot").Naive()
        self.match_start, self.deal_end = process.match_start, process.deal_end
        self.match_end = process.match_end

    def act(self, message: Any) -> Any:
        action = self._process.act(message)
        assert action == self._naive.act(message), message["observation"]
        self.asked += 1
        return action


def test_naive_cpp_answers_every_request_of_whole_matches_as_naive_does(tmp_path: Path) -> None:
    folder = built(BOTS / "naive-cpp", tmp_path / "naive-cpp")
    with start(folder) as process:
        assert process.name == "naive-cpp"
        both = Both(process)
        for number in range(2):
            play_match((both, both), f"seed {number}")
            play_match((both, load("random", "bot").Random()), f"another seed {number}")
        process.send({"type": "bye"})
        assert process.finish() == (0, "")
    assert both.asked > 500


def test_naive_cpp_holds_the_kit_byte_for_byte() -> None:
    for original in (KITS / "cpp" / "hokm").iterdir():
        copy = BOTS / "naive-cpp" / "hokm" / original.name
        assert copy.read_bytes() == original.read_bytes()
