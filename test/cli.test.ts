import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Build, run } from "../bin/cli.js";
import { Reporter } from "../compiler/diagnostics/reporter.js";
import { hash } from "../compiler/source/hash.js";
import { SourceText } from "../compiler/source/source-text.js";
import { repository } from "./support/project.js";

/** A compiler that turns each line of `*.xml` into a file: `path text`. A line `error` or `warning` is reported. */
const build: Build = async ({ list, read }) => {
  const reporter = new Reporter();
  const files = list.flatMap((path) => {
    const source = new SourceText(path, path.endsWith(".xml") ? (read(path) ?? "") : "");
    return source.text.split("\n").flatMap((line) => {
      if (line === "crash") throw new TypeError("x is not a function");
      const start = source.text.indexOf(line);
      if (line === "error") reporter.report(source.span(start, start + 5), "xpathEmpty");
      if (line === "warning")
        reporter.report(source.span(start, start + 7), "extensionTwice", { key: "a", other: "b" });
      const [, name, text] = /^(\S+) (.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ path: name, text: text ?? "" }];
    });
  });
  const flows = list.filter((path) => path.endsWith(".xml"));
  return {
    files: reporter.hasErrors ? [] : files,
    diagnostics: reporter.sorted(),
    endpoints: files.length,
    inputs: new Map(flows.map((path) => [path, hash(read(path) ?? "")])),
  };
};

let base: string;
let before: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "flowc-cli-")));
  before = process.cwd();
  process.chdir(base);
});
afterEach(() => {
  process.chdir(before);
  rmSync(base, { recursive: true });
});

function write(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function flowc(...args: string[]) {
  let [stdout, stderr] = ["", ""];
  const code = await run(args, {
    build,
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    colour: false,
  });
  return { code, stdout, stderr };
}

/** All files below a directory, with their text. */
function contents(directory: string): Record<string, string> {
  const paths = readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
  const files = paths.filter((path) => statSync(join(directory, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(directory, path), "utf8")]));
}

describe("usage", () => {
  test.each([
    [[]],
    [["frobnicate"]],
    [["build"]],
    [["build", "flows"]],
    [["build", "flows", "more", "-o", "gen"]],
    [["build", "flows", "-o"]],
    [["build", "flows", "-o", "gen", "--fast"]],
    [["build", "flows", "-o", "gen", "--format", "xml"]],
    [["build", "missing", "-o", "gen"]],
    [["build", "flows/a.xml", "-o", "gen"]],
    [["build", "flows", "-o", "flows/a.xml"]],
    [["build", "flows", "-o", "flows"]],
    [["build", "flows", "-o", "./flows/../flows/"]],
    [["build", "flows", "-o", "link"]],
    [["build", "flows", "-o", ""]],
    [["build", "", "-o", "gen"]],
  ])("%j is wrong: exit code 2, and nothing is written", async (args) => {
    write("flows/a.xml", "a.ts a");
    symlinkSync("flows", "link");
    const { code, stdout, stderr } = await flowc(...args);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).not.toBe("");
    expect(existsSync("gen")).toBe(false);
    expect(contents("flows")).toEqual({ "a.xml": "a.ts a" });
  });

  test("--version and --help answer on stdout", async () => {
    const { version } = JSON.parse(readFileSync(join(before, "package.json"), "utf8")) as { version: string };
    expect(await flowc("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    for (const args of [["--help"], ["build", "--help"], ["help"]]) {
      const { code, stdout, stderr } = await flowc(...args);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("Usage: flowc");
    }
  });

  test("a file that cannot be read is no mistake of flowc", async () => {
    write("flows/a.xml", "a.ts a");
    const size = 65 * 1024 * 1024;
    write("flows/big.xml", "x".repeat(size));
    const { code, stderr } = await flowc("build", "flows", "-o", "gen");
    expect(code).toBe(2);
    expect(stderr).toBe("flowc: big.xml is larger than 67108864 bytes.\n");
  });
});

describe("diagnostics", () => {
  test("errors: exit code 1, a code frame on stderr, and nothing in the output directory changes", async () => {
    write("flows/a.xml", "a.ts a");
    await flowc("build", "flows", "-o", "gen");
    const written = contents("gen");
    write("flows/a.xml", "a.ts b\nerror\nwarning");
    const { code, stdout, stderr } = await flowc("build", "flows/", "-o", "gen");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^flows\/a\.xml:2:1 error FLOW2005 .*\n {2}1 \| a\.ts b\n {2}2 \| error\n {4}\| \^{5}\n/,
    );
    expect(stderr).toMatch(/\nflows\/a\.xml:3:1 warning FLOW1120 .*\n(?:.*\n)*\n1 error, 1 warning\n$/);
    expect(contents("gen")).toEqual(written);
  });

  test("warnings are shown, and the build is written", async () => {
    write("flows/a.xml", "a.ts a\nwarning");
    const { code, stderr } = await flowc("build", "flows", "-o", "gen");
    expect(code).toBe(0);
    expect(stderr).toContain("flows/a.xml:2:1 warning");
    expect(existsSync("gen/a.ts")).toBe(true);
  });

  test("--format json prints one document on stderr, whatever happens", async () => {
    write("flows/a.xml", "a.ts a");
    const json = async () => {
      const { code, stderr } = await flowc("build", "flows", "-o", "gen", "--format", "json");
      return { code, ...(JSON.parse(stderr) as { diagnostics: object[]; errors: number; warnings: number }) };
    };
    expect(await json()).toEqual({ code: 0, version: 1, diagnostics: [], errors: 0, warnings: 0 });
    write("gen/a.ts", "edited");
    expect(await json()).toMatchObject({ code: 1, diagnostics: [{ code: "FLOW5002" }], errors: 1 });
    write("flows/a.xml", "error");
    expect(await json()).toMatchObject({
      code: 1,
      diagnostics: [{ file: "flows/a.xml", line: 1, endColumn: 6 }],
    });
    write("flows/a.xml", "crash");
    expect(await json()).toMatchObject({ code: 1, diagnostics: [{ code: "FLOW5099" }], errors: 1 });
  });

  test("a mistake of flowc asks to be reported, and changes nothing", async () => {
    write("flows/a.xml", "crash");
    const { code, stderr } = await flowc("build", "flows", "-o", "gen");
    expect(code).toBe(1);
    expect(stderr).toContain("flowc itself failed: x is not a function");
    expect(stderr).toContain("Please report it");
    expect(stderr).toContain("\nTypeError: x is not a function\n    at ");
    expect(existsSync("gen")).toBe(false);
  });
});

describe("output", () => {
  test("the first build into a directory names the page about generated code, which is there; no other one does", async () => {
    write("flows/a.xml", "app.ts a");
    const build = (...more: string[]) => flowc("build", "flows", "-o", "gen", ...more);
    const [, page = ""] = /^built .*\nto read it: (.+)\n$/.exec((await build()).stdout) ?? [];
    expect(page).toMatch(/docs[/\\]generated-code\.md$/);
    expect(existsSync(join(repository, page.slice(page.lastIndexOf("docs"))))).toBe(true);
    expect((await build()).stdout).toMatch(/^built .*\n$/);
    rmSync("gen", { recursive: true });
    expect((await build("--format", "json")).stdout).toMatch(/^built .*\n$/);
  });

  test("a build writes its files, a manifest, and what it did", async () => {
    write("flows/a.xml", "app.ts a\nendpoints/deep/b.ts b");
    write("flows/asset.bin", "never read");
    const { code, stdout, stderr } = await flowc("build", "flows", "-o", "new/gen/");
    expect(stdout).toMatch(
      /^built 2 endpoints into new\/gen\/ in \d+\.\d s\nto read it: .*generated-code\.md\n$/,
    );
    expect([code, stderr]).toEqual([0, ""]);
    const files = contents("new/gen");
    expect(Object.keys(files)).toEqual(["app.ts", "endpoints/deep/b.ts", "flowc.json"]);
    expect(files["endpoints/deep/b.ts"]).toBe("b");
    const manifest = JSON.parse(files["flowc.json"] ?? "") as { inputs: object; outputs: object };
    expect(Object.keys(manifest.inputs)).toEqual(["a.xml"]);
    expect(Object.keys(manifest.outputs)).toEqual(["app.ts", "endpoints/deep/b.ts"]);
    expect(readdirSync("new/gen")).toEqual(["app.ts", "endpoints", "flowc.json"]);
  });

  test("the same flows give the same bytes, wherever they are", async () => {
    for (const place of ["one", "two/deeper"]) {
      write(`${place}/flows/b.xml`, "b.ts b");
      write(`${place}/flows/a.xml`, "a.ts a");
      await flowc("build", join(base, place, "flows"), "-o", `${place}/gen`);
    }
    expect(contents("one/gen")).toEqual(contents("two/deeper/gen"));
  });

  test("what does not change keeps its time; what is no longer made goes, with its directory", async () => {
    write("flows/a.xml", "a.ts a\nb.ts b\nendpoints/deep/c.ts c\nendpoints/d.ts d");
    await flowc("build", "flows", "-o", "gen");
    write("gen/endpoints/mine.ts", "mine");
    const past = new Date(2020, 1, 1);
    for (const path of ["a.ts", "b.ts"]) utimesSync(join("gen", path), past, past);
    write("flows/a.xml", "a.ts a\nb.ts new");
    expect((await flowc("build", "flows", "-o", "gen")).code).toBe(0);
    expect(statSync("gen/a.ts").mtime).toEqual(past);
    expect(statSync("gen/b.ts").mtime).not.toEqual(past);
    expect(Object.keys(contents("gen"))).toEqual(["a.ts", "b.ts", "endpoints/mine.ts", "flowc.json"]);
    expect(existsSync("gen/endpoints/deep")).toBe(false);
  });

  test("--sbom is handed to the compiler", async () => {
    write("flows/a.xml", "a.ts a");
    const asked: boolean[] = [];
    const asking: Build = (input, options) => {
      asked.push(options.sbom);
      return build(input, options);
    };
    await flowc("build", "flows", "-o", "gen");
    for (const more of [[], ["--sbom"]])
      await run(["build", "flows", "-o", "gen", ...more], {
        build: asking,
        stdout() {},
        stderr() {},
        colour: false,
      });
    expect(asked).toEqual([false, true]);
  });

  test("a file that was edited, or is not ours, stops the build and is named; --force overrides", async () => {
    write("flows/a.xml", "a.ts a\nb.ts b\nc.ts c");
    await flowc("build", "flows", "-o", "gen");
    write("gen/a.ts", "edited");
    write("gen/c.ts", "edited");
    write("gen/d.ts", "mine");
    write("flows/a.xml", "a.ts new\nb.ts new\nd.ts new");
    const written = contents("gen");
    const { code, stderr, stdout } = await flowc("build", "flows", "-o", "./gen");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("error FLOW5002 ./gen/a.ts was changed");
    expect(stderr).toContain("error FLOW5002 ./gen/c.ts was changed");
    expect(stderr).toContain("error FLOW5001 ./gen/d.ts exists");
    expect(stderr).toContain("\n\n3 errors\n");
    expect(contents("gen")).toEqual(written);
    expect((await flowc("build", "flows", "-o", "gen", "--force")).code).toBe(0);
    expect(contents("gen")).toMatchObject({ "a.ts": "new", "b.ts": "new", "d.ts": "new" });
    expect(existsSync("gen/c.ts")).toBe(false);
  });

  test("links in the output directory are not followed, even with --force", async () => {
    write("flows/a.xml", "a.ts a\nendpoints/b.ts b");
    write("elsewhere/b.ts", "mine");
    write("target.ts", "mine");
    mkdirSync("gen");
    symlinkSync("../elsewhere", "gen/endpoints");
    symlinkSync("../target.ts", "gen/a.ts");
    const { code, stderr } = await flowc("build", "flows", "-o", "gen", "--force");
    expect(code).toBe(1);
    expect(stderr).toContain("FLOW5003 gen/a.ts");
    expect(stderr).toContain("FLOW5003 gen/endpoints/b.ts");
    expect([contents("elsewhere"), readFileSync("target.ts", "utf8")]).toEqual([{ "b.ts": "mine" }, "mine"]);
  });

  test("a manifest that is not ours deletes nothing", async () => {
    write("flows/a.xml", "a.ts a");
    write("precious.txt", "");
    const hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    write("gen/flowc.json", JSON.stringify({ version: 1, inputs: {}, outputs: { "../precious.txt": hash } }));
    expect((await flowc("build", "flows", "-o", "gen")).code).toBe(1);
    expect((await flowc("build", "flows", "-o", "gen", "--force")).code).toBe(0);
    expect(existsSync("precious.txt")).toBe(true);
  });

  test("an output directory inside the flow directory is no input", async () => {
    write("flows/a.xml", "gen.xml a");
    await flowc("build", "flows", "-o", "flows/gen");
    const first = contents("flows/gen");
    expect((await flowc("build", "flows", "-o", "flows/gen")).code).toBe(0);
    expect(contents("flows/gen")).toEqual(first);
  });

  test("an output directory around the flow directory leaves the flows alone", async () => {
    write("flows/a.xml", "a.ts a");
    expect((await flowc("build", "flows", "-o", ".")).code).toBe(0);
    expect(Object.keys(contents("."))).toEqual(["a.ts", "flowc.json", "flows/a.xml"]);
  });
});
