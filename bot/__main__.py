"""``python -m bot`` and the command ``daeguk``.

Worker processes import this file when they are spawned, so it imports the bot only inside `main`.
"""

import sys


def main() -> None:
    """Do what the command line says: run the bot until it stops, or something else."""
    from bot.cli.arguments import parse

    arguments = parse()
    if arguments.command is None:
        from bot import app

        app.main()
    else:
        from bot.cli.commands import execute

        sys.exit(execute(arguments.command, *arguments.given))


if __name__ == "__main__":
    main()
