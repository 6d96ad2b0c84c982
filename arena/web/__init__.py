"""`arena serve` and `arena report`: what is stored, for people, in a browser (README.md).

Thin: `routes` parse, `pages` read the store into values, `templates/` present them; people play in
`play/`. Needs the extra `hokm-arena[web]`; `serve` and `report` are the only ways in.
"""
