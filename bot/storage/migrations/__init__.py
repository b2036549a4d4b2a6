"""Schema changes, oldest first; each file says at its head why it was needed."""
