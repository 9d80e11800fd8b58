"""Engines of other people, which the admin configures: programs that speak a protocol of their field.

engine.py          `ExternalEngine`: a game, a name, a command line, seconds per move
players.py         `players`: the computer players of a worker with these engines among them
session.py         one engine's program in a worker: started, kept between moves, ended after a quiet time
gtp_client.py      asks over the Go Text Protocol (Go, Othello)
gomocup_client.py  asks over the Gomocup protocol (Gomoku)
program.py         a child process, its lines and deadlines, and the errors of an engine
guard.py           the process between a worker and a program, which leaves nothing behind
probe.py           what an engine says about itself, for ``daeguk --check`` and the start

The protocols' other ends, where our own engines answer, are in `ai.protocols`. Nothing here imports numba.
"""
