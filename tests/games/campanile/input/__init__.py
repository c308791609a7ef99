"""How Campanile is asked at the device: its entries and its setup."""
