#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table.py FILE [LAYER]   prints every position of a table and its number.

A simple, slow reader written from lusoria-table(5) alone.  The number of a position is, of
Ur and Senet, the chance that the side to throw wins, times 65535; of Awari, the stones that
the side to move wins minus those it loses, of awari:oware a lower and an upper bound of it;
of Magnetic Cave 0 lost, 1 drawn, 2 won.
"""
import ctypes
import itertools
import struct
import sys

STARTS = [0, 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15]


def colex(n, k):
    """The sets of k of n cells by their rank: by the highest cell, then the next."""
    return sorted(itertools.combinations(range(n), k), key=lambda cells: cells[::-1])


def wrap(x, bits):
    return ((x + (1 << bits - 1)) & ((1 << bits) - 1)) - (1 << bits - 1)


def checked(data, want, what):
    xxhash = ctypes.CDLL("libxxhash.so.0").XXH3_64bits
    xxhash.restype, xxhash.argtypes = ctypes.c_uint64, [ctypes.c_char_p, ctypes.c_size_t]
    if xxhash(bytes(data), len(data)) != want:
        sys.exit(f"{what}: the checksum is wrong")


# ---- games: an iterator over blocks of positions ----------------------------------------
# A block has its key, for each axis the key of its context (and which of the two weights of
# the axis is used), rows, lanes, and the texts of its positions.


class Ur:
    predicts_rows = True

    def __init__(self, rules):
        self.length, last = (14, 12) if rules == "finkel" else (16, 16)  # shared squares: 5 to it
        self.pieces = 5 if rules in ("blitz", "aseb") else 7
        turned = 12 if rules in ("blitz", "masters") else 17  # other numbers from here on
        self.digits = []  # own square, enemy square; 0: not on that path
        for s in range(self.length, 4, -1):
            if s <= last:
                self.digits.append((s, 28 - s if s >= turned else s))
            else:
                self.digits += [(s, 0), (0, s)]
        self.axes = len(self.digits)

    @staticmethod
    def starts(k):
        return (1, 5, 11, 15, 16)[min(k, 4)]

    def size(self, own, enemy):
        return self.starts(own), self.starts(enemy)

    def blocks(self, own, enemy, above=()):
        """Digits so far, the most significant first, and the pieces left for the others."""
        if len(above) == self.axes:
            key = above[::-1]
            contexts = [(key[:i] + (0,) + key[i + 1:], d - 1) if d else None for i, d in enumerate(key)]
            rows, lanes = self.size(own, enemy)
            texts = [self.text(key, (own, enemy), (STARTS[r], STARTS[l]))
                     for r in range(rows) for l in range(lanes)]
            yield key, contexts, rows, lanes, texts
            return
        mine, theirs = self.digits[self.axes - 1 - len(above)]
        yield from self.blocks(own, enemy, above + (0,))
        if mine and own:
            yield from self.blocks(own - 1, enemy, above + (1,))
        if theirs and enemy:
            yield from self.blocks(own, enemy - 1, above + (2,))

    def text(self, key, left, starts):
        sides = []
        for side in (0, 1):
            path = [s for s in range(1, 5) if starts[side] >> (s - 1) & 1]
            hand = left[side] - len(path)
            path += [self.digits[i][side] for i, d in enumerate(key) if d == side + 1]
            line = "".join("x" if s in path else "-" for s in range(1, self.length + 1))
            sides.append(f"{hand}{line}{self.pieces - hand - len(path)}")
        return f"{sides[0]}:{sides[1]}:L"


class Senet:
    predicts_rows, axes = False, 3

    def __init__(self, rules):
        self.letters = "WB" if rules == "houses" else "LD"

    def size(self, own, enemy):
        return 1, len(colex(own + enemy, own))

    def blocks(self, own, enemy):
        n = own + enemy
        colours = colex(n, own)
        for cells in colex(29, n):
            contexts = []
            for i, c in enumerate(cells):
                if c and c - 1 not in cells:
                    contexts.append((cells[:i] + (c - 1,) + cells[i + 1:], 0))
            texts = [self.text(cells, colour) for colour in colours]
            yield cells, (contexts + 3 * [None])[:3], 1, len(colours), texts

    def text(self, cells, colour):
        board = ["-"] * 30
        for i, c in enumerate(cells):
            board[c if c < 26 else c + 1] = self.letters[i not in colour]
        return "".join(board) + ":" + self.letters[0]


class Awari:
    def __init__(self, rules):
        pass

    def layer(self, size, layer):
        """The texts of a layer in the order of ranks."""
        for cells in colex(layer + 11, 11):
            sums = [c - j for j, c in enumerate(cells)] + [layer]
            pits = [b - a for a, b in zip([0] + sums, sums)]
            stores = [0, 0] if layer else [24, 24]  # a text has at least one stone
            yield "-".join(map(str, pits + stores)) + "-S"


class Cave:
    def __init__(self, rules):
        self.n = 8 if rules == "standard" else int(rules.split("x")[0])

    def shapes(self, bricks, rows):
        """Left and right bricks of each row."""
        if rows == 0:
            yield from [()] if bricks == 0 else []
            return
        for s in range(min(bricks, self.n) + 1):
            for left in range(s + 1) if s < self.n else [0]:
                for below in self.shapes(bricks - s, rows - 1):
                    yield ((left, s - left),) + below

    def layer(self, size, layer):
        bricks = size - layer
        mover, other = "xo" if bricks % 2 == 0 else "ox"
        for shape in self.shapes(bricks, self.n):
            for own in colex(bricks, bricks // 2):
                colour = iter([mover if i in own else other for i in range(bricks)])
                rows = []
                for left, right in shape:
                    gap = self.n - left - right
                    take = lambda n: "".join(next(colour) for _ in range(n))
                    rows.append(take(left) + (str(gap) if gap else "") + take(right))
                yield "/".join(rows)


# ---- predictors and frames --------------------------------------------------------------


class Predictor:
    def __init__(self, game, own, enemy, take):
        self.rows, self.lanes = game.size(own, enemy)
        line = lambda n: [take(f"<{i + 1}h") for i in range(n)]
        self.axis = [take("<2h") for _ in range(game.axes)]
        self.row, self.lane, self.k = [], [], []
        for _ in range(3):
            self.row.append(line(self.rows) if game.predicts_rows else None)
            self.lane.append(line(self.lanes))
            self.k.append([take(f"<{self.rows}B") for _ in range(self.lanes)])


def restore(lines, weights):
    """Adds to each line its prediction from the lines before it."""
    for i, line in enumerate(lines):
        for k in range(len(line)):
            total = 256 * weights[i][0] + sum(w * before[k] for w, before in zip(weights[i][1:], lines))
            line[k] = wrap(line[k] + (wrap(total + 128, 32) >> 8), 16)


def numbers(frame, ks):
    """The residuals of a frame, one for each k."""
    split = 2 + struct.unpack_from("<H", frame)[0]
    lower, at = int.from_bytes(frame[2:split], "little"), 0
    ones, one = "".join(f"{b:08b}"[::-1] for b in frame[split:]), -1
    for i, k in enumerate(ks):
        if i % 256 == 0:
            s, at = lower >> at & 15, at + 4
        k = 16 if s == 15 else min(max(k + s - 7, 0), 15)
        before, one = one, ones.index("1", one + 1)
        z = (one - before - 1) << k | lower >> at & ((1 << k) - 1)
        at += k
        yield -(z + 1) // 2 if z & 1 else z // 2


def unpack(game, predictor, blocks, frame):
    """The values of a frame with these blocks."""
    place, at = {}, 0
    for key, _, rows, lanes, _ in blocks:
        place[key] = at, lanes
        at += rows * lanes
    contexts = [[context if context and context[0] in place else None for context in b[1]] for b in blocks]
    tiles = []  # class, rows, lanes
    for (_, _, rows, lanes, _), context in zip(blocks, contexts):
        axes = min(sum(1 for l in context if l), 2)
        if not game.predicts_rows and tiles and tiles[-1][0] == axes and tiles[-1][1] < 16:
            tiles[-1][1] += rows
        else:
            tiles.append([axes, rows, lanes])
    ks = [predictor.k[c][l][r if game.predicts_rows else 0] for c, rows, lanes in tiles
          for l in range(lanes) for r in range(rows)]
    number, value = numbers(frame, ks), []
    for c, rows, lanes in tiles:
        lane = [[next(number) for _ in range(rows)] for _ in range(lanes)]
        restore(lane, predictor.lane[c])
        row = [list(r) for r in zip(*lane)]
        if game.predicts_rows:
            restore(row, predictor.row[c])
        value += itertools.chain(*row)
    for axis in reversed(range(game.axes)):
        for (key, _, rows, lanes, _), context in zip(blocks, contexts):
            if not context[axis]:
                continue
            (to, _), (fro, width), w = place[key], place[context[axis][0]], predictor.axis[axis][context[axis][1]]
            for r, l in itertools.product(range(rows), range(lanes)):
                i = to + r * lanes + l
                value[i] = wrap(value[i] + (w * value[fro + r * width + l] + 128 >> 8), 16)
    return [v + 32768 for v in value]


def unzstd(frame, n):
    """The n bytes of a zstd frame."""
    unpack, to = ctypes.CDLL("libzstd.so.1").ZSTD_decompress, ctypes.create_string_buffer(n)
    unpack.restype, unpack.argtypes = ctypes.c_size_t, 2 * [ctypes.c_char_p, ctypes.c_size_t]
    if unpack(to, n, frame, len(frame)) != n:
        sys.exit("a frame is not a zstd frame of its size")
    return to.raw


# ---- sections and files -----------------------------------------------------------------


class Section:
    def __init__(self, data):
        _, predictors, frames, _, checksum, version, _ = struct.unpack_from("<QIIdQII", data)
        self.data, self.index, at = data, 40 + predictors, 40 + predictors + 16 * frames
        if version != 2:
            sys.exit("not a section of version 2")
        checked(data[:24] + bytes(8) + data[32:at], checksum, "a layer")
        self.frames = []  # bytes, values
        for i in range(frames):
            size, n, checksum = struct.unpack_from("<IIQ", data, self.index + 16 * i)
            checked(data[at:at + size], checksum, "a frame")
            self.frames.append((data[at:at + size], n))
            at += size


def predicted(game, section, sides):
    """Texts and values of a layer of two-byte values."""
    taken = [40]

    def take(form):
        taken[0] += struct.calcsize(form)
        return struct.unpack_from(form, section.data, taken[0] - struct.calcsize(form))

    parts = iter([(Predictor(game, *s, take), game.blocks(*s)) for s in sides])
    if taken[0] != section.index:
        sys.exit("the predictors do not end where the index begins")
    predictor, blocks = next(parts)
    for frame, n in section.frames:
        mine = []
        while n:
            block = next(blocks, None)
            if not block:
                predictor, blocks = next(parts)
                continue
            mine.append(block)
            n -= block[2] * block[3]
        yield from zip(itertools.chain(*(b[4] for b in mine)), unpack(game, predictor, mine, frame))


def plain(texts, section, kind):
    """Texts and values of a layer of zstd frames; bounds as LOWER:UPPER."""
    size = 2 if kind == 4 else 1
    values = b"".join(unzstd(frame, size * n) for frame, n in section.frames)
    values = struct.unpack(f"{len(values)}{'B' if kind == 3 else 'b'}", values)
    if kind == 4:
        values = [f"{lower}:{upper}" for lower, upper in zip(values[::2], values[1::2])]
    yield from zip(texts, values)


def main(path, only=None):
    with open(path, "rb") as f:
        data = f.read()
    magic, version, text, layers, kind, _, _, checksum = struct.unpack_from("<8sIIIIQQQ", data)
    if magic != b"\x89LUT\r\n\x1a\n" or version != 3 or kind not in (1, 2, 3, 4):
        sys.exit("not a table of version 3")
    head = 64 + text + 32 * layers
    checked(data[:40] + bytes(8) + data[48:head], checksum, "the header")
    keys = dict(line.split(" ", 1) for line in data[64:64 + text].decode().splitlines())
    name, rules = keys["game"].split(":")
    game = {"ur": Ur, "senet": Senet, "awari": Awari, "cave": Cave}[name](rules)
    pairs = [(h, l) for h in range(1, 9) for l in range(1, h + 1)]
    for i in range(layers) if only is None else [only]:
        offset, size = struct.unpack_from("<QQ", data, 64 + text + 32 * i)
        section = Section(data[offset:offset + size])
        if kind == 1:
            h, l = pairs[i]
            values = predicted(game, section, [(h, l)] if h == l else [(h, l), (l, h)])
        else:
            values = plain(game.layer(int(keys["size"]), i), section, kind)
        for position, value in values:
            print(position, value)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(sys.argv[1], *map(int, sys.argv[2:]))
