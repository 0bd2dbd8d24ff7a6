"""Encrypted archive in a folder or an object store: base backups, write-ahead log, files and the list of erasures."""
