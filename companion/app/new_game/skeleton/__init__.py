"""Skeleton: whoever has thrown 20 points first wins."""
