"""The settings, read from one TOML file and the command line, or the reason why that fails."""

from companion.box.config.reader import SYSTEM, config_paths, load_config, read_config
from companion.box.config.settings import (
    NO_PORT,
    BoardChoice,
    Config,
    ConfigError,
    ConfigFault,
    EffectiveSetting,
    MqttSettings,
    SettingValue,
    Source,
)

__all__ = [
    "NO_PORT",
    "SYSTEM",
    "BoardChoice",
    "Config",
    "ConfigError",
    "ConfigFault",
    "EffectiveSetting",
    "MqttSettings",
    "SettingValue",
    "Source",
    "config_paths",
    "load_config",
    "read_config",
]
