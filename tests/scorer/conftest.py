from hypothesis import settings

# A loaded machine must not fail a property by being slow.
settings.register_profile("scorer", deadline=None, print_blob=True)
settings.load_profile("scorer")
