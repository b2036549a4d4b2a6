"""The long forms of what the tests show in short; `make soak` runs them and prints the figures."""
