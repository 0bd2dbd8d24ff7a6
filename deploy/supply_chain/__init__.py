"""What the system is built from: the bill of materials, known vulnerabilities, licences, and a scan for secrets."""
