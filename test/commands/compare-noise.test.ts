/** `flowc compare`: which values count as noise, wherever they stand. Each difference that is planted has equal twins. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flowc } from "../support/project.js";
import { appOf } from "./app.js";

const startedAt = 1_700_000_000_000; // 2023-11-14T22:13:20Z
const standIn = "hidden-0123456789abcdef";
const other = "3d813cbb-47fb-42ba-91df-831e1593ac29";

interface Kind {
  /** XPath that makes the value. */
  readonly made: string;
  /** Values of other systems that mean the same, and those that do not. */
  readonly equal: readonly string[];
  readonly different: readonly string[];
}

const day = "2023-11-14T";
const kinds: Readonly<Record<string, Kind>> = {
  seconds: {
    made: "$t",
    equal: ["1700000000", "1700000001"],
    different: ["1700003600", "1700000000000", "170000000", "none", ""],
  },
  milliseconds: {
    made: "concat($t, '000')",
    equal: ["1700000000000"],
    different: ["1700000000", "1700003600000", "1700000000000000"],
  },
  iso: {
    made: `concat('${day}', $clock, 'Z')`,
    equal: [`${day}22:13:20Z`, `${day}22:13:21Z`],
    different: [
      ...[`${day}23:13:20Z`, `${day}22:13:20.000Z`, `${day}22:13:20`, `${day}22:13:20+00:00`],
      ...["2023-11-15T22:13:20Z", "Tue, 14 Nov 2023 22:13:20 GMT", "1700000000", "none", ""],
    ],
  },
  fraction: {
    made: `concat('${day}', $clock, '.250')`,
    equal: [`${day}22:13:20.250`, `${day}22:13:20.999`],
    different: [`${day}22:13:20`, `${day}21:13:20.250`, `${day}22:13:20.250Z`],
  },
  offset: {
    made: `concat('${day}', $clock, '+01:00')`,
    equal: [`${day}22:13:21+01:00`],
    different: [`${day}21:13:20+00:00`, `${day}22:13:20+02:00`, `${day}23:13:20+01:00`],
  },
  date: { made: `'${day.slice(0, 10)}'`, equal: [day.slice(0, 10)], different: ["2023-11-15", "2023-11-13"] },
  http: {
    made: "concat('Tue, 14 Nov 2023 ', $clock, ' GMT')",
    equal: ["Tue, 14 Nov 2023 22:13:20 GMT", "Tue, 14 Nov 2023 22:13:21 GMT"],
    different: ["Tue, 14 Nov 2023 23:13:20 GMT", "Wed, 15 Nov 2023 22:13:20 GMT", "0"],
  },
  constant: { made: `'${day}22:13:20Z'`, equal: [`${day}22:13:20Z`], different: [`${day}22:13:21Z`] },
  uuid: {
    made: "uuid4()",
    equal: [other],
    different: [
      ...["none", "", other.toUpperCase(), other.replaceAll("-", "")],
      ...["3d813cbb-47fb-12ba-91df-831e1593ac29", `${other}0`],
    ],
  },
  hex: {
    made: "translate(uuid4(), '-', '')",
    equal: [other.replaceAll("-", "")],
    different: [other, other.replaceAll("-", "").slice(1), "none"],
  },
  inside: {
    made: "concat('a=', $t, '; b=', uuid4(), '; c=1')",
    equal: [`a=1700000001; b=${other}; c=1`],
    different: [`a=1700000001; b=${other}; c=2`, `a=1700000001; b=none; c=1`, `b=${other}; c=1`],
  },
  secret: {
    made: "'s3cr3t-value'",
    equal: [standIn, "s3cr3t-value"],
    different: ["s3cr3t-valve", ""],
  },
  scheme: {
    made: "concat('Bearer ', 's3cr3t-value')",
    equal: [`Bearer ${standIn}`],
    different: [`Basic ${standIn}`, `Bearer ${standIn} x`, standIn.slice(7)],
  },
};

const members = { type: "application/json" };

/** Writes a value where it stands in an exchange; all the rest is as the app makes it. */
const places: Readonly<Record<string, (value: string) => Readonly<Record<string, string>>>> = {
  member: (v) => ({ body: JSON.stringify({ v, list: [{ v: "x" }] }) }),
  item: (v) => ({ body: JSON.stringify({ v: "x", list: [{ v }] }) }),
  field: (v) => ({ field: v }),
  cookie: (v) => ({ cookie: `c=${encodeURIComponent(v)}; Path=/; HttpOnly` }),
  text: (v) => ({ body: `first\nthe ${v} end\nlast`, type: "text/plain" }),
  xml: (v) => ({ body: `<a b="${v}"><c>x</c></a>`, type: "text/xml" }),
  path: (v) => ({ path: `/p/${encodeURIComponent(v)}/q` }),
  query: (v) => ({ query: `?a=1&v=${encodeURIComponent(v)}` }),
  header: (v) => ({ header: v }),
  sentMember: (v) => ({ sent: JSON.stringify({ v }), sentType: "application/json" }),
  sentForm: (v) => ({
    sent: `a=1&v=${encodeURIComponent(v)}`,
    sentType: "application/x-www-form-urlencoded",
  }),
};

const is = (name: string): string => `$place = '${name}'`;
const flow = `<flow>
  <eval out="$kind">$request/params/kind</eval>
  <eval out="$place">$request/params/place</eval>
  <eval out="$t">unixtime()</eval>
  <eval out="$clock">concat(substring(string(100 + floor(($t mod 86400) div 3600)), 2), ':', substring(string(100 + floor(($t mod 3600) div 60)), 2), ':', substring(string(100 + ($t mod 60)), 2))</eval>
  <eval out="$v">''</eval>
${Object.entries(kinds)
  .map(([name, { made }]) => `  <eval out="$v" if="$kind = '${name}'">string(${made})</eval>`)
  .join("\n")}
  <eval out="$path">'/p/x/q'</eval>
  <eval out="$path" if="${is("path")}">concat('/p/', urlencode($v), '/q')</eval>
  <eval out="$path" if="${is("query")}">concat('/p/x/q?a=1&amp;v=', urlencode($v))</eval>
  <eval out="$header">'x'</eval>
  <eval out="$header" if="${is("header")}">$v</eval>
  <eval out="$sent">'x'</eval>
  <eval out="$mime">'text/plain'</eval>
  <template out="$object">{ "v": {{ $v }} }</template>
  <eval out="$sent" if="${is("sentMember")}">json-stringify($object)</eval>
  <eval out="$mime" if="${is("sentMember")}">'application/json'</eval>
  <eval out="$sent" if="${is("sentForm")}">concat('a=1&amp;v=', urlencode($v))</eval>
  <eval out="$mime" if="${is("sentForm")}">'application/x-www-form-urlencoded'</eval>
  <request content="up">
  { "url": {{ concat("http://up.internal", $path) }}, "method": "POST", "headers": { "X-Sent": {{ $header }} },
    "body": { "value": {{ $sent }}, "mime": {{ $mime }} } }
  </request>
  <set-response-headers if="${is("field")}">{ "X-Value": {{ $v }} }</set-response-headers>
  <set-response-headers if="${is("cookie")}">{ "Set-Cookie": {{ concat('c=', urlencode($v), '; Path=/; HttpOnly') }} }</set-response-headers>
  <eval out="$text">concat("first&#10;the ", $v, " end&#10;last")</eval>
  <copy in="$text" if="${is("text")}" />
  <set-response-headers if="${is("text")}">{ "Content-Type": "text/plain" }</set-response-headers>
  <eval out="$xml">concat('&lt;a b="', $v, '">&lt;c>x&lt;/c>&lt;/a>')</eval>
  <copy in="$xml" if="${is("xml")}" />
  <set-response-headers if="${is("xml")}">{ "Content-Type": "text/xml" }</set-response-headers>
  <template if="${is("member")}">{ "v": {{ $v }}, "list": [{ "v": "x" }] }</template>
  <template if="${is("item")}">{ "v": "x", "list": [{ "v": {{ $v }} }] }</template>
  <template if="not(${["text", "xml", "member", "item"].map(is).join(" or ")})">{ "v": "x" }</template>
</flow>
`;

const app = {
  "swagger.yaml": `swagger: "2.0"
paths:
  /{kind}/{place}:
    get: { x-flow: a.xml }
`,
  "a.xml": flow,
};

function exchangeOf(kind: string, place: string, parts: Readonly<Record<string, string>>) {
  const { body = '{"v":"x"}', type = members.type, field, cookie, path = "/p/x/q", query = "" } = parts;
  const { header = "x", sent = "x", sentType = "text/plain" } = parts;
  const fields = [
    ["content-type", type],
    ...(field === undefined ? [] : [["x-value", field]]),
    ...(cookie === undefined ? [] : [["set-cookie", cookie]]),
  ];
  return {
    ...{ version: 1, kind: "exchange", id: "1", startedAt, duration: 5 },
    request: { method: "GET", target: `/${kind}/${place}`, fields: [["host", "a"]] },
    upstream: [
      {
        ...{ at: 1, duration: 2 },
        request: {
          ...{ method: "POST", target: `http://up.internal${path}${query}` },
          ...{
            fields: [
              ["x-sent", header],
              ["content-type", sentType],
            ],
            body: { text: sent, bytes: sent.length },
          },
        },
        response: { status: 200, fields: [], body: { text: "", bytes: 0 } },
      },
    ],
    response: { status: 200, fields, body: { text: body, bytes: body.length } },
  };
}

/** Compares each exchange by itself, since differences of one cause are one group. Returns the number that has one. */
async function compared(exchanges: readonly unknown[]) {
  const directory = appOf("compare-noise", app);
  const file = join(directory, "recording.jsonl");
  writeFileSync(file, exchanges.map((each) => JSON.stringify(each)).join("\n"));
  const { stdout, stderr, code } = await flowc("compare", directory, file, "--format", "json");
  expect(stderr).toBe("");
  const report = JSON.parse(stdout);
  return { code, report, of: `${report.different} of ${report.compared}` };
}

const rows = (which: "equal" | "different") =>
  Object.entries(kinds).flatMap(([kind, values]) =>
    Object.entries(places).flatMap(([place, parts]) =>
      values[which].map((value) => exchangeOf(kind, place, parts(value))),
    ),
  );

test("what changes with the clock, by chance, or has a stand-in is no difference, in the same form", async () => {
  const { report, code } = await compared(rows("equal"));
  expect(report.differences).toEqual([]);
  expect(code).toBe(0);
});

test("another form, another time, another value, and none are differences, wherever they stand", async () => {
  const all = rows("different");
  const { report } = await compared(all);
  const lost = report.compared - report.different;
  const byChance = [];
  if (lost > 0)
    for (const [index, each] of all.entries())
      if ((await compared([each])).report.different === 0) byChance.push(JSON.stringify(all[index]));
  expect(byChance).toEqual([]);
  expect([report.compared, lost]).toEqual([all.length, 0]);
});
