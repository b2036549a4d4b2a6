"""A Discord of our own on loopback, and the unmodified bot process that talks to it."""
