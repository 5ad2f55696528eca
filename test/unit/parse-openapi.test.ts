import { describe, expect, it } from "vitest";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { parseOpenApi } from "../../compiler/parse/openapi/openapi.js";
import { Files } from "../../compiler/source/files.js";
import { SourceText } from "../../compiler/source/source-text.js";
import { inputOf } from "../support/compile.js";
import { workTime } from "../support/growth.js";
import { hostileDescriptions } from "./hostile-descriptions.js";

const noFiles = new Files(inputOf({}));

function parse(text: string) {
  const source = new SourceText("swagger.yaml", text);
  const reporter = new Reporter();
  const api = parseOpenApi(source, noFiles, reporter);
  return { api, problems: describeProblems(reporter), text, source };
}

const describeProblems = (reporter: Reporter) =>
  reporter.sorted().map(({ name, span, severity }) => {
    if (span === undefined) return `${severity} ${name}`;
    const { line, column } = span.source.place(span.start);
    return `${line}:${column} ${severity} ${name} ${JSON.stringify(span.source.text.slice(span.start, span.end))}`;
  });

const routing = ({ api }: ReturnType<typeof parse>) =>
  api?.paths.map(({ pattern, flow, operations }) => [
    pattern,
    flow?.src,
    ...operations.map((operation) => `${operation.method} ${operation.flow?.src}`),
  ]);

describe("an API description", () => {
  it.each([
    ["JSON", '{\n\t"paths": {\n\t\t"/a": {"get": null, "x-flow": "a.xml"}\n\t}\n}', 16],
    ["CR LF", "paths:\r\n  /a:\r\n    x-flow: a.xml\r\n    get:\r\n", 10],
    ["a byte order mark", "\uFEFFpaths:\n  /a: { x-flow: a.xml, get: }\n", 10],
  ])("may be %s", (_, text, start) => {
    const result = parse(text);
    expect(result.problems).toEqual([]);
    expect(routing(result)).toEqual([["/a", "a.xml", "GET undefined"]]);
    expect(result.api?.paths[0]?.span.start).toBe(start);
  });

  it("may leave paths and operations empty, and has no need of `info`", () => {
    const result = parse("paths:\n  x-flow: f.xml\n  /a:\n  /b: {}\n  /c:\n    get:\n    post: {}\n");
    expect(result.problems).toEqual([]);
    expect(routing(result)).toEqual([
      ["/a", undefined],
      ["/b", undefined],
      ["/c", undefined, "GET undefined", "POST undefined"],
    ]);
  });

  it("may use names of object members", () => {
    const result = parse(
      "paths:\n  /__proto__:\n    x-flow: constructor\n  /{constructor}:\n    x-flow: a.xml\n",
    );
    expect(result.problems).toEqual([]);
    expect(routing(result)).toEqual([
      ["/__proto__", "constructor"],
      ["/{constructor}", "a.xml"],
    ]);
  });

  it("ignores other extensions and the rest of OpenAPI", () => {
    const result = parse(
      "x-amazon: 1\nhost: a\nschemes: [http]\ndefinitions: { x-flow-y: 1 }\npaths:\n  x-b: 1\n  /a:\n    x-c: 1\n    description: x\n    servers: []\n    security: []\n    x-flow: a.xml\n    get: { x-d: 1, tags: [] }\n",
    );
    expect(result.problems).toEqual([]);
    expect(routing(result)).toEqual([["/a", "a.xml", "GET undefined"]]);
  });
});

describe("the base path", () => {
  it.each([
    ["swagger: '2.0'", ""],
    ["basePath:", ""],
    ["basePath: /", ""],
    ["basePath: ''", ""],
    ["basePath: /a/b/", "/a/b"],
    ["openapi: 3.0.0", ""],
    ["openapi: 3.0.0\nservers: []", ""],
    ["openapi: 3.0.0\nservers: [{ url: /v1/ }, { url: /v2 }]", "/v1"],
    ["openapi: 3.0.0\nservers: [{ url: 'https://example.com' }]", ""],
    ["openapi: 3.0.0\nservers: [{ url: 'https://example.com:8080/v1/x' }]", "/v1/x"],
    ["openapi: 3.0.0\nservers: [{ url: '//example.com/v1' }]", "/v1"],
    [
      "openapi: 3.0.0\nservers: [{ url: 'https://{host}/{v}', variables: { host: { default: a }, v: { default: v2 } } }]",
      "/v2",
    ],
  ])("of %j is %j", (text, expected) => {
    const { api, problems } = parse(`${text}\npaths: {}\n`);
    expect(problems).toEqual([]);
    expect(api?.basePath).toBe(expected);
  });

  it.each([
    ["basePath: v1", `1:11 error apiBasePath "v1"`],
    ["basePath: [1]", `1:11 error apiBasePath "[1]"`],
    ["basePath: /v1?x", `1:11 error apiBasePath "/v1?x"`],
    ["openapi: 3.0.0\nservers: [{ url: v1 }]", `2:18 error apiBasePath "v1"`],
    ["openapi: 3.0.0\nservers: [{ url: '/{v}' }]", `2:18 error apiServerUrl "'/{v}'"`],
    ["openapi: 3.0.0\nbasePath: /v1", `2:1 warning apiBasePathIgnored "basePath"`],
  ])("may be wrong: %j", (text, expected) => {
    const { api, problems } = parse(`${text}\npaths: {}\n`);
    expect(problems).toEqual([expected]);
    expect(api?.basePath).toBe("");
  });
});

describe("aliases and merge keys", () => {
  it("are followed", () => {
    const result = parse(
      "common: &common { x-flow: a.xml, get: }\nn: &n b.xml\npaths:\n  /a: *common\n  /b:\n    <<: *common\n    x-flow: *n\n  /c: { <<: [*common, { post: }] }\n",
    );
    expect(result.problems).toEqual([]);
    expect(routing(result)).toEqual([
      ["/a", "a.xml", "GET undefined"],
      ["/b", "b.xml", "GET undefined"],
      ["/c", "a.xml", "GET undefined", "POST undefined"],
    ]);
  });

  it("take the nearest anchor before them", () => {
    const result = parse("a: &n a.xml\npaths: { x-flow: *n }\nb: &n b.xml\nx-flow-init: *n\n");
    expect(result.api).toMatchObject({ fallbackFlow: { src: "a.xml" }, initFlow: { src: "b.xml" } });
  });

  it("that are wrong are reported", () => {
    expect(parse("paths: { x-flow: *n }").problems).toContain(`1:18 error yamlUnknownAlias "*n"`);
    expect(parse("n: &n x\npaths: { <<: *n }").problems).toEqual([`1:7 error yamlMerge "x"`]);
  });

  it("can be circular, but not so that each level doubles", () => {
    const once = parse("paths: &p\n  /a: *p\n");
    expect(once.api?.paths).toHaveLength(1);
    for (const content of ["[*a, *a]", "[&b [*a], *b]", "{ x: *a, y: [*a] }"]) {
      const { api, problems } = parse(`a: &a ${content}\npaths: {}\n`);
      expect(problems).toEqual([expect.stringMatching(/^1:\d+ error yamlCircle/)]);
      expect(api).toBeUndefined();
    }
  });

  it("cannot multiply what is read", () => {
    const members = Array.from({ length: 20_000 }, (_, i) => `  q${i}:\n`).join("");
    const paths = Array.from({ length: 20_000 }, (_, i) => `  /p${i}: *m\n`).join("");
    const { api, problems } = parse(`m: &m\n${members}paths:\n${paths}`);
    expect(problems).toEqual([`20007:8 error yamlAliases "*m"`]);
    expect(api).toBeUndefined();
  });

  it.each([
    ["lists", (inner: string) => `[${`${inner},`.repeat(9)}]`],
    ["mappings", (inner: string) => `{ ${[..."abcdefghi"].map((key) => `${key}: ${inner}`).join(", ")} }`],
    ["merge keys", (inner: string) => `{ <<: [${`${inner},`.repeat(9)}] }`],
  ])("cannot multiply by nesting: %s", (_, level) => {
    const rows = Array.from(
      { length: 9 },
      (_, i) => `n${i}: &n${i} ${level(i === 0 ? "{}" : `*n${i - 1}`)}\n`,
    );
    const { problems } = parse(`${rows.join("")}paths: {}\n`);
    expect(problems).toEqual([expect.stringMatching(/^\d+:\d+ error yamlAliases/)]);
  });

  it("cannot multiply a long text", () => {
    const { problems } = parse(`a: &a ${"x".repeat(100_000)}\nb: [${"*a, ".repeat(101)}]\npaths: {}\n`);
    expect(problems).toEqual([`2:405 error yamlAliases "*a"`]);
  });
});

describe("examples that operations share", () => {
  const shared = (size: number, operations: number) =>
    parse(
      JSON.stringify({
        responses: { R: { examples: { "text/plain": "x".repeat(size) } } },
        paths: Object.fromEntries(
          Array.from({ length: operations }, (_, i) => [
            `/p${i}`,
            { get: { "x-flow": "a.xml", responses: { 200: { $ref: "#/responses/R" } } } },
          ]),
        ),
      }),
    );

  it("are copied", () => {
    const { api, problems } = shared(100_000, 100);
    expect(problems).toEqual([]);
    expect(api?.paths.at(-1)?.operations[0]?.examples).toEqual([
      { mediaType: "text/plain", text: "x".repeat(100_000) },
    ]);
  });

  it("cannot be copied without end", () => {
    const { problems } = shared(100_000, 110);
    expect(problems).toEqual([expect.stringMatching(/^1:\d+ error examplesRepeated/)]);
  });
});

describe("errors", () => {
  it.each([
    ["", `1:1 error apiType ""`],
    ["- a", `1:1 error apiType ""`],
    ["paths", `1:1 error apiType ""`],
    ["swagger: '2.0'", `1:1 error apiPathsMissing ""`],
    ["paths: [/a]", `1:8 error apiType "[/a]"`],
    ["paths:\n  /a: b", `2:7 error apiType "b"`],
    ["paths:\n  /a:\n    get: b", `3:10 error apiType "b"`],
    ["paths:\n  x-flow: [a]", `2:11 error apiType "[a]"`],
    ["paths:\n  x-flow: 1", `2:11 error apiType "1"`],
    ["paths:\n  x-flow: ' '", `2:11 error apiType "' '"`],
    ["paths:\n  x-flow:", `2:3 error apiType "x-flow"`],
    ["paths: {}\nx-flow-init: {}", `2:14 error apiType "{}"`],
    ["paths: {}\nx-flow-error: e.xml", `2:15 error apiErrorFlow "e.xml"`],
    ["paths: {}\nx-flow-error: {}", `2:15 error apiErrorFlow "{}"`],
    ["paths: {}\nx-flow-error:", `2:1 error apiErrorFlow "x-flow-error"`],
    ["paths: {}\nx-flow-error: { flow: 1 }", `2:23 error apiType "1"`],
    ["paths:\n  /a:\n    $ref: '#/x'", `3:11 error referenceMissing "'#/x'"`],
    ["paths:\n  /a:\n    gte:", `3:5 warning apiUnknownMember "gte"`],
    ["paths:\n  /a:\n    GET:", `3:5 warning apiUnknownMember "GET"`],
    ["paths:\n  /a:\n  /a:", `3:3 error yamlDuplicateKey "/a"`],
    ["paths:\n  [a]: b", `2:3 error yamlKey "[a]"`],
  ])("of structure: %j", (text, expected) => {
    expect(parse(text).problems).toEqual([expected]);
  });

  it("of YAML have their place, and end reading", () => {
    const { api, problems } = parse("paths:\n  /a: {\n");
    expect(problems[0]).toMatch(/^3:1 error yamlSyntax|^2:8 error yamlSyntax/);
    expect(api).toBeUndefined();
    expect(parse("a: b: c\npaths: {}").problems[0]).toMatch(/^1:4 error yamlSyntax/);
    expect(parse("paths: {}\n---\npaths: {}").problems[0]).toMatch(/^2:1 error yamlDocuments/);
    expect(parse(`a: ${"[".repeat(20_000)}`).problems[0]).toMatch(/ error yamlTooDeep /);
    // Where the library only just overflows, V8 may end the process, so it must not come to that.
    for (const depth of [501, 900, 1_500, 3_200]) {
      expect(parse(`a: {${"[".repeat(depth)}}`).problems[0]).toMatch(/ error yamlTooDeep /);
    }
    expect(parse(`a: "${"[".repeat(900)}"`).problems[0]).not.toMatch(/ error yamlTooDeep /);
  });

  it("of tags are warnings", () => {
    expect(parse("paths: !x {}").problems).toEqual([`1:8 warning yamlWarning "!x"`]);
  });

  it("do not stop at the first one", () => {
    const { problems } = parse(
      "x-flow-init: 1\npaths:\n  a:\n  /b:\n    x-flow: 2\n    get:\n      x-flow: 3\n",
    );
    expect(problems).toEqual([
      `1:14 error apiType "1"`,
      `3:3 error pathStart "a"`,
      `5:13 error apiType "2"`,
      `7:15 error apiType "3"`,
    ]);
  });
});

describe("extensions", () => {
  it.each([
    ["x-flow: a\nx-flat-flow: a\npaths: {}", `2:1 warning extensionTwice "x-flat-flow"`],
    ["x-flow: a\nx-flat-flow: 'a'\npaths: {}", `2:1 warning extensionTwice "x-flat-flow"`],
    ["x-flow: a\nx-flat-flow: b\npaths: {}", `2:1 error extensionConflict "x-flat-flow"`],
    [
      "x-flat-error: { flow: a }\nx-flow-error: { flow: b }\npaths: {}",
      `2:1 error extensionConflict "x-flow-error"`,
    ],
    ["x-flow-int: a\npaths: {}", `1:1 warning extensionUnknown "x-flow-int"`],
    ["x-flat: a\npaths: {}", `1:1 warning extensionUnknown "x-flat"`],
    ["paths:\n  x-flow-init: a", `2:3 warning extensionMisplaced "x-flow-init"`],
    ["paths:\n  /a:\n    x-flat-error: a", `3:5 warning extensionMisplaced "x-flat-error"`],
    ["paths:\n  /a:\n    get:\n      x-flow-cors: a", `4:7 warning extensionMisplaced "x-flow-cors"`],
    ["x-flow-cors: {}\npaths: {}", `1:14 error corsOrigins "{}"`],
    ["x-flat-validate: true\npaths: {}", '1:18 error apiType "true"'],
    [
      "components:\n  securitySchemes:\n    A:\n      x-flow-cookiename: a\npaths: {}",
      `4:7 warning jwtCookieNameIgnored "x-flow-cookiename"`,
    ],
    ["paths:\n  x-flow-proxy: []", `2:17 error proxyConfiguration "[]"`],
    ["paths:\n  /a:\n    x-flat-proxy:", `3:5 error proxyConfiguration "x-flat-proxy"`],
  ])("%j", (text, expected) => {
    expect(parse(text).problems).toEqual([expected]);
  });

  it("name what was most likely meant", () => {
    const reporter = new Reporter();
    parseOpenApi(
      new SourceText("swagger.yaml", "x-flow-innit: a\npaths: { /a: { gett: } }"),
      noFiles,
      reporter,
    );
    expect(reporter.sorted().map(({ hint }) => hint)).toEqual([
      "Did you mean x-flow-init?",
      "Did you mean get?",
    ]);
  });
});

describe("paths", () => {
  const path = (text: string) => {
    const result = parse(`paths:\n  ${text}: { x-flow: a.xml }\n`);
    return { problems: result.problems, kept: result.api?.paths.length };
  };

  it.each(["/", "/a", "/a/", "/{a}", "/{a}.{b}/x{c}y", "/**", "/a/**", "/a-b/%20", '"/é"', "/{a b}"])(
    "may be %s",
    (text) => {
      expect(path(text)).toEqual({ problems: [], kept: 1 });
    },
  );

  it.each([
    ["a", `2:3 error pathStart "a"`],
    ['""', `2:3 error pathStart "\\"\\""`],
    ["/a/**/b", `2:6 error pathWildcardPlace "**"`],
    ["/**/**", `2:4 error pathWildcardPlace "**"`],
    ["/{a}/**", `2:3 error pathWildcardParameters "/{a}/**"`],
    ["/a{b", `2:5 error pathBrace "{"`],
    ["/a}b", `2:5 error pathBrace "}"`],
    ["/{a{b}}", `2:4 error pathBrace "{"`],
    ["/a/{}", `2:6 error pathParameterName "{}"`],
    ["/{ }", `2:4 error pathParameterName "{ }"`],
    ["/{a}/{a}", `2:8 error pathParameterTwice "{a}"`],
    ["/{a}{b}", `2:7 error pathParametersAdjacent "{b}"`],
    ["/a?b", `2:5 error pathCharacter "?"`],
    ["/a%2", `2:5 error pathEscape "%"`],
    ['"/a/{}"', `2:7 error pathParameterName "{}"`],
    ['"/\\u0061/{}"', `2:3 error pathParameterName "\\"/\\\\u0061/{}\\""`],
  ])("may be wrong: %s", (text, expected) => {
    expect(path(text)).toEqual({ problems: [expected], kept: 0 });
  });

  it("report all wrong segments", () => {
    expect(path("/{a/b}/c%")).toEqual({
      problems: [`2:4 error pathBrace "{"`, `2:8 error pathBrace "}"`, `2:11 error pathEscape "%"`],
      kept: 0,
    });
  });

  it("with a lone * stand for themselves", () => {
    expect(path("/a/*")).toEqual({ problems: [`2:6 warning pathStar "*"`], kept: 1 });
  });

  it.each([
    ["/a/{x}", "/a/{y}"],
    ["/{x}.json", "/{y}.json"],
    ["/é", "/%C3%A9"],
    ["/a b", "/a%20b"],
  ])("%s and %s cannot both be there", (a, b) => {
    const { problems, api } = parse(`paths:\n  ${a}: { x-flow: a }\n  /z:\n  ${b}: { x-flow: b }\n`);
    expect(problems).toEqual([`4:3 error pathDuplicate ${JSON.stringify(b)}`]);
    expect(api?.paths.map(({ pattern }) => pattern)).toEqual([a, "/z"]);
  });

  it.each([
    ["/a", "/a/"],
    ["/a", "/a/**"],
    ["/a/{x}", "/a/{x}/b"],
    ["/a/{x}", "/a/x"],
    ["/a/b", "/a%2Fb"],
  ])("%s and %s can both be there", (a, b) => {
    expect(parse(`paths:\n  ${a}:\n  ${b}:\n`).problems).toEqual([]);
  });
});

describe("hostile files", () => {
  // `parse-openapi-costs.test.ts` has ten times as much.
  it.each(hostileDescriptions(5_000))("cost little: %s", (_, text) => {
    const start = workTime();
    parse(text);
    expect(workTime() - start).toBeLessThan(1_500);
  });
});
