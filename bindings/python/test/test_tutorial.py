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
from importlib.util import find_spec
from pathlib import Path

matplotlib = find_spec("matplotlib")
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
        """500 games are enough to beat greedy clearly; dice and learning are the same in every run.

        The seeds are those of no measurement with which the example was made.
        """
        done = example("learn_ur.py", "learn", self.file, "500", "20261117")
        self.assertIn("games; the side to move at the start wins 0.5", done.stdout, done.stderr)
        player = f"exec:{sys.executable} {ROOT}/examples/learn_ur.py play {self.file}"
        match = subprocess.run([PROGRAM, "match", "ur", "--first", player, "--second", "greedy", "--games", "100",
                                "--seed", "20261118"], capture_output=True, text=True, check=False)
        score = re.search(r"scores ([0-9.]+) %", match.stdout)
        self.assertIsNotNone(score, match.stdout + match.stderr)
        self.assertGreater(float(score.group(1)), 65)
        check = subprocess.run([PROGRAM, "agent", "check", player.removeprefix("exec:"), "--game", "ur:finkel"], capture_output=True,
                               text=True, check=False)
        self.assertRegex(check.stdout, "all [0-9]+ checks passed")

    def test_plot(self):
        record = subprocess.run([PROGRAM, "play", "ur:blitz", "--first", "random", "--second", "ai:1", "--seed", "1",
                                 "--record", self.file], capture_output=True, text=True, check=False,
                                stdin=subprocess.DEVNULL)
        self.assertTrue(Path(self.file).is_file(), record.stderr)
        lines = example("plot_value.py", self.file).stdout.splitlines()
        self.assertRegex(lines[0], r"^   1 (first |second) \S+ +[0-9.]+ \|#* *\|")
        self.assertIn(f"{len(lines):4} ", lines[-1])
        self.assertIn('[Result "0-1"]', Path(self.file).read_text())
        self.assertRegex(lines[-1], r" second \S+ +0\.000 \| +\|")

    @unittest.skipIf(matplotlib is None, "matplotlib is not installed")
    def test_picture(self):
        """A game of Awari, with marked moves, as a vector drawing whose texts can be read."""
        subprocess.run([PROGRAM, "play", "awari", "--first", "random", "--second", "ai:2", "--seed", "1", "--record",
                        self.file], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        verdicts = {line.split()[-1] for line in example("plot_value.py", self.file).stdout.splitlines()} & {"mistake", "blunder"}
        self.assertTrue(verdicts)
        done = example("plot_value.py", self.file, self.file + ".svg")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        texts = set(re.findall("<!-- (.*?) -->", Path(self.file + ".svg").read_text()))
        self.assertLessEqual({"Awari", "ply", "stones ahead, first player", *verdicts}, texts)
        self.assertIn("not supported", example("plot_value.py", self.file, self.file + ".xyz").stderr)
        self.assertFalse(Path(self.file + ".xyz").exists())

    def test_plot_refuses(self):
        self.assertIn("No such file", example("plot_value.py", self.file + ".missing").stderr)
        Path(self.file).write_bytes(b"SQLite format 3\0\xc9\0")
        self.assertRegex(example("plot_value.py", self.file).stderr, "^" + re.escape(self.file) + ": .*byte 0xc9")
        Path(self.file).write_text("no game")
        self.assertIn("byte", example("plot_value.py", self.file).stderr)
        self.assertIn("plot_value.py -", example("plot_value.py").stderr)


if __name__ == "__main__":
    unittest.main()
