"""Recorded deals, one text file a story; `test_recorded` plays them and says how to write one."""
