"""``python -m bot``. Light on purpose: worker processes import this file again when they are spawned."""

if __name__ == "__main__":
    from bot.app import main

    main()
