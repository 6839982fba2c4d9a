"""`python -m flowc`."""

import sys

from flowc.cli import main

sys.exit(main())
