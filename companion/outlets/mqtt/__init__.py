"""Tells an MQTT broker what happens at the table (docs/mqtt.md): a reader at the table's socket."""
