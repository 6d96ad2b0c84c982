"""Writes every generated file of the project anew: `make golden`, then look at the difference."""

from tests.golden import (
    conversation,
    conversations,
    messages,
    observations,
    protocol_page,
    published,
    refusals,
    schemas,
)
from tests.referee import golden_record
from tests.rules import generated

if __name__ == "__main__":
    schemas.write()
    conversation.write()
    conversations.write()
    refusals.write()
    messages.write()
    observations.write()
    protocol_page.write()
    golden_record.write()
    published.write()
    generated.write()
