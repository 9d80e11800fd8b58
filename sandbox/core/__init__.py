"""What happens in the sandbox: messages, interactions, channels, the events they cause, and faults."""
