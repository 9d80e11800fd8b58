"""What a press on a match's button or menu does. Start reading at `Buttons.handle` in ``dispatch.py``."""
