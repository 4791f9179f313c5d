"""What can be held, and its stand-ins: firmware and emulators."""
