"""Game records as files: SGF and the other formats that programs for these games read and write.

`bot.records.formats` writes, `bot.records.reading` reads; both know only the rules of the games.
"""
