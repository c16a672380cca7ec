# SPDX-License-Identifier: MIT
"""Sets of links (RFC 9264)."""
import unittest

from support import BASE, FAULTY, LinksTest

EXAMPLE = "https://example.org/resource1"
# RFC 9264, 7.1 and 7.2: anchor, relation, target.
TEXT = f"""<https://authors.example.net/johndoe>
   ; rel="author"
   ; type="application/rdf+xml"
   ; anchor="{EXAMPLE}",
<{EXAMPLE}?version=3>
   ; rel="latest-version"
   ; type="text/html"
   ; anchor="{EXAMPLE}",
<{EXAMPLE}?version=2>
   ; rel="predecessor-version"
   ; type="text/html"
   ; anchor="{EXAMPLE}?version=3"
"""
JSON = f"""{{ "linkset":
  [
    {{ "anchor": "{EXAMPLE}",
      "author": [
        {{ "href": "https://authors.example.net/johndoe",
          "type": "application/rdf+xml"
        }}
      ],
      "memento": [
        {{ "href": "{EXAMPLE}?version=1",
          "type": "text/html",
          "datetime": "Thu, 13 Jun 2019 09:34:33 GMT"
        }},
        {{ "href": "{EXAMPLE}?version=2",
          "title*": [ {{ "value": "n\u00e4chstes Kapitel", "language": "de" }} ]
        }}
      ]
    }},
    {{ "anchor": "{EXAMPLE}?version=3",
      "https://example.com/relations/baz": [
        {{ "hreflang": [ "en", "de" ], "href": "{EXAMPLE}?version=2" }}
      ]
    }}
  ]
}}
"""
KEYS = ("target", "relation", "attribute", "identifies")


def link(target, relation):
    return (target, relation, None, None)


def anchor(target):
    return (target, None, "anchor", True)


class Linkset(LinksTest):
    def both(self, kind, text, **how):
        return self.links("a", text, "--kind=" + kind, **how)

    def rows(self, told):
        return [(*row[:3], row[3] or None) for row in told.values(*KEYS)]

    def test_text(self):
        told = self.both("linkset", TEXT)
        self.assertEqual((told.documents[0]["kind"], told.documents[0]["format"], told.errors), ("linkset", "linkset", []))
        self.assertEqual(self.rows(told), [
            link("https://authors.example.net/johndoe", "author"), anchor(EXAMPLE), link(EXAMPLE + "?version=3", "latest-version"),
            anchor(EXAMPLE), link(EXAMPLE + "?version=2", "predecessor-version"), anchor(EXAMPLE + "?version=3")])
        self.assertEqual(told.values("line", "column"), [(1, 2), (4, 14), (5, 2), (8, 14), (9, 2), (12, 14)])
        self.assertEqual({"header" in record for record in told.references}, {False})

    def test_relative(self):
        """RFC 9264, 4: without an anchor, or with relative references, the context is where the document is from."""
        self.assertEqual(self.both("linkset", "<b>;rel=c").targets, [BASE + "b"])
        self.assertEqual(self.both("linkset-json", '{"linkset":[{"c":[{"href":"b"},{"href":""}]}]}').targets, [BASE + "b", BASE + "a"])

    def test_text_malformed(self):
        told = self.both("linkset", "<a>;rel=b,\nc, d, <e>;rel=f, <g> h ,\n <i>;rev=j, <k")
        self.assertEqual(told.values("raw", "relation"), [("a", "b"), ("e", "f"), ("g", None), ("i", "rev=j")])
        self.assertEqual([(error["code"], error["offset"], error["message"][:18]) for error in told.errors],
                         [("link-malformed", 11, "line 2, column 1: ")])
        self.assertIn("the first of 3 such errors", told.errors[0]["message"])
        self.assertEqual(self.both("linkset", "\ufeff\n").errors, [])

    def test_json(self):
        for options in (["--kind=linkset-json"], []):
            for text in (JSON, "\n " + JSON):
                told = self.links("a.json", text, *options)
                self.assertEqual((told.documents[0]["kind"], told.documents[0]["format"], told.errors), ("linkset", "linkset-json", []))
                self.assertEqual(self.rows(told), [
                    anchor(EXAMPLE), link("https://authors.example.net/johndoe", "author"), link(EXAMPLE + "?version=1", "memento"),
                    link(EXAMPLE + "?version=2", "memento"), anchor(EXAMPLE + "?version=3"),
                    link(EXAMPLE + "?version=2", "https://example.com/relations/baz")])
        self.assertEqual(told.values("line", "column")[:2], [(4, 18), (6, 20)])

    def test_declared(self):
        for kind, text in (("linkset", TEXT), ("linkset-json", JSON)):
            head = f"HTTP/1.1 200 OK\r\nContent-Type: application/{kind.replace('-', '+')}; profile=\"https://x.example/\"\r\n\r\n"
            told = self.links("a", head + text)
            self.assertEqual((told.documents[1]["format"], len(told.references), told.errors), (kind, 6, []))

    def test_escapes(self):
        """RFC 8259, 7."""
        told = self.both("linkset-json", r'{"linkset":[{"\u006eext":[{"hr\u0065f":"\/b\u002f\ud83d\ude00\"","x":{"href":"no"}}]}]}')
        self.assertEqual(told.values("raw", "reference", "relation"), [(r'\/b\u002f\ud83d\ude00\"', "/b/%F0%9F%98%80%22", "next")])

    def test_ignored(self):
        """RFC 9264, 4.2.4 and 4.2.5: attributes of targets, and extensions such as the context of JSON-LD."""
        told = self.both("linkset-json", '{"@context": [{"linkset": ["x"]}], "linkset": [{"next": [{"a": {"href": "x"}, "href": "b", "c": [["href"]]}]}], "d": 1}')
        self.assertEqual((told.raws, told.errors), (["b"], []))

    def test_json_malformed(self):
        """RFC 9264, 4.2.1 to 4.2.3: everything else is reported, and the rest is read."""
        good = '{"next":[{"href":"z"}]}'
        cases = [
            ('{}', 2, []), ('[]', 0, []), ('"x"', 0, []), ("", 0, []), ('{"linkset":{}}', 11, []), ('{"linkset":1}', 11, []),
            ('{"linkset":["x",%s]}', 12, ["z"]), ('{"linkset":[["x"],%s]}', 12, ["z"]), ('{"linkset":[{"anchor":["x"]},%s]}', 22, ["z"]),
            ('{"linkset":[{"next":"x"},%s]}', 20, ["z"]), ('{"linkset":[{"next":{"href":"x"}},%s]}', 20, ["z"]),
            ('{"linkset":[{"next":["x",{"href":"y"}]},%s]}', 21, ["y", "z"]), ('{"linkset":[{"next":[{}]},%s]}', 22, ["z"]),
            ('{"linkset":[{"next":[{"href":null}]},%s]}', 29, ["z"]), ('{"linkset":[{"next":[{"href":["x"]}]},%s]}', 29, ["z"]),
            ('{"linkset":[%s', 35, ["z"]), ('{"linkset":[%s]}x', 37, ["z"]), ('{"linkset":[%s,{"next":[{"href":"y\n', 55, ["z"]),
            (r'{"linkset":[{"next":[{"href":"\ud800"}]},%s]}', 30, ["%EF%BF%BD", "z"]),
        ]
        for text, offset, raws in cases:
            told = self.both("linkset-json", text.replace("%s", good))
            self.assertEqual([(error["code"], error.get("offset", 0)) for error in told.errors if error["code"] == "link-malformed"],
                             [("link-malformed", offset)], text)
            self.assertEqual(told.raws if "ud800" not in text else [record["reference"] for record in told.references], raws, text)
            self.assertNotIn("such errors", told.errors[0]["message"])

    def test_deep(self):
        self.assertEqual(len(self.both("linkset-json", '{"linkset":' + 300000 * "[").errors), 1)
        told = self.links("a", '{"linkset":[{"next":[{"href":"b"}]},' + 300000 * "[", "--kind=linkset-json", "--memory=500K")
        self.assertEqual((told.ends[0]["status"], [error["code"] for error in told.errors]), ("too large", ["document-too-large"]))

    def test_by_content(self):
        for text, kind in (('{"linkset" :\n[', "linkset-json"), ('{"linkset":{', "text"), ('{"linkset"', "text"), ("<a>; rel=b", "text")):
            self.assertEqual(self.links("a.json", text).documents[0]["format"], kind)

    def test_pieces(self):
        for kind, text in (("linkset", TEXT), ("linkset-json", JSON)):
            self.assertEqual(self.both(kind, text, program=FAULTY, env={"URIEL_PIECE": "3"}), self.both(kind, text))


if __name__ == "__main__":
    unittest.main()
