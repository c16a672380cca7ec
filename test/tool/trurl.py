# SPDX-License-Identifier: MIT
"""Command lines of trurl in uriel's terms, by the rules of doc/trurl.md: a pipe of subcommands for each."""
import re
import urllib.parse

VALUED = {"a": "append", "f": "url-file", "g": "get", "s": "set"}
WITH_VALUE = ("append", "url-file", "get", "iterate", "query-separator", "redirect", "replace", "force-replace",
              "replace-append", "set", "trim", "qtrim", "url")
NO_URL = ("plan", "--format", "{input}")


class Arguments:
    """The options of trurl in their order, and the URLs."""

    def __init__(self, arguments):
        self.options, self.urls, self.broken = [], [], None
        rest = list(arguments)
        while rest:
            argument = rest.pop(0)
            if argument.startswith("--") and len(argument) > 2:
                name, equals, value = argument[2:].partition("=")
            elif argument.startswith("-") and argument[1:2] in VALUED:
                name, value = VALUED[argument[1]], argument[2:]
                equals = value
            else:
                self.urls.append(argument)
                continue
            if name in WITH_VALUE and not equals:
                if not rest:
                    self.broken = name
                    return
                value = rest.pop(0)
            if name == "url":
                self.urls.append(value)
            else:
                self.options.append((name, value))

    def all(self, *names):
        return [value for name, value in self.options if name in names]

    def has(self, name):
        return any(name == other for other, _ in self.options)


def name_value(text):
    """NAME=VALUE of a parameter for uriel: what would be read as ":=", "?=" or a wildcard is given encoded."""
    name, equals, value = text.partition("=")
    if equals and (name[-1:] in (":", "?") or set(name) & set("*?\\")):
        return f"query.{urllib.parse.quote(name, '')}:{equals}{urllib.parse.quote(value, '')}"
    return f"query.{name}{equals}{value}"


def setting(text, accepts_space):
    """The options for --set NAME=VALUE. An empty VALUE removes."""
    name, equals, value = text.partition("=")
    flags = name[len(name.rstrip(":?")):]
    name = name.rstrip(":?")
    if not equals:
        return ["--set", text]
    if not value:
        return ["--remove", name]
    if accepts_space and ":" in flags:
        value = value.replace(" ", "%20")
    if name == "path" and not value.startswith("/"):
        value = "/" + value
    if name == "query" and ":" not in flags:  # trurl encodes all of it
        value, flags = urllib.parse.quote(value, ""), ":" + flags
    return ["--set", f"{name}{flags}={value}"]


def removal(pattern):
    """The name of --remove: trurl's only wildcard is a "*" at the end."""
    wild = pattern.endswith("*") and not pattern.endswith("\\*")
    name = pattern[:-1] if wild else pattern[:-2] + "*" if pattern.endswith("\\*") else pattern
    return "query." + re.sub(r"([*?\\])", r"\\\1", name) + ("*" if wild else "")


def edits(given):
    """The options of uriel edit, in the order in which trurl does the same."""
    made = []
    for value in given.all("set"):
        made += [] if value.startswith("scheme?") else setting(value, given.has("accept-space"))
    for value in given.all("iterate"):
        made += ["--iterate", value]
    for value in given.all("append"):
        if value.startswith("path="):
            made += ["--append", value]
    for name, value in given.options:
        if name == "qtrim" or (name == "trim" and value.startswith("query=")):
            made += ["--remove", removal(value.removeprefix("query=") if name == "trim" else value)]
        elif name in ("replace", "force-replace", "replace-append"):
            made += ["--replace" if name == "replace" else "--set", name_value(value)]
    for value in given.all("append"):
        if not value.startswith("path="):
            made += ["--append", name_value(value.removeprefix("query=")) if value.startswith("query=") else value]
    return made + ["--sort-query"] * given.has("sort-query")


def separator(given):
    return [f"--separator={value}" for value in given.all("query-separator")]


def guesses(given):
    """The options for a missing scheme: --set scheme?=NAME sets the guessed one."""
    names = [value.partition("=")[2] for value in given.all("set") if value.startswith("scheme?")]
    return [] if given.has("no-guess-scheme") else [f"--guess-scheme={name}" for name in names[-1:]] or ["--guess-scheme"]


def requirements(given, gets):
    """The options for what a URL must have: a scheme; also a host, if it is made of nothing; what "must:" names."""
    names = ["scheme"] + ([] if given.urls or given.all("url-file") else ["host"])
    names += [name for text in gets for name in re.findall(r"must:(?:[a-z]+:)*([a-z]+)[}\]]", text)]
    return [word for name in names for word in ("--require", name)]


def key(text, all_encoded):
    """{VARIABLE} in the terms of --format; None if uriel has no such value."""
    parts = text.split(":")
    words = []
    while len(parts) > 1 and parts[0] in ("", "default", "url", "strict", "must", "puny", "idn"):
        words.append(parts.pop(0) or "url")
    name = parts[0]
    encoded = all_encoded or "url" in words
    if name in ("query", "query-all") and len(parts) == 2:
        wanted = urllib.parse.quote(parts[1], "")
        return f"{{{'query_all' if name == 'query-all' else 'query'}.{wanted}{'' if encoded else ':form'}}}"
    if name == "url":
        return "{output}"
    if name == "port":
        return "{port_effective}" if "default" in words else "{port}"
    if name == "host" and "idn" in words:
        return "{host_unicode}"
    if name in ("user", "password"):
        return f"{{{name}:decode{':encode' if encoded else ''}}}"
    if name in ("path", "query", "fragment"):
        return f"{{{name}{'' if encoded else ':form' if name == 'query' else ':decode'}}}"
    return f"{{{name}}}"


def format_of(text, all_encoded):
    """A format of --get as one of --format."""
    first = re.search(r"(?<!\\)[\[{]", text)
    opening = first[0] if first else "{"
    closing = {"[": "]", "{": "}"}[opening]
    made, at = "", 0
    while at < len(text):
        end = text.find(closing, at)
        if text[at] == "\\" and text[at + 1:at + 2] in ("{", "["):
            made += text[at + 1] * (2 if text[at + 1] == "{" else 1)
            at += 2
        elif text[at] == "\\" and at + 1 < len(text):
            made += text[at:at + 2]
            at += 2
        elif text[at] == opening and end > 0:
            made += key(text[at + 1:end], all_encoded)
            at = end + 1
        else:
            made += text[at] * (2 if text[at] in "{}" else 1)
            at += 1
    return made


def encode_of(given):
    """Whether the output has the query as it is written, where trurl writes a space as "+"."""
    return not given.all("get") or given.has("urlencode") or any(re.search(r"[{\[:](url)?:", text) for text in given.all("get"))


def translate(arguments):
    """The pipe, and whether a stage's exit status for invalid input affects the result."""
    given = Arguments(arguments)
    if given.broken:
        option = {"replace-append": "set", "force-replace": "set", "url": "base", "redirect": "base", "get": "format"}.get(given.broken, given.broken)
        return [["resolve" if option == "base" else "edit", "--" + option]], True
    gets = given.all("get")
    whole = len(gets) == 1 and re.fullmatch(r"[{\[]([a-z]*:)*url[}\]]", gets[0])
    words = re.findall(r"[a-z]+", " ".join(gets))
    puny = given.has("punycode") or "puny" in words
    idn = given.has("as-idn") or (whole and "idn" in words)
    strict = given.has("verify") or not (given.urls or given.all("url-file")) or "must" in words or "strict" in words
    invalid = ["--invalid=stop" if given.has("verify") else "--invalid=drop"]
    guess = guesses(given)
    changes = edits(given)
    stages = []
    files = []
    for name in given.all("url-file"):
        files += ["--file", name]
    urls = given.urls or ([] if files else [""])
    if files:
        stages.append(["clean", "--level=string", "--no-unique", *guess, *files])
        stages.append(["filter", "length < 4095"])
    elif given.all("redirect"):
        stages.append(["resolve", *guess, "--base", *urls, *given.all("redirect")])
    elif given.has("accept-space"):
        stages.append(["encode", *urls])
    elif puny:
        stages.append(["normalize", "--to-uri", *guess, *urls])
    operands = [] if stages else ["--", *urls]
    formats = [word for text in gets for word in ("--format", format_of(text, given.has("urlencode")))]
    after = idn or given.has("curl")
    if puny and not changes and not given.has("default-port") and "default" not in words:
        stages[-1] += ["--format", formats[1].replace("{output}", "{normal}")] if formats else []
    else:
        stages.append(["edit", *(["--form"] if encode_of(given) else []), "--normalize", "--host-canonical", "--remove-empty", *requirements(given, gets),
                       *invalid, *guess, *separator(given), *changes, *(["--keep-port"] if given.has("keep-port") else []),
                       *(["--default-port"] if given.has("default-port") or (whole and "default" in words) else []),
                       *(["--silent"] if given.has("quiet") else []), *([] if after else formats), *operands])
    if idn:
        stages.append(["normalize", "--to-iri"])
    if given.has("curl"):
        stages.append([*NO_URL, *invalid])
    if given.has("json"):
        stages.append(["parse", "--json", *formats])
    return stages, strict
