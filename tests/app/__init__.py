"""Promises of the whole companion: journeys from press to picture, sudden ends, the command."""
