"""Tests of words and pictures."""
