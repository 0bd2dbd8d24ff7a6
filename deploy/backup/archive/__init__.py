"""The encrypted archive in another place: base backups, the write-ahead log of each minute, files and erasures."""
