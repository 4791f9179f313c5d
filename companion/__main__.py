"""`python -m companion`: the command line, as the launcher starts it."""

import sys

from companion.cli import main

sys.exit(main())
