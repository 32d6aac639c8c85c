"""What browsers load: the files of the pages, and the bundle that is assembled of them."""
