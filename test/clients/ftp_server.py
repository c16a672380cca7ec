# SPDX-License-Identifier: MIT
"""ftp_server.py FOLDER: pyftpdlib on a port of the loopback interface, which is printed. Anonymous users read FOLDER/public,
"me" with the password "the secret" FOLDER/own. Ends when its standard input does."""
import os
import sys
import threading

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler
from pyftpdlib.log import config_logging
from pyftpdlib.servers import FTPServer


def wait_for_the_end():
    sys.stdin.read()
    os._exit(0)


def main():
    config_logging(level=50)
    authorizer = DummyAuthorizer()
    authorizer.add_anonymous(os.path.join(sys.argv[1], "public"))
    authorizer.add_user("me", "the secret", os.path.join(sys.argv[1], "own"), perm="elr")
    FTPHandler.authorizer = authorizer
    server = FTPServer(("127.0.0.1", 0), FTPHandler)
    print(server.socket.getsockname()[1], flush=True)
    threading.Thread(target=wait_for_the_end, daemon=True).start()
    server.serve_forever()


main()
