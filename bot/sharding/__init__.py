"""Several processes of one bot, which share its shards.

gateway.py      a client whose shards are connected and dropped one by one
keeper.py       keeps this process's shards: start reading at `ShardKeeper.run`
handling.py     which of two processes handles an interaction that both get
bot_account.py  what Discord says of the bot before it connects
"""
