"""The banker's screen: a Textual app that shows the table and hands it taps, keys and clicks."""
