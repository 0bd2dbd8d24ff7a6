"""Bills of materials, known vulnerabilities, and a scan for secrets."""
