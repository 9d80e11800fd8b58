"""Standard protocols for the engines.

gtp.py      the Go Text Protocol, and its session for Othello
gtp_go.py   the session for Go: handicap, komi, resignation, dead stones
gtp_cli.py  ``python -m ai gtp``
gomocup.py  ``python -m ai gomocup``; gomocup_rules.py, what both of its ends share

Other engines are asked over the same protocols by `ai.external`.
"""
