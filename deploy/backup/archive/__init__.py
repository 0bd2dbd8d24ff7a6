"""The archive: base backups, the write-ahead log minute by minute, files and erasures, encrypted and elsewhere."""
