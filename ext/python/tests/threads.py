# SPDX-License-Identifier: MIT
"""The lock of the interpreter."""
import sys
import threading
import time


def run_during(work):
    """Returns whether another thread runs during work(): with this interval, only if work() releases the lock."""
    turns, during = [0], []
    done = threading.Event()

    def run():
        before = turns[0]
        work()
        during.append(turns[0] - before)
        done.set()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        while not done.is_set():
            turns[0] += 1
            time.sleep(0.0001)
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    return during[0] > 0
