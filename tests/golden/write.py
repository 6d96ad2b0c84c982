"""Writes every generated file of the project anew: `make golden`, then look at the difference."""

from tests.golden import conversation, protocol_page, published, schemas
from tests.referee import golden_record
from tests.rules import generated

if __name__ == "__main__":
    schemas.write()
    conversation.write()
    protocol_page.write()
    golden_record.write()
    published.write()
    generated.write()
