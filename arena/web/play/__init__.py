"""A person sits down against a bot: `/play` (arena/web/README.md).

opponents.py   bots that can be played against
person.py      a person as a `Player` of the match loop
table.py       one match: a thread that plays it, and what its person may see of it
tables.py      all of them: how many, who is away, and the end of each
messages.py    what the browser may say, and what it is told
sight.py       what a table shows, in the viewer's language
sockets.py     the two WebSockets: to sit down, and to play
pages.py       the two pages
"""
