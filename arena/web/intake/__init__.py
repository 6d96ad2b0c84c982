"""Bots that come through the web: taken in one after the other, beside whatever else runs.

body.py        a request's body becomes a file, and no more of it than may be
queue.py       what waits, what is looked at, and the folder that both are in
news.py        what the inspector says, as values, and the report that is made of it
inspector.py   a process for each: unpacks, builds, checks and submits, as `arena submit` does
"""
