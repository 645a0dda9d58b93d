# SPDX-License-Identifier: MIT
"""The code blocks of doc/python.md run and print what is written under them; the examples run."""
import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("LUSORIA_PROGRAM", str(ROOT / "build/lusoria"))


def example(name, *arguments):
    return subprocess.run([sys.executable, str(ROOT / "examples" / name), *arguments], capture_output=True, text=True,
                          check=False)


class Tutorial(unittest.TestCase):
    def test_blocks(self):
        blocks = re.findall(r"^```(python|text)\n(.*?)^```$", (ROOT / "doc/python.md").read_text(), re.M | re.S)
        self.assertGreater(len(blocks), 16)
        names, printed = {}, ""
        for kind, text in blocks:
            if kind == "text":
                with self.subTest(text):
                    self.assertEqual(printed, text)
                continue
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(text, "doc/python.md", "exec"), names)
            printed = out.getvalue()


class Examples(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = str(Path(self.folder.name) / "file")

    def tearDown(self):
        self.folder.cleanup()

    def test_learn_and_play(self):
        """500 games are enough to beat greedy; dice and learning are the same in every run."""
        done = example("learn_ur.py", "learn", self.file, "500")
        self.assertIn("games; the side to move at the start wins 0.5", done.stdout, done.stderr)
        player = f"exec:{sys.executable} {ROOT}/examples/learn_ur.py play {self.file}"
        match = subprocess.run([PROGRAM, "match", "ur", "--first", player, "--second", "greedy", "--games", "100",
                                "--seed", "1"], capture_output=True, text=True, check=False)
        score = re.search(r"scores ([0-9.]+) %", match.stdout)
        self.assertIsNotNone(score, match.stdout + match.stderr)
        self.assertGreater(float(score.group(1)), 50)

    def test_plot(self):
        record = subprocess.run([PROGRAM, "play", "ur:blitz", "--first", "random", "--second", "ai:1", "--seed", "1",
                                 "--record", self.file], capture_output=True, text=True, check=False,
                                stdin=subprocess.DEVNULL)
        self.assertTrue(Path(self.file).is_file(), record.stderr)
        lines = example("plot_value.py", self.file).stdout.splitlines()
        self.assertRegex(lines[0], r"^   1 (first |second) \S+ +[0-9.]+ \|#* *\|")
        self.assertIn(f"{len(lines):4} ", lines[-1])
        self.assertIn('[Result "0-1"]', Path(self.file).read_text())
        self.assertRegex(lines[-1], r" second \S+ +0\.000 \| +\|$")

    def test_plot_refuses(self):
        self.assertIn("No such file", example("plot_value.py", "/nowhere").stderr)
        Path(self.file).write_text("no game")
        self.assertIn("byte", example("plot_value.py", self.file).stderr)
        self.assertIn("plot_value.py -", example("plot_value.py").stderr)


if __name__ == "__main__":
    unittest.main()
