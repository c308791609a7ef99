"""Played-out ends of Campanile (2009): the lean table, what is dealt anew, the players."""
