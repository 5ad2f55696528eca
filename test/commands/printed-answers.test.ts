/**
 * The answers that the reference of the original engine prints, as one recording: `flowc compare` finds no difference but
 * those on purpose. The flows do what the examples do, in words of our own.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flowc } from "../support/project.js";
import { appOf } from "./app.js";

const json = "application/json";
const template = (text: string): string => `<template>${text}</template>`;
const value = (expression: string): string => template(`{ "is": {{ ${expression} }} }`);
const is = (printed: unknown): string => JSON.stringify({ is: printed });

interface More {
  /** Of the request: JSON. */
  readonly body?: string;
  readonly method?: string;
  readonly path?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Of the answer; a page of JSON with 200 if nothing is said. */
  readonly status?: number;
  readonly answered?: Readonly<Record<string, string>>;
}

const numbers = '{ "list": [1, 2, 3] }';
const order = '{ "a": -2, "b": 4, "c": 37, "issue": { "category": 6 } }';
const account = '{ "account": { "name": "alice", "mail": "alice@example.com", "id": 4711 } }';
const pairs = '{ "foo": 1, "bar": [{ "key": "value" }], "baz": 3 }';
const failure = (message: string, status: number, code: number, info = "Flow Error triggered"): string =>
  JSON.stringify({ error: { message, status, code, info: [info] } });
const cors = { "access-control-allow-credentials": "true", "access-control-allow-methods": "GET" };

const rows: readonly (readonly [flow: string, printed: string, more?: More])[] = [
  [value("json-stringify(array-reverse(json-parse('[2,1,3]')))"), is("[3,1,2]")],
  [value("json-stringify(sort(json-parse('[2,1,3]')))"), is("[1,2,3]")],
  [value("json-stringify(sort(json-parse('[2,1,3]'), '', true()))"), is("[3,2,1]")],
  [value('ends-with("foo", "oo")'), is(true)],
  [value('join(":", "a", "b")'), is("a:b")],
  [value("json-parse('{\"active\":true}')/active = true()"), is(true)],
  [value("json-stringify(true())"), is("true")],
  [value("json-stringify(42)"), is("42")],
  [value('json-stringify("foo")'), is('"foo"')],
  [value('replace("FIT", "^F", "H")'), is("HIT")],
  [value('replace("banAna", "na", "l", "i")'), is("ball")],
  [value(`replace("foo-bar-baz", "b(.)(.)", "b$1$1$1$\{7}$2$2$2")`), is("foo-baaarrr-baaazzz")],
  [value("string(split('A  B C')[2])"), is("B")],
  [value("trim('  xy\n  ')"), is("xy")],
  [
    value("uuid3('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'example.com')"),
    is("9073926b-929f-31c2-abc9-fad77ae3e8eb"),
  ],
  [template('[ {{loop array(split("Alice.Bob.Eve", "\\.")) }} {{ . }} {{end}} ]'), '["Alice","Bob","Eve"]'],
  [template('{ "n": [ {{loop $body/json/list}} {{ . }} {{end}} ] }'), '{"n":[1,2,3]}', { body: numbers }],
  [
    template(`{{with $body/json}} { "n": [ {{if a > 0 }} {{ b }} {{else}} {{ c }} {{end}} ],
      {{if issue/category }} "of": {{ issue/category }}, "isPrivate": {{ issue/category != 6 }} {{end}} } {{end}}`),
    '{"n":[37],"of":6,"isPrivate":false}',
    { body: order },
  ],
  [value('$body/json/user/name ?? $body/json/user/mail ?? "unknown"'), is("unknown"), { body: "{}" }],
  [
    template(
      '{{with $body/json}} { "user": {{ account/name }}, "id": {{ account/id }}, "admin": {{ account/id = 0 }} } {{end}}',
    ),
    '{"user":"alice","id":4711,"admin":false}',
    { body: account },
  ],
  [
    template("{{with $body/json}} { {{: foo | bar }} } {{end}}"),
    '{"foo":1,"bar":[{"key":"value"}]}',
    { body: pairs },
  ],
  [
    template('{{with $body/json}} { {{: *[not(name() = \'bar\')] }} "add": "this" } {{end}}'),
    '{"foo":1,"baz":3,"add":"this"}',
    { body: pairs },
  ],
  [template('{ "inputData": {{ $body/json }} }'), '{"inputData":{"cool":true}}', { body: '{"cool":true}' }],
  [
    `<template out="$rows">[ [1, "  foo ", true], [2, "ba, r", false], [3.21, "q\\"u\\"x", true], ["", null, ""] ]</template>
     <eval out="$csv">json-to-csv($rows)</eval><copy in="$csv"/>`,
    '1,  foo ,true\n2,"ba, r",false\n3.21,"q""u""x",true\n,,\n',
    { answered: { "content-type": "text/plain" } },
  ],
  ['<echo mime="application/json">{"Hello":"World"}</echo>', '{"Hello":"World"}'],
  ["<error/>", failure("FlowError", 500, 5000), { status: 500 }],
  ['<error status="502"> "unusable data" </error>', failure("unusable data", 502, 5000), { status: 502 }],
  [
    '<error>{ "message": "unusable data", "status": 502, "code": 4711 }</error>',
    failure("unusable data", 502, 4711),
    { status: 502 },
  ],
];

const crossOrigin: typeof rows = [
  [
    template("{}"),
    "",
    {
      ...{ method: "OPTIONS", fields: { origin: "http://localhost:3000" } },
      answered: { ...cors, "access-control-allow-origin": "http://localhost:3000" },
    },
  ],
  [template("{}"), "", { method: "OPTIONS", fields: { origin: "http://example.com:80" }, answered: cors }],
];

test.each([
  ["functions, templates and errors", "", rows, []],
  [
    "cross-origin requests",
    'x-flow-cors: { allowed-origins: ["http://localhost:3000"], allow-credentials: true }\n',
    crossOrigin,
    ["/v1/0 D-REQ-08 vary", "/v1/1 D-REQ-08 vary"],
  ],
])(
  "the answers that the reference prints for %s are one recording, which compares",
  async (_, more, rows, decisions) => {
    const directory = appOf("printed-answers", {
      "swagger.yaml": `swagger: "2.0"
basePath: /v1
${more}paths:
${rows.map(([, , { body } = {}], index) => `  /${index}:\n    ${body === undefined ? "get" : "post"}: { x-flow: ${index}.xml }`).join("\n")}
`,
      ...Object.fromEntries(rows.map(([flow], index) => [`${index}.xml`, `<flow>\n${flow}\n</flow>\n`])),
    });
    const lines = rows.map(([, printed, { body, method, fields, status = 200, answered } = {}], index) => ({
      ...{
        version: 1,
        kind: "exchange",
        id: `${index}`,
        startedAt: 1_600_000_000_000,
        duration: 1,
        upstream: [],
      },
      request: {
        ...{ method: method ?? (body === undefined ? "GET" : "POST"), target: `/v1/${index}` },
        fields: Object.entries({ host: "localhost:8080", "content-type": json, ...fields }),
        ...(body !== undefined && { body: { text: body, bytes: body.length } }),
      },
      response: {
        status,
        fields: Object.entries({
          server: "FLAT",
          ...(printed !== "" && { "content-type": json }),
          ...answered,
        }),
        ...(printed !== "" && { body: { text: printed, bytes: printed.length } }),
      },
    }));
    const recording = join(directory, "recording.jsonl");
    writeFileSync(recording, lines.map((line) => JSON.stringify(line)).join("\n"));
    const { code, stdout, stderr } = await flowc("compare", directory, recording, "--format", "json");
    const { compared, differences, explained } = JSON.parse(stdout);
    expect({ stderr, differences }).toEqual({ stderr: "", differences: [] });
    expect([code, compared]).toEqual([0, rows.length]);
    // Beside the name of the server.
    const found = explained
      .map(({ path, decision, what }: Readonly<Record<string, string>>) => `${path} ${decision} ${what}`)
      .filter((each: string) => !each.endsWith(" D-RES-01 server"));
    expect(found).toEqual(decisions);
  },
);
