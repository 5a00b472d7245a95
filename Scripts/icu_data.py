#!/usr/bin/env python3
"""Writes an object file with the part of ICU's data that docmerge uses, to link instead of the whole.

    Scripts/icu_data.py OBJECT

The Swift toolchain's static Foundation holds 34 MB of data of ICU: the names, formats, sort orders and
transcriptions of all languages, and the tables of old encodings. The linker takes them from an archive only
while their symbol is missing, so an object that has it comes first. It holds the 5 MB for English, German
and the root of all languages, with the time zones; in another language Foundation formats as in English.

Reads the archive of the `swift` in PATH. The layout of the data is that of ICU's "common data" files (CmnD).
Needs binutils and the toolchain's clang. Ends with 1 when the toolchain's data are not as expected.
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import PurePosixPath

LANGUAGES = ("root", "en", "de")
# Sort orders and boundaries without their dictionaries; no transcriptions, old encodings, names of characters.
UNUSED_FOLDERS = ("translit",)
UNUSED_ENDINGS = (".cnv", ".dict", ".spp", ".cfu")
UNUSED_FILES = ("unames.icu",)
# A bundle of one language: "de", "de_AT", "zh_Hant_TW". No such bundles are "pool" and "supplementalData".
LANGUAGE_BUNDLE = re.compile(r"^([a-z]{2,3}|root)(_[A-Za-z0-9_]+)?\.res$")


class UnexpectedData(Exception):
    """What the toolchain has is not what this script can read."""


def run(*arguments: str, folder: str | None = None) -> str:
    return subprocess.run(arguments, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


def archive_of_toolchain() -> str:
    paths = json.loads(run("swift", "-print-target-info"))["paths"]
    return os.path.join(
        os.path.dirname(paths["runtimeResourcePath"]), "swift_static/linux/lib_FoundationICU.a")


def is_used(name: str) -> bool:
    """Whether the item `name`, such as "icudt76l/coll/de.res", is needed."""
    path = PurePosixPath(name)
    if path.name in UNUSED_FILES or path.suffix in UNUSED_ENDINGS:
        return False
    if path.parent.name in UNUSED_FOLDERS:
        return False
    bundle = LANGUAGE_BUNDLE.match(path.name)
    return bundle is None or path.name == "res_index.res" or bundle[1] in LANGUAGES


def items(data: bytes) -> tuple[bytes, list[tuple[str, bytes]]]:
    """The header of `data`, and its items by name.

    After the header stand the number of items, and for each the offsets of its name and its bytes, both from
    the end of the header.
    """
    if data[2:4] != b"\xda\x27" or data[12:16] != b"CmnD":
        raise UnexpectedData("the toolchain's data of ICU are no common data file")
    start = struct.unpack_from("<H", data)[0]
    table, (count,) = data[start:], struct.unpack_from("<I", data, start)
    entries = [struct.unpack_from("<II", table, 4 + 8 * index) for index in range(count)]
    ends = [offset for _, offset in entries[1:]] + [len(table)]
    named = []
    for (name, offset), end in zip(entries, ends):
        named.append((table[name:table.index(b"\0", name)].decode("ascii"), table[offset:end]))
    return data[:start], named


def packed(header: bytes, named: list[tuple[str, bytes]]) -> bytes:
    """A common data file of these items; the inverse of `items`."""
    names, name_offsets = b"", []
    first_name = 4 + 8 * len(named)
    for name, _ in named:
        name_offsets.append(first_name + len(names))
        names += name.encode("ascii") + b"\0"
    names += b"\0" * (-(first_name + len(names)) % 16)
    offset, entries, contents = first_name + len(names), b"", []
    for (_, item), name_offset in zip(named, name_offsets):
        entries += struct.pack("<II", name_offset, offset)
        contents.append(item + b"\0" * (-len(item) % 16))
        offset += len(contents[-1])
    return header + struct.pack("<I", len(named)) + entries + names + b"".join(contents)


def write_object(target: str, archive: str, folder: str) -> tuple[int, int]:
    """Writes the object `target`, and returns the sizes of the data before and after."""
    symbols = [line.split() for line in run("nm", "-A", "--defined-only", archive).splitlines()]
    found = [words for words in symbols if re.fullmatch(r"icudt[0-9]+_dat", words[-1])]
    if len(found) != 1:
        raise UnexpectedData(f"{archive} has {len(found)} symbols of the data of ICU")
    member, symbol = found[0][0].split(":")[1], found[0][-1]
    run("ar", "x", archive, member, folder=folder)
    whole = os.path.join(folder, "whole")
    run("objcopy", "-O", "binary", "--only-section=.rodata", os.path.join(folder, member), whole)
    with open(whole, "rb") as file:
        data = file.read()
    header, named = items(data)
    part = packed(header, [(name, item) for name, item in named if is_used(name)])
    with open(os.path.join(folder, "part"), "wb") as file:
        file.write(part)
    source = os.path.join(folder, "part.s")
    with open(source, "w", encoding="ascii") as file:
        file.write(
            f".section .rodata,\"a\"\n.balign 16\n.globl {symbol}\n.type {symbol}, @object\n"
            f"{symbol}: .incbin \"part\"\n.size {symbol}, . - {symbol}\n"
            ".section .note.GNU-stack,\"\",@progbits\n")
    run("clang", "-c", "part.s", "-o", os.path.abspath(target), folder=folder)
    return len(data), len(part)


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__, end="", file=sys.stderr)
        return 64
    try:
        with tempfile.TemporaryDirectory() as folder:
            before, after = write_object(sys.argv[1], archive_of_toolchain(), folder)
    except (UnexpectedData, subprocess.CalledProcessError, OSError) as error:
        print(f"icu_data.py: {error}", file=sys.stderr)
        return 1
    print(f"{before / 1e6:.1f} MB of data of ICU became {after / 1e6:.1f} MB", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
