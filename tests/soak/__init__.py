"""The long form of what the tests show in short: `make soak`."""
