"""Buttons, panel, chime, terminal: each real part beside its fake, behind the ports."""
