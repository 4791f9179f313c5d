"""Whether parts of the first version are still on their way.

While they are, the catalogues may be incomplete and `docs/rules.md` may lag behind the engine;
afterwards both are held to the letter.
"""

LANDING = False
