"""Each record holds the link of the one before, and says nothing of it before it is stored."""

from hashlib import sha256

import pytest

from arena.records import Link, decode_record, link_of, with_link, without_link
from tests.referee import golden_record

RECORD = golden_record.record().strip()
LINK = Link("0" * 64, link_of("0" * 64, RECORD))


def test_the_link_is_a_digest_of_the_one_before_and_of_the_record_as_it_was_written() -> None:
    digest = sha256(RECORD).hexdigest()
    text = f"hokm-arena chain 1|{'0' * 64}|{digest}"
    assert LINK.link == sha256(text.encode()).hexdigest()


def test_a_record_is_the_same_to_the_byte_once_its_link_is_taken_off() -> None:
    line = with_link(RECORD, LINK)
    assert decode_record(line).chain == LINK
    assert without_link(line) == (RECORD, LINK)
    assert without_link(RECORD) == (RECORD, None)


@pytest.mark.parametrize("place", [-1, -2, -3, -20, -67, -90, -140, -161])
def test_what_is_not_written_as_a_link_is_none(place: int) -> None:
    line = bytearray(with_link(RECORD, LINK))
    line[place] = ord("\xff")
    assert without_link(bytes(line))[1] != LINK


def test_a_remark_that_looks_like_a_link_is_none() -> None:
    zeros = "0" * 64
    remark = f',"chain":{{"previous":"{zeros}","link":"{zeros}"}}}}'
    record = RECORD.replace(b"the first of many", remark.replace('"', '\\"').encode())
    assert decode_record(record).notes[0][1] == remark
    assert without_link(record) == (record, None)
    assert without_link(with_link(record, LINK)) == (record, LINK)
