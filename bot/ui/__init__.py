"""What people see and press. Start reading at `match.py`; `press.py` is what a press carries."""
