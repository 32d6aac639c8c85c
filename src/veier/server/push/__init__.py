"""Web push: messages to browsers whose page is closed, through the push services that they name."""
