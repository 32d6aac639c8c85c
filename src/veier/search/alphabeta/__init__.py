"""Alpha-beta search for two players."""
