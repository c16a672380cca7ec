# SPDX-License-Identifier: MIT
"""lxml_links.py LIST: lists the values of href and src in pages with lxml. Prints the processor time, their number, and a name."""
import sys
import time

import lxml.html

with open(sys.argv[1], encoding="utf-8", errors="surrogateescape") as paths:
    pages = []
    for path in paths.read().splitlines():
        with open(path, "rb") as page:
            pages.append(page.read())
count = 0
begin = time.process_time()
for text in pages:
    try:
        tree = lxml.html.document_fromstring(text)
    except lxml.etree.ParserError:  # it is empty
        continue
    count += sum(attribute in ("href", "src") for _, attribute, _, _ in tree.iterlinks())
print(time.process_time() - begin, count, "lxml", ".".join(map(str, lxml.etree.LXML_VERSION[:3])))
