# SPDX-License-Identifier: MIT
"""The page of --report in a headless browser."""
import re
import unittest

from page import CHROMIUM, IN_CI, Page, dom, screenshot
from support import is_sanitized
from test_report import ReportTest, write_hostile


@unittest.skipIf(is_sanitized(), "what is asked here is the browser, of the same page")
@unittest.skipUnless(CHROMIUM or IN_CI, "chromium is not installed: tools/setup clients")
class Browser(ReportTest):
    """The page in headless Chromium; if CI lacks it, that is a failure."""

    def setUp(self):
        super().setUp()
        self.write_some()
        write_hostile(self)

    def test_what_is_shown(self):
        """The browser reads the page as written, without errors."""
        read = self.report()
        out, console = dom(self.page)
        seen = Page(out.replace("<!DOCTYPE html>", "", 1))
        self.assertEqual(console, [])
        self.assertEqual(seen.tables, read.tables)
        self.assertEqual(seen.svg_texts, read.svg_texts)
        self.assertEqual(seen.number("references"), self.query("SELECT count(*) FROM reference")[0][0])

    def test_the_policy_holds(self):
        """Injected content is not run and not loaded, and the console has a message about it."""
        self.report()
        self.page.write_text(self.page.read_text().replace(
            "</main>", "<script>document.title = 'alive'</script><img src='x.png' onerror='document.title = 1'></main>"))
        out, console = dom(self.page)
        self.assertIn("<title>References in test.db</title>", out)
        self.assertGreaterEqual(len(console), 2, console)

    def test_light_and_dark(self):
        self.report()
        light = screenshot(self.page, self.place / "light.png", 600, 500, False)
        dark = screenshot(self.page, self.place / "dark.png", 600, 500, True)
        self.assertEqual(light.corner, (0xF6, 0xF6, 0xF4))
        self.assertEqual(dark.corner, (0x12, 0x14, 0x17))
        for picture in (light, dark):
            self.assertEqual((picture.width, picture.height), (600, 500))
            self.assertGreater(len(picture.colours), 30)

    def test_no_sideways_scrolling(self):
        """On a phone, with everything unfolded: the page is not wider than the screen."""
        self.report()
        frame = self.place / "frame.html"
        frame.write_text("""<!DOCTYPE html><body><iframe width="390" height="800" src="report.html"></iframe><script>
            onload = () => { const page = document.querySelector('iframe').contentDocument;
              page.querySelectorAll('details').forEach(details => details.open = true);
              document.body.dataset.wide = page.documentElement.scrollWidth;
              document.body.dataset.high = page.documentElement.scrollHeight; }</script>""")
        out, _ = dom(frame, "--allow-file-access-from-files")
        self.assertIn('data-wide="390"', out)
        self.assertGreater(int(re.search(r'data-high="(\d+)"', out).group(1)), 2000)
        self.page.write_text(self.page.read_text().replace("</main>", "<p style='width: 500px'>wide</p></main>"))
        self.assertNotIn('data-wide="390"', dom(frame, "--allow-file-access-from-files")[0])


if __name__ == "__main__":
    unittest.main()
