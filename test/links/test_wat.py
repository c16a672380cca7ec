# SPDX-License-Identifier: MIT
"""WAT records, which describe the records of web archives in JSON, beside the pages that they describe; WET records, and warcinfo.

No document defines WAT: the members are the ones that the programs of Common Crawl and of the Internet Archive (webarchive-commons) write.
"""
import copy
import gzip
import html.parser
import json
import unittest

from support import BASE, FAULTY, LinksTest
from test_warc import record

URI = "http://a.example/d/p"
HEADERS = [("Location", "/l"), ("Link", '<next?a="b>; rel=next'), ("Link", "<c>;rel=d;anchor=e, <f>"), ("Refresh", "5; url=r"),
           ("Content-Location", "loc"), ("X-See", "at http://x.example/ and <http://y.example/>"), ("Content-Type", "text/html")]
PAGE = """<!doctype html><html lang=en><head><title>t</title><base href="../b/?x#f">
<meta http-equiv=Refresh content="5; URL='refreshed'"><meta property="og:image" content="i&amp;j.png"><meta name=description content=no>
<meta itemprop=image content=item><link rel="next alternate" href="n"><link rel=preconnect href=//cdn.example><link rel=stylesheet href=" s.css
"><script src="s.js"></script><script>no</script><style>@import "a.css"; p { background: url(b\\20 c.png) }</style></head>
<body background=bg.png><a href="x?q=&quot;1&quot;" rel="nofollow">text</a><a href="">empty</a><a href="http://[">bad</a><a name=no>no</a>
<a href="http://b\u00fccher.example/\u65e5">iri</a><a href="a b">space</a><area href=area rel=tag><img src=i.png longdesc=long alt=x><form action=act></form><iframe src=f></iframe>
<embed src=e><object codebase="cb/" data=d></object><object data=d2></object><applet codebase=ac/></applet><input src=i2 formaction=fa>
<button formaction=fb></button><video src=v poster=vp></video><audio src=au></audio><q cite=q></q><ins cite=ins></ins><del cite=del></del>
<div onclick="location='clicked'" data-href=guess background=no></div>"""
ATTRIBUTES = {"a": ["href"], "area": ["href"], "img": ["src", "longdesc"], "form": ["action"], "iframe": ["src"], "embed": ["src"],
              "object": ["codebase", "data"], "applet": ["codebase"], "input": ["src", "formaction"], "button": ["formaction"],
              "video": ["src", "poster"], "audio": ["src"], "q": ["cite"], "ins": ["cite"], "del": ["cite"], "div": ["onclick"]}
KEYS = ("element", "attribute", "header", "raw", "reference", "base", "target", "relation", "identifies", "valid", "guess", "error")


class Writer(html.parser.HTMLParser):
    """Lists the attributes of a page as the writers of WAT do: decoded, and not resolved."""

    def __init__(self, page):
        super().__init__()
        self.head, self.links = {}, []
        self.feed(page)

    def handle_starttag(self, tag, given):
        pairs = dict(given)
        for name in ("background", "data-href"):
            if name in pairs:
                self.links.append({"path": f"{tag.upper()}@/{name}", "url": pairs[name]})
        if tag == "base":
            self.head["Base"] = pairs["href"]
        if tag == "meta":
            self.head.setdefault("Metas", []).append(pairs)
        for parent, name, key in (("link", "href", "Link"), ("script", "src", "Scripts")):
            if tag == parent and name in pairs:
                self.head.setdefault(key, []).append({"path": f"{tag.upper()}@/{name}", "url": pairs[name], **{k: pairs[k] for k in ("rel",) if k in pairs}})
        for name in ATTRIBUTES.get(tag, []):
            if name in pairs:
                url = "clicked" if name == "onclick" else pairs[name]
                self.links.append({"path": f"{tag.upper()}@/{name}", "url": url, **{k: pairs[k] for k in ("rel", "alt") if k in pairs}, "text": "a"})

    def handle_data(self, data):
        if self.get_starttag_text() == "<style>" and "@import" in data:
            self.links += [{"path": "STYLE/#text", "href": "b\\20 c.png"}, {"path": "STYLE/#text", "href": "a.css"}]


def described(**payload):
    return {"Container": {"Filename": "a.warc.gz", "Compressed": True, "Offset": "9"},
            "Envelope": {"Format": "WARC", "WARC-Header-Metadata": {"WARC-Type": "response", "WARC-Target-URI": URI},
                         "Payload-Metadata": {key.replace("_", "-"): value for key, value in payload.items()}}}


def fields(headers):
    found = {}
    for name, value in headers:
        found[name] = value if name not in found else [found[name], value]
    return found


def wat_of(page, headers=()):
    writer = Writer(page)
    return described(HTTP_Response_Metadata={"Headers": fields(headers), "HTML-Metadata": {"Links": writer.links, "Head": writer.head}})


def written(value, target=URI.encode(), **how):
    return record(b"metadata", target, b"application/json", json.dumps(value, **how).encode())


SMALL = described(HTTP_Response_Metadata={
    "Headers": {"Link": ["<h1>", "<h2>"]},
    "HTML-Metadata": {"Links": [{"path": "A@/href", "url": "l1", "rel": "r"}, {"path": "IMG@/src", "url": "l2"}],
                      "Head": {"Base": "/b/", "Link": [{"path": "LINK@/href", "url": "h3", "rel": "s"}],
                               "Metas": [{"property": "og:url", "content": "m"}], "Scripts": [{"path": "SCRIPT@/src", "url": "j"}]}}})
RAWS = ["h1", "h2", "l1", "l2", "/b/", "h3", "m", "j"]


class Wat(LinksTest):
    def rows(self, told):
        return sorted([[str(reference.get(key)) for key in KEYS] for reference in told.references])

    def wat(self, value, *options, **how):
        text = value if isinstance(value, (str, bytes)) else json.dumps(value)
        return self.links("a.json", text, "--kind=wat", *options, base=None, **how)

    def malformed(self, told):
        return [error.get("offset", 0) for error in told.errors if error["code"] == "link-malformed"]

    def test_same_as_page(self):
        """A WAT record has the references of its page, with the same bases, as far as it lists them."""
        block = "HTTP/1.1 302 Found\r\n" + "".join(f"{name}: {value}\r\n" for name, value in HEADERS) + "\r\n" + PAGE
        page = record(b"response", URI.encode(), b"application/http; msgtype=response", block.encode())
        for spec in ("lenient", "rfc3986", "iri", "whatwg"):
            for guess in ([], ["--guess"]):
                expected = self.links("a.warc", page, "--spec", spec, *guess, base=None)
                wat = self.links("a.warc.wat", written(wat_of(PAGE, HEADERS)), "--spec", spec, *guess, base=None)
                self.assertEqual((wat.documents[1]["kind"], wat.documents[1]["base"], wat.documents[1]["retrieval"]),
                                 ("wat", "http://a.example/b/?x", URI))
                more = [row for row in self.rows(wat) if row not in self.rows(expected)]
                self.assertEqual([row for row in self.rows(wat) if row not in more], self.rows(expected), (spec, guess))
                # What HTML does not call references: as guesses.
                self.assertEqual([row[0:4] + [row[-2]] for row in more],
                                 [["div", "background", "None", "no", "True"], ["div", "onclick", "None", "clicked", "True"]] if guess else [])

    def test_request(self):
        block = b"GET /d/p HTTP/1.1\r\nReferer: /r\r\nUser-Agent: b (+http://b.example/)\r\n\r\n"
        expected = self.links("a.warc", record(b"request", URI.encode(), b"application/http; msgtype=request", block), base=None)
        wat = described(HTTP_Request_Metadata={"Headers": {"Referer": "/r", "User-Agent": "b (+http://b.example/)"}})
        self.assertEqual(self.rows(self.links("a.wat", written(wat), base=None)), self.rows(expected))

    def test_other_attributes(self):
        """What the page has and a WAT record does not list: nothing stands for it."""
        told = self.wat(described(WARC_Info_Metadata={"conformsTo": "http://x.example/"}, HTTP_Response_Metadata={"HTML-Metadata": {
            "Title": "http://x.example/", "Links": [{"path": "A@/href", "url": "a", "text": "http://x.example/", "title": "http://x.example/"}]}}))
        self.assertEqual((told.raws, told.errors), (["a"], []))

    def test_paths(self):
        """An element and an attribute in lower case; without a path, the usual ones of the list; several URLs in a value as in HTML."""
        items = [{"path": "IMG@/srcset", "url": "a 1x, b 2x"}, {"url": "c"}, {"path": "x", "url": "d"}, {"path": "@/", "url": "e"},
                 {"path": "A@/HREF", "url": "f"}, {"path": 70 * "A" + "@/href", "url": "g"}, {"path": "IFRAME@/srcdoc", "url": "<a href=no>"},
                 {"path": "A@/href", "href": "h", "url": "i"}, {"path": "A@/href", "href": "j"}, {"path": "P@/style", "url": "a:url(k\\6c)"}]
        wat = described(HTTP_Response_Metadata={"HTML-Metadata": {"Links": items, "Head": {"Link": [{"url": "m"}], "Scripts": [{"url": "n"}]}}})
        self.assertEqual(self.wat(wat).values("element", "attribute", "raw"), [
            ("img", "srcset", "a"), ("img", "srcset", "b"), (None, None, "c"), (None, None, "d"), (None, None, "e"), ("a", "href", "f"),
            (None, None, "g"), ("a", "href", "i"), ("a", "href", "j"), ("p", "style", "k\\6c"), ("link", "href", "m"), ("script", "src", "n")])

    def test_order(self):
        """RFC 8259, 4: the members of an object have no order, so a base may follow the references."""
        for base, target in (("/b/", "http://a.example/b/x"), ("data:x", "http://a.example/d/x"), ("http://[", None)):
            head, links = {"Head": {"Base": base}}, {"Links": [{"url": "x", "path": "A@/href"}]}
            for page in ({**head, **links}, {**links, **head}):
                first = described(HTTP_Response_Metadata={"HTML-Metadata": page})
                last = {"Envelope": dict(reversed(first["Envelope"].items())), "Container": {}}
                for text in (json.dumps(first), json.dumps(last, indent=1), json.dumps(first).replace("Base", "B\\u0061se")):
                    told = self.wat(text)
                    self.assertEqual([r.get("target") for r in told.references if r["raw"] == "x"], [target], text)

    def test_retrieval(self):
        """The URI of the page: of the record, otherwise of the text; and then regardless of --base."""
        at = lambda told: [document.get("retrieval") for document in told.documents][-1]
        self.assertEqual(at(self.links("a.wat", written(SMALL, b"http://r.example/"))), "http://r.example/")
        for data in (written(SMALL, None), written(SMALL, b"a.warc.gz"), json.dumps(SMALL)):
            told = self.links("a.wat", data)
            self.assertEqual((at(told), told.errors), (URI, []))
            self.assertEqual(told.targets[0], "http://a.example/d/h1")
        arc = {"Envelope": {**SMALL["Envelope"], "ARC-Header-Metadata": {"Target-URI": "http://arc.example/"}}}
        del arc["Envelope"]["WARC-Header-Metadata"]
        self.assertEqual(at(self.wat(arc)), "http://arc.example/")
        for wrong in ("a.warc.gz", "http://[", ""):
            text = json.dumps(SMALL).replace(URI, wrong)
            told = self.wat(text)
            self.assertEqual((at(told), self.malformed(told)), (None, [text.index('"WARC-Target-URI"') + 19]))
        self.assertEqual(told.references[0]["error"]["code"], "base-not-absolute")

    def test_archive(self):
        """The first record of a WAT file describes that file, the second the "warcinfo" of the archive: its target is a file name."""
        first = record(b"warcinfo", None, b"application/warc-fields", b"Software-Info: x\r\nformat: WARC File Format 1.0\r\nconformsTo: http://c.example/\r\n")
        about = described(WARC_Info_Metadata={"software": "http://x.example/"})
        del about["Envelope"]["WARC-Header-Metadata"]["WARC-Target-URI"]
        second = record(b"metadata", b"CC-MAIN-1.warc.gz", b"application/json", json.dumps(about).encode())
        told = self.links("a.warc.wat.gz", b"".join(map(gzip.compress, (first, second, written(SMALL)))), base=None)
        self.assertEqual((told.raws, told.errors), (["http://c.example/", *RAWS], []))
        self.assertEqual([document["kind"] for document in told.documents], ["warc", "text", "wat", "wat"])
        other = self.links("a.warc", record(b"resource", b"CC-MAIN-1.warc.gz", b"text/html", b""), base=None)
        self.assertEqual([error["code"] for error in other.errors], ["header-field-malformed"])

    def test_places(self):
        text = '\ufeff{"Envelope":\n {"Payload-Metadata": {"HTTP-Response-Metadata": {"Headers": {"Link":\n"<\\u0061>, <b>", "Location": "c"},' \
               '"HTML-Metadata": {"Links": [{"url":\n "d"}, {"url": "\\u0065"}]}}}}}'
        self.assertEqual(self.wat(text, "--base", "http://h.example/").values("line", "column", "raw"),
                         [(3, 2, "a"), (3, 2, "b"), (3, 31, "c"), (4, 3, "d"), (4, 17, "e")])
        self.assertEqual(self.wat(text.replace("<b>", "<b")).errors[0]["code"], "header-field-malformed")

    def test_by_content(self):
        for text, kind in ((json.dumps(SMALL), "wat"), (json.dumps(SMALL, indent=2), "wat"), ('{"Envelope":{"ARC-Header-Metadata":{', "wat"),
                           ('{"Envelope":{}}', "text"), ('{"Container":{}}', "text"), ('{"Container":[],"Payload-Metadata":', "text"),
                           ('{"Other":{"Envelope":{"Payload-Metadata":', "text"), ('["Envelope"]', "text")):
            self.assertEqual(self.links("a.json", text).documents[0]["format"], kind, text)

    def test_wrong_types(self):
        """Each value of another type is an error with its place, and the rest is read; null is as no value."""
        envelope, payload = ("Envelope",), ("Envelope", "Payload-Metadata")
        http = (*payload, "HTTP-Response-Metadata")
        html, head = (*http, "HTML-Metadata"), (*http, "HTML-Metadata", "Head")
        for path, lost in ((envelope, RAWS), (payload, RAWS), (http, RAWS), ((*http, "Headers"), RAWS[:2]), ((*http, "Headers", "Link"), RAWS[:2]),
                           ((*http, "Headers", "Link", 0), ["h1"]), (html, RAWS[2:]), ((*html, "Links"), RAWS[2:4]), ((*html, "Links", 0), ["l1"]),
                           ((*html, "Links", 0, "url"), ["l1"]), ((*html, "Links", 0, "path"), []), ((*html, "Links", 0, "rel"), []),
                           (head, RAWS[4:]), ((*head, "Base"), ["/b/"]), ((*head, "Link"), ["h3"]), ((*head, "Metas"), ["m"]),
                           ((*head, "Scripts"), ["j"]), ((*head, "Metas", 0, "property"), ["m"]), ((*head, "Metas", 0, "content"), ["m"])):
            for value in (1, True, "", {}, [], None):
                wat = copy.deepcopy(SMALL)
                place = wat
                for key in path[:-1]:
                    place = place[key]
                old = place[path[-1]]
                if value is not None and isinstance(old, type(value)) or (path[-2:] == ("Headers", "Link") and value == ""):
                    continue
                place[path[-1]] = "MARK"
                text = json.dumps(wat).replace('"MARK"', json.dumps(value))
                told = self.wat(text)
                self.assertEqual(told.raws, [raw for raw in RAWS if raw not in lost], (path, value))
                at = json.dumps(wat).index('"MARK"')
                item = "url" in path and value is None
                expected = [] if value is None and not item and path != envelope else [len(text[:at]) if value is not None else None]
                errors = self.malformed(told)
                self.assertEqual(errors if None not in expected else [None] * len(errors), expected, (path, value))
        for text in ("[]", "1", '"x"', "null", "{}", ""):
            told = self.wat(text)
            self.assertEqual((told.references, self.malformed(told), told.documents[0]["kind"]), ([], [0], "wat"), text)

    def test_repeated(self):
        """RFC 8259, 4: names should be unique. The first one of an element is used; the first base is the base; all lists are read."""
        text = json.dumps(SMALL).replace('"url": "l1"', '"url": "l1", "url": "no"').replace('"Base": "/b/"', '"Base": "/b/", "Base": "/c/"')
        text = text.replace('"Scripts"', '"Scripts": [{"url": "k"}], "Scripts"')
        told = self.wat(text)
        self.assertEqual((sorted(told.raws), told.errors), (sorted([*RAWS, "/c/", "k"]), []))
        self.assertEqual(told.documents[0]["base"], "http://a.example/b/")

    def test_characters(self):
        """RFC 8259, 7 and 8.2: half a pair of surrogates is U+FFFD, as in a browser, and an error. A NUL stays."""
        for url, reference, at in ((r"\ud800x", "%EF%BF%BDx", 0), (r"a\udc00\ud800", "a%EF%BF%BD%EF%BF%BD", 1),
                                   (r"\ud800A\ud83d\ude00", "%EF%BF%BDA%F0%9F%98%80", 0), (r"\/\u0062\n", "/b", None), (r"x\u0000y", "x%00y", None)):
            text = json.dumps(SMALL).replace('"l1"', f'"{url}"')
            told = self.wat(text)
            self.assertEqual([record["reference"] for record in told.references if record.get("element") == "a"], [reference])
            self.assertEqual(self.malformed(told), [] if at is None else [text.index(f'"{url}"') + 1 + at])
        for bad in ('"\\x41"', '"\\u12"', '"\x1f"', "'l1'", '"l1'):
            text = json.dumps(SMALL).replace('"l1"', bad)
            told = self.wat(text)
            self.assertEqual((told.raws, len(self.malformed(told))), (RAWS[:2], 1), bad)
        told = self.links("a.wat", written(SMALL).replace(b'"l1"', b'"\0l"'))
        self.assertEqual((told.raws, len(self.malformed(told))), (RAWS[:2], 1))
        told = self.wat(json.dumps(SMALL).encode().replace(b'"l1"', b'"\xff\xc3"'))
        self.assertEqual(([r["reference"] for r in told.references if r.get("element") == "a"], told.errors), (["%FF%C3"], []))

    def test_cut_off(self):
        """What was read stays, for a text that ends at any byte; the base is used only if it was read."""
        text = json.dumps(SMALL)
        for at in range(len(text)):
            self.write(f"{at:04}.json", text[:at])
        done = self.run_uriel("--json", "--kind=wat", self.folder)
        rows = [json.loads(line) for line in done.stdout.decode().splitlines()]
        for at in range(len(text)):
            told = [row for row in rows if row["file"].endswith(f"/{at:04}.json")]
            raws = [row["raw"] for row in told if row["type"] == "reference"]
            self.assertEqual(raws, RAWS[:len(raws)], at)
            place, = (row.get("offset", 0) for row in told if row["type"] == "error")
            self.assertEqual(place, text.index("true") if 0 < at - text.index("true") < 4 else at)
        self.assertEqual(raws, RAWS)

    def test_deep_and_long(self):
        for opened in ("[", '{"a":'):
            deep = json.dumps(SMALL)[:-1] + ',"x":' + 100000 * opened
            told = self.wat(deep)
            self.assertEqual((told.raws, self.malformed(told)), (RAWS, [len(deep)]))
        told = self.wat(deep, "--memory=400K")
        self.assertEqual((told.ends[0]["status"], [error["code"] for error in told.errors]), ("too large", ["document-too-large"]))
        for key in ("l1", "A@/href", "Headers", "og:url"):
            long = json.dumps(SMALL).replace(f'"{key}"', f'"{key}{3_000_000 * "x"}"')
            told = self.wat(long)
            self.assertEqual((len(told.references), told.errors), (len(RAWS) - {"og:url": 1, "Headers": 2}.get(key, 0), []), key)
        told = self.wat(json.dumps(SMALL)[:-1] + ',"x":"' + (64 << 20) * "x" + '"}')
        self.assertEqual((told.ends[0]["status"], told.errors[0]["code"]), ("too large", "document-too-large"))
        self.assertEqual(self.wat(long, "--max-size=1M").ends[0]["status"], "too large")
        told = self.wat(json.dumps(SMALL)[:-1] + ',"x":"' + (63 << 20) * "x" + '"}', "--max-size=100M")
        self.assertEqual((told.raws, told.errors), (RAWS, []))

    def test_pieces(self):
        text = json.dumps(wat_of(PAGE, HEADERS))
        self.assertEqual(self.wat(text, program=FAULTY, env={"URIEL_PIECE": "3"}), self.wat(text))


class Wet(LinksTest):
    def test_conversion(self):
        """ISO 28500, 6.8: the plain text of a page, in UTF-8, retrieved from its URI; no base is needed for references with a scheme."""
        text = "See http://a.example/\u65e5.\nNo <a href=c> http://d.example/\n".encode()
        first = record(b"warcinfo", None, b"application/warc-fields", b"Software-Info: x\r\nrobots: classic\r\nisPartOf: CC http://c.example/\r\n")
        records = (first, record(b"conversion", URI.encode(), b"text/plain", text),
                   record(b"conversion", b"http://a.example/robots.txt", b"text/plain", b"Sitemap: /s\n"))
        told = self.links("a.warc.wet.gz", b"".join(map(gzip.compress, records)), base=None)
        self.assertEqual([(d.get("part", ""), d["kind"], d.get("retrieval")) for d in told.documents],
                         [("", "warc", None), ("1", "text", None), ("2", "text", URI), ("3", "robots", "http://a.example/robots.txt")])
        self.assertEqual((told.targets, told.errors), (
            ["http://c.example/", "http://a.example/%E6%97%A5", "http://d.example/", "http://a.example/s"], []))

    def test_text_that_seems_another_kind(self):
        """The declared type decides: the text of a page may begin like HTML, a message or an archive."""
        for text in (b"<!DOCTYPE html><a href=no>", b"From: a@b.example\nSubject: c\n\n", b"WARC/1.0\r\n", b'{"linkset":[', json.dumps(SMALL).encode(),
                     b"HTTP/1.1 200 OK\r\n\r\n"):
            told = self.links("a.wet", record(b"conversion", URI.encode(), b"text/plain", text), base=None)
            self.assertEqual(told.documents[1]["kind"], "text", text)

    def test_warcinfo(self):
        """Fields of warcinfo and metadata (application/warc-fields) are running text, whatever their names are."""
        for fields in (b"User-Agent: a\r\nDisallow: http://b.example/\r\n", b"From: a@b.example\r\nDate: x\r\nSubject: http://b.example/\r\n",
                       b"Received: x\r\nvia: http://b.example/\r\n", b"outlink: http://b.example/ L a/@href\r\n", b"a: <p>\r\nb: http://b.example/"):
            for kind in (b"warcinfo", b"metadata"):
                for target in (None, b"http://a.example/robots.txt"):
                    told = self.links("a.warc", record(kind, target, b"application/warc-fields", fields), base=None)
                    self.assertEqual(([d["format"] for d in told.documents], told.errors), (["warc", "warc-fields"], []), fields)
                    self.assertIn("http://b.example/", told.targets)


if __name__ == "__main__":
    unittest.main()
