# SPDX-License-Identifier: MIT
"""Files on this machine, by their paths, and on every other file system of pyarrow, by their URIs.

A path that is not UTF-8 has lone surrogates, as in the module `os`. Locations are absolute.
"""

from __future__ import annotations

import fnmatch
import os
import stat
from typing import BinaryIO, Iterator, NamedTuple

from pyarrow import fs


class File(NamedTuple):
    """A file, or something that could not be read: then `error` is the number of the error."""

    location: str
    size: int
    mtime_ns: int
    error: int = 0


def is_remote(location: str) -> bool:
    return "://" in location and not location.startswith("file://")


def absolute(location: str) -> str:
    """Returns the absolute path of a path or `file` URI; a URI of another scheme stays."""
    if is_remote(location):
        return location.rstrip("/")
    if location.startswith("file:"):
        location = "/" + location[5:].lstrip("/")
    return os.path.abspath(location)


def system(location: str) -> tuple[fs.FileSystem, str]:
    """Returns the file system of an absolute location, and the path in it."""
    if is_remote(location):
        return fs.FileSystem.from_uri(location)
    return fs.LocalFileSystem(), location


def open_input(location: str) -> BinaryIO:
    """Opens a file to read and seek."""
    if is_remote(location):
        files, path = system(location)
        return files.open_input_file(path)  # type: ignore[return-value]
    return open(location, "rb", buffering=0)


def walk(location: str) -> Iterator[File]:
    """The files of a file, a folder or a pattern, sorted by the bytes of their names in each folder.

    Symbolic links, pipes, sockets and devices in a folder are skipped, and files and folders whose names begin with
    "." or "_" are not: only Spark's own readers skip these. A file or folder that cannot be read has an error.
    """
    location = absolute(location)
    folder, name = os.path.split(location)
    if any(c in name for c in "*?[") and not (not is_remote(location) and os.path.lexists(location)):
        found = [file for file in _children(folder) if fnmatch.fnmatchcase(os.path.basename(file[0]), name)]
        if not found:
            raise FileNotFoundError(2, "no file matches the pattern", location)
        for child, is_folder in found:
            yield from _walk(child, is_folder)
        return
    if is_remote(location):
        files, path = system(location)
        info = files.get_file_info(path)
        if info.type == fs.FileType.NotFound:
            raise FileNotFoundError(2, "No such file or directory", location)
        yield from _walk(location, info.type == fs.FileType.Directory)
    else:
        yield from _walk(location, stat.S_ISDIR(os.stat(location).st_mode))


def _walk(location: str, is_folder: bool) -> Iterator[File]:
    waiting = [(location, is_folder)]
    while waiting:
        location, is_folder = waiting.pop()
        try:
            if is_folder:
                waiting.extend(reversed(_children(location)))
            elif is_remote(location):
                info = system(location)[0].get_file_info(system(location)[1])
                yield File(location, info.size, info.mtime_ns or 0)
            else:
                state = os.stat(location)
                yield File(location, state.st_size, state.st_mtime_ns)
        except OSError as error:
            yield File(location, 0, 0, error.errno or 5)


def _children(folder: str) -> list[tuple[str, bool]]:
    """The files and folders of a folder: its location, and whether it is a folder."""
    if is_remote(folder):
        files, path = system(folder)
        prefix = folder[: len(folder) - len(path)]
        infos = files.get_file_info(fs.FileSelector(path))
        found = [(prefix + info.path, info.type == fs.FileType.Directory) for info in infos]
    else:
        with os.scandir(folder) as entries:
            found = [
                (entry.path, entry.is_dir(follow_symlinks=False))
                for entry in entries
                if entry.is_dir(follow_symlinks=False) or entry.is_file(follow_symlinks=False)
            ]
    return sorted(found, key=lambda child: os.fsencode(child[0]))


class Folder:
    """A folder to write to. Names are relative to it."""

    def __init__(self, location: str):
        self.location = absolute(location)
        self.files, self.path = system(self.location)

    def at(self, name: str) -> str:
        return f"{self.path}/{name}" if name else self.path

    def uri(self, name: str) -> str:
        """The location for Spark, whose default file system can be another one."""
        location = f"{self.location}/{name}" if name else self.location
        return location if is_remote(location) else "file://" + location

    def make(self, name: str = "") -> None:
        self.files.create_dir(self.at(name), recursive=True)

    def exists(self, name: str) -> bool:
        return self.files.get_file_info(self.at(name)).type != fs.FileType.NotFound

    def names(self, name: str = "") -> list[str]:
        """The names in a folder, sorted; empty without the folder."""
        infos = self.files.get_file_info(fs.FileSelector(self.at(name), allow_not_found=True))
        return sorted(info.base_name for info in infos)

    def read(self, name: str) -> bytes:
        with self.files.open_input_stream(self.at(name)) as file:
            return file.read()

    def put(self, name: str, content: bytes) -> None:
        """Writes a file in one step: another process sees it whole or not at all."""
        part = f"{name}.{os.getpid()}.part"
        with self.files.open_output_stream(self.at(part)) as file:
            file.write(content)
        self.move(part, name)

    def move(self, name: str, to: str) -> None:
        """Renames a file or folder, in one step; makes the folder that it moves to."""
        self.make(os.path.dirname(to))
        self.files.move(self.at(name), self.at(to))

    def delete(self, name: str) -> None:
        info = self.files.get_file_info(self.at(name))
        if info.type == fs.FileType.Directory:
            self.files.delete_dir(self.at(name))
        elif info.type != fs.FileType.NotFound:
            self.files.delete_file(self.at(name))
