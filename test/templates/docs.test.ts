/** The pages of docs/language/templates/ and their examples. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { docPages, pageExamples } from "../support/doc-pages.js";
import { repository } from "../support/project.js";

const directory = "docs/language/templates";

describe.each(docPages(directory))("$name", (page) => {
  pageExamples(page);

  test("is listed", () => {
    expect(readFileSync(join(repository, directory, "README.md"), "utf8")).toContain(`](${page.name})`);
  });
});
