"""Acting as a person, reading messages and changing channels, for tests and benchmarks."""
