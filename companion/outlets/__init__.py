"""Programs that read what happens at the table: phone page, MQTT, the hall board."""
