"""``python -m bot`` and the command ``daeguk``.

Worker processes import this file when they are spawned, so it imports the bot only inside `main`.
"""


def main() -> None:
    """Parse the command line, then run the bot until it stops."""
    from bot.command_line import parse

    parse()
    from bot import app

    app.main()


if __name__ == "__main__":
    main()
