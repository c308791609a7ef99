"""How Capitol is asked at the device: its entries and its setup."""
