"""`python -m companion`: the command line, as the launcher starts it."""

import sys

try:
    from companion.cli import main
except KeyboardInterrupt:
    sys.exit(130)  # what a shell reports after ^C; nothing of ours is loaded yet

sys.exit(main())
