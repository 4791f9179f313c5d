"""What holds for every test: English, and nothing of the user's own is read or written."""

import os
import tempfile

os.environ["TAPBANK_LANG"] = "en"
os.environ["TAPBANK_DATA"] = tempfile.mkdtemp(prefix="tapbank-tests-")
