"""A Discord bot that hosts Gin Rummy matches."""
