"""The computer players. Start reading at `ai/base.py`."""
