"""What holds for every test: English, and nothing of the user's own is read or written."""

import atexit
import os
import shutil
import tempfile

_folder = tempfile.mkdtemp(prefix="tapbank-tests-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["TAPBANK_LANG"] = "en"
os.environ["TAPBANK_SEARCH"] = "0"  # a device of the user's own is not a test's
os.environ["TAPBANK_DATA"] = _folder
