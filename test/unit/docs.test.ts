/** Checks the statements of the documentation, as far as a machine can. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { actions } from "../../compiler/constructs/actions/index.js";
import { catalogue } from "../../compiler/diagnostics/catalogue.js";
import { compile } from "../../compiler/index.js";
import { isTest } from "../../compiler/load/is-test.js";
import { Session } from "../../compiler/session/session.js";
import { readDirectory } from "../../compiler/source/read-directory.js";
import { unwrittenRows, updatePage } from "../docs/pages.js";
import { runtimeExports } from "../docs/runtime-exports.js";
import { walkthroughs } from "../docs/support/walkthrough.js";
import {
  compileFiles,
  describeDiagnostic,
  diagnose,
  type Files,
  inputOf,
  isError,
} from "../support/compile.js";
import { docPages, pageExamples } from "../support/doc-pages.js";
import { fixture, listFiles, repository } from "../support/project.js";
import { apiFiles } from "../support/samples.js";
import { partnerCertificate } from "../support/tokens.js";

const read = (path: string) => readFileSync(join(repository, path), "utf8");

const pages = [
  "README.md",
  "compiler/README.md",
  "runtime/README.md",
  ...listFiles(join(repository, "docs")).map((path) => `docs/${path}`),
].filter((path) => path.endsWith(".md"));

interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

const blocks: readonly Block[] = pages.flatMap((page) => {
  const text = read(page);
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((match) => ({
    page,
    line: text.slice(0, match.index).split("\n").length,
    language: match[1] as string,
    text: match[2] as string,
  }));
});

const inLanguage = (language: string) => blocks.filter((block) => block.language === language);

/** Examples that no test runs with their answer are built at least. */
const built = inLanguage("xml").filter(
  ({ page }) =>
    (!page.startsWith("docs/language/") || page.endsWith("/README.md") || page.includes("/actions/")) &&
    !walkthroughs.some((name) => page === `docs/${name}`),
);
const tests = built.filter(({ text }) => isTest(text));
const flows = built.filter((block) => !tests.includes(block));

describe("npm run docs", () => {
  test("has listed what the runtime exports", () => {
    const text = readFileSync(join(repository, "compiler/code/runtime-exports.ts"), "utf8");
    expect(text, "A helper is new or gone: run `npm run docs`.").toBe(runtimeExports());
  });

  test.each(pages.filter((page) => page.startsWith("docs/")))("would change nothing in %s", (page) => {
    const text = read(page);
    expect(text, "A definition has changed: run `npm run docs`, and read what it changes.").toBe(
      updatePage(text),
    );
  });

  test.each(pages)("has left no cell of %s that someone has to write", (page) => {
    expect(unwrittenRows(read(page))).toEqual([]);
  });
});

describe("docs/diagnostics.md", () => {
  const rows = [...read("docs/diagnostics.md").matchAll(/^\| (FLOW\d{4}) \| (\w+) \| (.+) \| (.+) \|$/gm)];

  test("has every code that other pages name", () => {
    const codes = new Set<string>(Object.values(catalogue).map(({ code }) => code));
    const unknown = pages.flatMap((page) =>
      [...read(page).matchAll(/\bFLOW\d{4}\b/g)]
        .filter(([code]) => !codes.has(code))
        .map(([code]) => `${page}: ${code}`),
    );
    expect(unknown).toEqual([]);
  });

  test("lists every code once, in order, with its severity", () => {
    const listed = rows.map(([, code, severity]) => `${code} ${severity}`);
    const known = Object.values(catalogue).map(({ code, severity }) => `${code} ${severity}`);
    expect(listed).toEqual([...known].sort());
  });
});

describe("examples of flows", () => {
  test("are found", () => {
    const marks = pages.flatMap((page) => read(page).match(/^```xml$/gm) ?? []);
    expect(flows).not.toEqual([]);
    expect(inLanguage("xml")).toHaveLength(marks.length);
  });

  test.each(flows)("$page:$line builds", async ({ text }) => {
    const content = /^\s*<flow>([\s\S]*)<\/flow>\s*$/.exec(text)?.[1] ?? text;
    const diagnostics = await diagnose(apiFiles({ "/x/{id}": content }, { files: named(content) }));
    // An example may go on with a variable that is not set in it, and be of a path with other parameters.
    const elsewhere: readonly string[] = [catalogue.unsetVariable.code, catalogue.pathParameter.code];
    expect(diagnostics.filter(({ code }) => !elsewhere.includes(code)).map(describeDiagnostic)).toEqual([]);
  });
});

describe("examples of tests", () => {
  test.each(tests)("$page:$line builds", async ({ text }) => {
    // The app sends the requests that the test answers.
    const requests = [...text.matchAll(/<backend-flow request="(\w+)"/g)].map(
      ([, id]) => `<request>{ "id": "${id}", "url": "https://upstream.example/" }</request>`,
    );
    const files = {
      ...apiFiles(
        { "/x": `${requests.join("")}<template>{{ $upstream }}</template>` },
        { files: named(text) },
      ),
      "tests/it.xml": text,
    };
    const { diagnostics } = await new Session().tests(inputOf(files), ["tests/it.xml"]);
    // The app of the page has other paths.
    const found = diagnostics.filter(({ code }) => code !== catalogue.untestedPath.code);
    expect(found.map(describeDiagnostic)).toEqual([]);
  });
});

/** Stand-ins for the files that an example names. */
function named(flow: string): Files {
  const stylesheet =
    '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"></xsl:stylesheet>';
  const sources = [...flow.matchAll(/\bsrc="(?:\.\.)?\/?([^"$]+)"/g)].map((match) => match[1] as string);
  const served = [...flow.matchAll(/\bdir="\/?([^"]+)"/g)].map(([, directory]) => `${directory}/index.html`);
  const paths = [...sources, ...served];
  return Object.fromEntries(paths.map((path) => [path, path.endsWith(".xsl") ? stylesheet : "<flow/>"]));
}

describe("examples of API descriptions", () => {
  test("are found", () => expect(inLanguage("yaml")).not.toEqual([]));

  test.each(inLanguage("yaml"))("$page:$line builds", async ({ text }) => {
    const flows = [...text.matchAll(/\S+\.xml/g)].map(([path]) => [path, "<flow/>"]);
    const keys = [...text.matchAll(/\S+\.pem/g)].map(([path]) => [path, partnerCertificate]);
    const files = Object.fromEntries([...flows, ...keys]);
    const { diagnostics } = await compileFiles({ "swagger.yaml": text, ...files });
    expect(diagnostics.map(describeDiagnostic)).toEqual([]);
  });
});

describe("docs/start.md", () => {
  test("shows the flow of fixtures/hello and the module that it becomes", async () => {
    const { modules } = await compile(readDirectory(fixture("hello"), undefined));
    const module = modules.find(({ path }) => path === "endpoints/get-hello.ts");
    const shown = blocks.filter(({ page }) => page === "docs/start.md").map(({ text }) => text);
    expect(shown).toContain(readFileSync(join(fixture("hello"), "hello.xml"), "utf8"));
    expect(shown).toContain(module?.text);
  });
});

describe("docs/commands/build.md", () => {
  test("shows a finding as it is printed", async () => {
    const { renderText } = await import("../../compiler/diagnostics/render.js");
    const { diagnostics } = await compileFiles({
      "swagger.yaml": "paths: { /orders: { x-flow: orders.xml } }",
      "orders.xml": `<flow>\n  <eval out="$name">concatt('a', 'b')</eval>\n</flow>\n`,
    });
    const printed = renderText(diagnostics, { directory: "flows", colour: false });
    const indented = printed.trimEnd().replaceAll(/^(?=.)/gm, "    ");
    expect(diagnostics.filter(isError)).toHaveLength(1);
    expect(read("docs/commands/build.md")).toContain(indented);
  });
});

describe("docs/language/actions", () => {
  test.each([...actions.values()])(
    "has a page of <$element> with its attributes",
    ({ element, attributes }) => {
      const page = read(`docs/language/actions/${element}.md`);
      expect(page.startsWith(`# \`<${element}>\`\n`)).toBe(true);
      const listed = [...page.matchAll(/^\| `([a-z-]+)` \| [^|]+ \|$/gm)].map((match) => match[1]);
      expect(listed.slice(0, attributes.length).sort()).toEqual([...attributes].sort());
    },
  );
});

describe.each(docPages("docs/language").filter(({ examples }) => examples.length > 0))(
  "docs/language: $name",
  pageExamples,
);

describe("links", () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => ({ page, target: match[1] as string })),
  );

  test.each(links.filter(({ target }) => !target.startsWith("http")))(
    "$page to $target",
    ({ page, target }) => {
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? page : join(dirname(page), path);
      expect(existsSync(join(repository, file))).toBe(true);
      if (anchor === undefined) return;
      const anchors = [...read(file).matchAll(/^#+ (.*)$/gm)].map((match) => anchorOf(match[1] as string));
      expect(anchors).toContain(anchor);
    },
  );
});

/** As renderers of Markdown name a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
