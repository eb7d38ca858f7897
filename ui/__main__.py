"""``python -m ui`` starts the app."""

import sys

from ui.launch import main

sys.exit(main())
