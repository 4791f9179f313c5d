"""What is done with a journal besides playing: checked, shown, exported, copied."""
