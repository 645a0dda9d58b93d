#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the unit tests of this folder and prints TAP, for test/run.

    tap.py [PATTERN]   files of the tests, "test_*.py" without an argument
"""
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


class TapResult(unittest.TestResult):
    """One line for each test, as soon as it has ended; failures with their traceback."""

    def __init__(self):
        super().__init__()
        self.number = 0
        self.printed = {"failures": 0, "errors": 0}

    def new(self, kind):
        """The failures or errors since the last test; a test with subtests can have several."""
        found = getattr(self, kind)[self.printed[kind]:]
        self.printed[kind] += len(found)
        return [text for _, text in found]

    def stopTest(self, test):
        super().stopTest(test)
        self.number += 1
        bad = self.new("failures") + self.new("errors")
        skipped = [why for case, why in self.skipped if case is test]
        print(("not " if bad else "") + f"ok {self.number} - {test.id()}" + (f" # SKIP {skipped[0]}" if skipped else ""),
              flush=True)
        for text in bad:
            print("\n".join("# " + line for line in text.splitlines()))


def main():
    sys.path[:0] = [str(HERE.parent), str(HERE)]
    pattern = sys.argv[1] if len(sys.argv) > 1 else "test_*.py"
    result = TapResult()
    unittest.defaultTestLoader.discover(str(HERE), pattern=pattern).run(result)
    print(f"1..{result.number}")
    return 0 if result.number and result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
