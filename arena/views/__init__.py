"""What the store tells, for programs: the same on the command line and in the browser.

Import from its modules: each needs only what it shows.
"""
