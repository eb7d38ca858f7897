"""``python -m ui`` starts the app; ``python -m ui bench`` prints what it costs."""

import sys

from ui.launch import main

if sys.argv[1:2] == ["bench"]:
    from ui.bench import main as bench

    sys.exit(bench(sys.argv[2:]))
sys.exit(main())
