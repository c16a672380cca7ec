# SPDX-License-Identifier: MIT
"""The public headers as data: sections with their functions, types and comments, in the order of the text."""
import re

TITLE = re.compile(r"/\* -{4} (.+?) -+ \*/$")
FUNCTION = re.compile(r"^URIEL_(?:API|INLINE) [^;{(]*?\b(uriel_\w+)\(", re.M)


def functions_of(text):
    """The names of the functions declared in a text, in order."""
    return FUNCTION.findall(text)


def parameters_of(text):
    """Pairs of a function and its parameters, of a text without comments."""
    for found in re.finditer(r"^URIEL_(?:API|INLINE) [^;{(]*?\b(uriel_\w+)\(([^;{]*?)\)\s*[;{]", text, re.M):
        parameters = [re.sub(r"\s+", " ", parameter).strip() for parameter in found[2].split(",")]
        yield found[1], [] if parameters == ["void"] else parameters


def comment_of(lines):
    """The text of a comment without its stars."""
    text = "\n".join(lines)
    return re.sub(r"(?m)^ \* ?", "", text.removeprefix("/*").removesuffix("*/").replace("\n */", "\n")).strip()


class Entry:
    """A comment and the declarations that follow it without a blank line between them."""

    def __init__(self, comment, code):
        self.comment = comment
        self.code = code
        self.functions = functions_of(code)


def entry_of(block):
    """`block` is a list of lines: an optional comment, then code."""
    end = 0
    if block[0].startswith("/*"):
        end = next(i for i, line in enumerate(block) if line.endswith("*/")) + 1
    return Entry(comment_of(block[:end]) if end else "", "\n".join(block[end:]))


def blocks_of(lines):
    """Groups of lines between blank lines; a blank line within a comment or braces does not end a group."""
    block, depth, comment = [], 0, False
    for line in lines:
        if not line.strip() and depth == 0 and not comment:
            if block:
                yield block
            block = []
            continue
        block.append(line)
        code = re.sub(r'"[^"]*"|/\*.*?\*/', "", line)
        comment = "*/" not in code if comment or "/*" in code else False
        depth += code.count("{") - code.count("}") if not comment else 0
    if block:
        yield block


def body_of(text):
    """The header's lines from the first declaration on: without the includes, and what uriel.h defines for the compiler."""
    begin = text.find("#define URIEL_VERSION")
    begin = begin if begin >= 0 else re.search(r"(?:#include [^\n]*\n)+", text).end()
    return text[begin : text.rindex("#endif")].splitlines()


def sections_of(path):
    """Pairs of a title and its entries. Entries before the first title have the title ""."""
    sections = [("", [])]
    for block in blocks_of(body_of(path.read_text())):
        if title := TITLE.match(block[0]):
            sections.append((title[1], []))
            block = block[1:]
        if block:
            sections[-1][1].append(entry_of(block))
    return [(title, entries) for title, entries in sections if entries]


def headers_of(root):
    """The public headers, uriel.h first."""
    return sorted((root / "include").glob("uriel*.h"), key=lambda path: (len(path.name) > len("uriel.h"), path.name))
