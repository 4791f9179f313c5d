"""The rulebook, one module a chapter; each rule is a guard or two and then facts."""
