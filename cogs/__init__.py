"""What people see and press in Discord; each cog is loaded by its name."""
