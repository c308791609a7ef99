"""How Bologna is asked at the device: its entries and its setup."""
