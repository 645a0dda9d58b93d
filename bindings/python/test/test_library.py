# SPDX-License-Identifier: MIT
"""The declarations are those of lusoria.h, public names are documented and typed, and the library is found."""
import ctypes
import inspect
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import lusoria
from lusoria import _library

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "bindings/python/lusoria"


def header():
    text = (ROOT / "include/lusoria.h").read_text()
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def functions():
    """Name and number of arguments of each function."""
    code = re.sub(r"^\s*#.*(?:\\\n.*)*$", "", header(), flags=re.M)
    found = re.findall(r"\b(lus_\w+)\(((?:[^()]|\(\*\w+\))*)\)\s*;", code)
    return {name: 0 if arguments.strip() == "void" else arguments.count(",") + 1 for name, arguments in found}


def struct_members(name):
    """Name and length (1 if it is not an array) of each member."""
    body = re.search(r"typedef struct %s \{(.*?)\} %s;" % (name, name), header(), re.S).group(1)
    words = [word for declaration in body.split(";") for word in declaration.replace("*", " ").split(",")]
    found = [re.search(r"(\w+)\s*(?:\[(\d+)\])?\s*$", word) for word in words if word.strip()]
    return [(match.group(1), int(match.group(2) or 1)) for match in found]


def members(struct):
    return [(field, getattr(kind, "_length_", 1) if issubclass(kind, ctypes.Array) else 1)
            for field, kind in struct._fields_]


def run(environment, folder=ROOT / "bindings/python"):
    code = "import lusoria; print(lusoria._library.lib._name)"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env={**os.environ, **environment},
                          capture_output=True, text=True, check=False)
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


class Declarations(unittest.TestCase):
    def test_functions(self):
        declared = functions()
        self.assertGreater(len(declared), 120)
        for name, (_, *arguments) in _library.PROTOTYPES.items():
            with self.subTest(name):
                self.assertEqual(len(arguments), declared[name])

    def test_structs(self):
        for name, struct in _library.STRUCTS.items():
            with self.subTest(name):
                self.assertEqual(members(struct), struct_members(name))

    def test_sizes(self):
        """The same numbers as in test/test_api.c."""
        wanted = dict(re.findall(r"assert_int_equal\(sizeof\((lus_\w+)\), (\d+)\)",
                                 (ROOT / "test/test_api.c").read_text()))
        self.assertGreater(len(wanted), 10)
        for name, size in wanted.items():
            if name in _library.STRUCTS:
                with self.subTest(name):
                    self.assertEqual(ctypes.sizeof(_library.STRUCTS[name]), int(size))

    def test_version(self):
        self.assertEqual(_library.lib.lus_version().decode(), _library.VERSION)
        self.assertIn(f'LUS_VERSION "{_library.VERSION}"', (ROOT / "include/lusoria.h").read_text())


def public_functions():
    """(name, function) of everything that lusoria.__all__ offers: functions, and methods of classes."""
    for name in lusoria.__all__:
        thing = getattr(lusoria, name)
        if inspect.isclass(thing):
            yield name, thing
            for member, value in vars(thing).items():
                function = value.fget if isinstance(value, property) else value
                if inspect.isfunction(function) and not member.startswith("_"):
                    yield f"{name}.{member}", function
        elif inspect.isfunction(thing):
            yield name, thing


class Documentation(unittest.TestCase):
    def test_docstrings(self):
        self.assertEqual([name for name, thing in public_functions() if not thing.__doc__], [])

    def test_type_hints(self):
        functions = {name: f for name, f in public_functions() if inspect.isfunction(f)}
        self.assertGreater(len(functions), 70)
        for name, function in functions.items():
            wanted = [word for word in inspect.signature(function).parameters if word != "self"] + ["return"]
            with self.subTest(name):
                self.assertEqual([word for word in wanted if word not in function.__annotations__], [])

    @unittest.skipUnless(shutil.which("mypy"), "there is no mypy")
    def test_mypy(self):
        done = subprocess.run(["mypy", "--strict", "--cache-dir", os.devnull, PACKAGE], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)


class Finding(unittest.TestCase):
    def setUp(self):
        self.scratch = Path(tempfile.mkdtemp())
        self.library = Path(_library.lib._name)

    def tearDown(self):
        shutil.rmtree(self.scratch)

    def test_environment(self):
        self.assertEqual(run({"LUSORIA_LIBRARY": str(self.library)}), str(self.library))

    def test_missing(self):
        self.assertIn("set LUSORIA_LIBRARY", run({"LUSORIA_LIBRARY": "/nowhere.so"}))

    def test_older(self):
        """Any library without the functions is refused by name."""
        self.assertIn("has no function lus_version", run({"LUSORIA_LIBRARY": "libm.so.6"}))

    def copy(self, *folders):
        """The package in scratch/FOLDER/lusoria and the library in scratch/LIBRARY-FOLDER."""
        package, library = (self.scratch / folder for folder in folders)
        shutil.copytree(PACKAGE, package / "lusoria", ignore=shutil.ignore_patterns("__pycache__"))
        library.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.library, library / "liblusoria.so.0")
        self.assertEqual(run({"LUSORIA_LIBRARY": ""}, package), str((library / "liblusoria.so.0").resolve()))

    def test_beside_the_package(self):
        self.copy("p", "p/lusoria")

    def test_installed(self):
        self.copy("opt/lib/python3.11/dist-packages", "opt/lib")

    def test_build_folder(self):
        self.copy("tree/bindings/python", "tree/build")


if __name__ == "__main__":
    unittest.main()
