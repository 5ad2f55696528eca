/** Every page of docs/language/functions/ has an example, and the example answers what the page says. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { functions } from "../../compiler/functions/index.js";
import { compileFiles } from "../support/compile.js";
import { repository } from "../support/project.js";
import { apiFiles, ask, flow } from "../support/samples.js";

const directory = join(repository, "docs/language/functions");

const pages = readdirSync(directory)
  .filter((name) => name !== "README.md")
  .map((name) => ({ name, text: readFileSync(join(directory, name), "utf8") }));

describe.each(pages)("$name", ({ name, text }) => {
  const example = /^```xml\n<flow>\n([\s\S]*?)<\/flow>\n```\n\nAnswer:\n\n```json\n([\s\S]*?)^```$/m.exec(
    text,
  );
  const files = Object.fromEntries(
    [...text.matchAll(/^`([\w.]+)`:\n\n```json\n([\s\S]*?)^```$/gm)].map((match) => [
      match[1],
      match[2] ?? "",
    ]),
  );

  test("describes functions that exist, and is listed", () => {
    const heading = /^# (.*)\n/.exec(text)?.[1] ?? "";
    const names = [...heading.matchAll(/`([a-z0-9-]+)\(\)`/g)].map((match) => match[1] ?? "");
    expect(names).toContain(name.replace(/\.md$/, ""));
    expect(names.filter((each) => !functions.has(each))).toStrictEqual([]);
    expect(readFileSync(join(directory, "README.md"), "utf8")).toContain(`](${name})`);
  });

  test("has an example that answers as it says", async () => {
    const [, content = "", expected = ""] = example ?? [];
    expect(content).not.toBe("");
    expect((await compileFiles(apiFiles({ "/x": content }, { files }))).diagnostics).toStrictEqual([]);
    const response = await ask(await flow(content, { files }));
    expect({ status: response.status, body: response.json() }).toStrictEqual({
      status: 200,
      body: JSON.parse(expected),
    });
  });
});

test("every function that is not XPath's own has a page", () => {
  const headings = pages.map(({ text }) => text.slice(0, text.indexOf("\n"))).join("\n");
  const missing = [...functions.keys()].filter((name) => !headings.includes(`\`${name}()\``));
  expect(missing).toStrictEqual([
    ..."last position count id local-name namespace-uri name".split(" "),
    ..."string concat starts-with contains substring-before substring-after substring".split(" "),
    ..."string-length normalize-space translate".split(" "),
    ..."boolean not true false lang".split(" "),
    ..."number sum floor ceiling round".split(" "),
    ..."content body".split(" "),
  ]);
});
