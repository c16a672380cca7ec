/* SPDX-License-Identifier: MIT */
/* Lists the references of documents as src/html sees them: reads the documents from standard input
 * (pages.h), writes their lines (lines.h). */
#include "list_lines.h"
#include "pages.h"

int main(void)
{
  struct page page = {0};
  while (page_read(&page, stdin)) {
    struct lines lines = {0};
    list_lines(page.ptr, page.len, false, &lines);
    lines_write(&lines, stdout);
    lines_free(&lines);
  }
  page_free(&page);
  return fflush(stdout) || ferror(stdin);
}
