"""What the tests of scripts share."""
import importlib.util
import os
import sys

SETTINGS = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b"}
"""The settings of git and the people that commits of tests are by."""


def load(name, path):
    """A module from a file whose name is no word of Python."""
    specification = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    specification.loader.exec_module(module)
    return module
