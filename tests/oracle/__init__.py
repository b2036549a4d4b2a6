"""The engine before outside judges: OpenSpiel and RLCard, where their rules are the same.

`spiel` and `rl` speak to them in our cards, `differences` says where they are known to
differ from the rules this bot plays.
"""
