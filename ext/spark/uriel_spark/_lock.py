# SPDX-License-Identifier: MIT
"""One job at a time writes into a folder."""
import contextlib
import fcntl
import os
import socket
import threading
import uuid

from ._job import IO, Files, Refusal

NAME = "_lock"
BEAT = 20  # seconds between signs of life of a job that holds a lock file
STALE = 120  # seconds without one, after which another job takes the lock


class Lock:
    """Holds the folder for this process: `with Lock(folder, spark): ...`. A second job gets a Refusal that names the first. On a local
    path it is a lock of the kernel, which ends with the process. On other file systems it is a file, which the job touches; `check`
    raises a Refusal if another job took it, because this one was not heard of for two minutes. The folder must exist."""

    def __init__(self, folder, spark, *, is_local=None):
        self.folder, self.files = folder.rstrip("/"), Files(spark)
        path = self.files.local(folder)
        self.path = None if path is None or is_local is False else os.path.join(path, NAME)
        self.name = f"{self.folder}/{NAME}"
        self.owner = f"process {os.getpid()} on {socket.gethostname()}"
        self.content = f"{self.owner}\n{uuid.uuid4()}\n".encode()
        self.lost = False

    def __enter__(self):
        if self.path:
            self._lock_kernel()
        else:
            self._lock_file()
        return self

    def __exit__(self, *exception):
        if self.path:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.path)
            os.close(self.descriptor)
            return
        self.ended.set()
        self.beats.join()
        if not self.lost and self.files.read(self.name) == self.content:
            self.files.delete(self.name)

    def check(self):
        """Raises a Refusal if this process no longer holds the lock."""
        if self.lost:
            raise Refusal(f"another job took {self.folder}: this one was not heard of for {STALE} seconds", IO)

    def _refuse(self, content):
        owner = content.decode(errors="replace").split("\n")[0] or "another process"
        raise Refusal(f"{self.folder} is in use by {owner}", IO)

    def _lock_kernel(self):
        while True:
            self.descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                content = os.pread(self.descriptor, 4096, 0)
                os.close(self.descriptor)
                self._refuse(content)
            # The job before unlinks the file at its end.
            try:
                if os.path.sameopenfile(self.descriptor, other := os.open(self.path, os.O_RDONLY)):
                    os.close(other)
                    break
                os.close(other)
            except FileNotFoundError:
                pass
            os.close(self.descriptor)
        os.truncate(self.descriptor, 0)
        os.pwrite(self.descriptor, self.content, 0)

    def _lock_file(self):
        from py4j.protocol import Py4JJavaError
        try:
            self.files.write(self.name, self.content, over=False)
        except Py4JJavaError:
            self._take_over()
        self.ended = threading.Event()
        self.beats = threading.Thread(target=self._beat, daemon=True)
        self.beats.start()

    def _now(self):
        """The file system's time."""
        probe = f"{self.name}.{uuid.uuid4()}"
        self.files.write(probe, b"")
        try:
            return self.files.modified(probe)
        finally:
            self.files.delete(probe)

    def _take_over(self):
        """Takes a lock whose job is dead. A rename decides between two jobs that try."""
        held = self.files.read(self.name)
        if self._now() - self.files.modified(self.name) < STALE:
            self._refuse(held)
        old = f"{self.name}.{uuid.uuid4()}"
        renamed = self.files.rename(self.name, old)
        if renamed and self.files.read(old) != held:
            self.files.rename(old, self.name)  # it was another job's new lock
            renamed = False
        if not renamed:
            self._refuse(held)
        self.files.delete(old)
        self.files.write(self.name, self.content, over=False)

    def _beat(self):
        while not self.ended.wait(BEAT):
            with contextlib.suppress(Exception):  # the next time, perhaps
                self.lost |= self.files.read(self.name) != self.content
                if self.lost:
                    return
                self.files.write(self.name, self.content)
