/** Where the build says that a client decides where a request goes, and where it does not. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../compiler/index.js";
import { readDirectory } from "../../compiler/source/read-directory.js";
import { describeDiagnostic, diagnose } from "../support/compile.js";
import { type Finding, findings } from "../support/findings.js";
import { repository } from "../support/project.js";

const server = { finds: "warning", message: /FLOW4050/ } as const;
const path = { finds: "warning", message: /FLOW4051/ } as const;
const query = { finds: "warning", message: /FLOW4052/ } as const;
const fine = { finds: "nothing" } as const;

type Expected = Pick<Finding, "finds" | "message">;

const urls = (title: string, list: readonly (readonly [url: string, expected: Expected])[]) =>
  findings(
    title,
    list.map(([url, expected]) => ({
      name: url,
      flow: `<request>{ "url": {{ ${url} }} }</request>`,
      route: "/x/{id}/{x}",
      ...expected,
    })),
  );

urls("A client's text before the end of the server's name", [
  [`$request/get/url`, server],
  [`$body/json/url`, server],
  [`$body`, server],
  [`$request/url`, server],
  [`trim($request/headers/x-callback)`, server],
  [`concat("http://", $request/get/host, "/x")`, server],
  [`concat("http://", $request/host, "/x")`, server],
  [`concat("http://", $request/get/name, ".example.com/x")`, server],
  [`concat("http://", urlencode($request/get/host), "/x")`, server],
  [`concat("http://", urlencode($request/get/host), ":8080/x")`, server],
  [`concat("http://a.test:", urlencode($request/get/port), "/x")`, server],
  [`concat("http://api-", urlencode($request/get/stage))`, server],
  [`concat("http://", $request/get/user, "@a.test/")`, server],
  [`concat("https://api.example.com", $request/params/x)`, server],
  [`concat("https://", "api.example.com", $request/params/x, "/y")`, server],
  [`$request/get/url ?? "https://a.test/"`, server],
]);

urls("A client's text that does not end the server's name", [
  [`concat("http://", urlencode($request/get/tenant), ".example.com/")`, fine],
  [`concat("http://", urlencode($request/get/user), "@a.test/")`, fine],
  [`concat("http://", urlencode($request/get/user), ":", $env/PASSWORD, "@a.test/")`, fine],
  [`concat("https://api.example.com", $request/path)`, fine],
  [`concat("https://api.example.com", $request/endpoint, "/x")`, fine],
  [`concat("https://api.example.com?q=", $request/get/q)`, query],
  [`concat($env/SERVER, $request/path)`, fine],
  [`concat($env/SERVER, $request/get/x)`, fine],
  [`concat("https://", $env/SERVER, $request/get/x)`, fine],
  [`concat($env/SCHEME, "://a.test", $request/get/x)`, fine],
  [`content("a")/json/url`, { finds: "warning", message: /FLOW4030/ }],
  [`lookup("servers.json", $request/get/server)`, { finds: "error", message: /FLOW/ }],
  [`substring-after($request/get/url, ":")`, fine],
  [`$request/get/*[1]`, fine],
  [`$request/get/url[. = "https://a.test/"]`, fine],
  [`string(1 + number($request/get/a))`, fine],
]);

urls("A client's text in the path", [
  [`concat("http://a.test/users/", $request/params/id)`, path],
  [`concat("http://a.test/users/", $request/get/id, "?a=b")`, path],
  [`concat("http://a.test", "/users/", string($body/json/id), "/x")`, path],
  [`concat($env/SERVER, "/users/", $request/cookies/id)`, path],
  [`concat($env/SERVER, $request/path, $request/get/id)`, path],
  [`concat("http://a.test/", $env/PREFIX, "/users/", $request/get/id)`, path],
  [`concat("http://a.test/users/", urlencode($request/params/id))`, fine],
  [`concat("http://a.test/users/", urlencode(trim($request/params/id)), "/x")`, fine],
  [`concat("http://a.test/users?id=", $request/params/id)`, query],
  [`concat($env/SERVER, "?id=", $request/params/id)`, query],
  [`concat("http://a.test/users?id=", urlencode($request/params/id))`, fine],
  [`concat("http://a.test/users?", $request/query, "&amp;x=", $request/query)`, fine],
  [
    `concat("http://a.test/users?a=1&amp;id=", number($request/params/id), "#", $request/params/x)`,
    { finds: "warning", message: /FLOW4186/ },
  ],
  [`concat($env/SERVER, "&amp;path=/", $request/params/id)`, fine],
  [`concat("http://a.test/", $env/QUERY, $request/params/id)`, fine],
  [`concat("http://a.test/", $request/id, "/", $request/method)`, fine],
]);

const request = (url: string) => `<request>{ "url": {{ ${url} }} }</request>`;

findings("Through variables", {
  "of eval": {
    flow: `<eval out="$a">$request/get/host</eval><eval out="$b">concat("http://", $a)</eval>${request("$b")}`,
    ...server,
  },
  "of a template": {
    flow: `<template out="$a">{ "host": {{ $request/get/host }} }</template>${request('concat("http://", $a/host)')}`,
    ...server,
  },
  "inside of a template": {
    flow: `<request>{{$a := $request/get/host }}{ "url": {{ concat("http://", $a) }} }</request>`,
    ...server,
  },
  "set by a sub-flow": {
    flow: `<sub-flow src="url.xml"/>${request('concat("http://a.test/", $id)')}`,
    options: { files: { "url.xml": `<flow><eval out="$id">$request/get/id</eval></flow>` } },
    ...path,
  },
  "that has another value on some way": `<eval out="$a">"https://a.test"</eval><eval out="$a" if="$env/X">$request/get/host</eval>${request("$a")}`,
  "named as the predefined one, with another value": `<template out="$request">{ "get": { "url": "https://a.test/" } }</template>${request("$request/get/url")}`,
  "named as the predefined one inside of a template": `<template>{{$body := "https://a.test/" }}{{ $body }}</template>${request('concat("https://a.test/", urlencode($body))')}`,
});

findings("Values that are looked at first", {
  "by a comparison": `<error if="$request/get/url != 'https://a.test/'">"No."</error>${request("$request/get/url")}`,
  "by a pattern, through variables": `<eval out="$u">$request/get/url</eval><eval out="$ok">matches($u, '^https://a\\.test/')</eval><error if="not($ok)">"No."</error>${request("$u")}`,
  "by what is left of it": {
    flow: `<eval out="$id">$request/params/id</eval><error if="translate($id, '0123456789', '') != ''">"No."</error>${request('concat("http://a.test/", $id)')}`,
    route: "/x/{id}",
    ...fine,
  },
  "by a part of it": `<eval out="$scheme">substring-before($request/get/url, ":")</eval><error if="$scheme != 'https'">"No."</error>${request("$request/get/url")}`,
  "for whether there is anything only": {
    flow: `<error if="not($request/get/url) or $request/get/url = ''">"No."</error>${request("$request/get/url")}`,
    ...server,
  },
});

findings("Other places", {
  "an attribute": { flow: `<request url="http://{$request/get/host}/">{}</request>`, ...server },
  requests: { flow: `<requests>{ "a": { "url": {{ $request/get/url }} } }</requests>`, ...server },
  "a member under a condition": {
    flow: `<request>{ {{if $env/A }} "url": {{ $request/get/url }} {{else}} "url": "http://a.test/" {{end}} }</request>`,
    ...server,
  },
  "a proxy's origin": {
    flow: `<proxy-request>{ "origin": {{ $request/get/o }} }</proxy-request>`,
    ...server,
  },
  "a proxy's prefix": {
    flow: `<proxy-request>{ "origin": "http://a.test", "addPrefix": {{ $request/get/p }} }</proxy-request>`,
    ...path,
  },
  "another server to connect to": {
    flow: `<request>{ "url": "http://a.test/", "options": { "transport-server": {{ $request/get/s }} } }</request>`,
    ...server,
  },
  silenced: `<!-- flowc-ignore FLOW4050 -->\n${request("$request/get/url")}`,
});

describe("Validation", () => {
  const flow = `<flow>${request('concat("http://a.test/", $request/params/id)')}</flow>`;
  const api = (schema: string, validates: boolean) => ({
    "a.xml": flow,
    "swagger.yaml": `swagger: "2.0"
${validates ? "x-flow-validate: { request: true }" : ""}
paths:
  /a/{id}:
    get:
      x-flow: a.xml
      parameters: [ { name: id, in: path, required: true, ${schema} } ]
      responses: { 200: { description: "" } }
`,
  });

  test.each([
    ["type: integer", true, 0],
    ["type: integer", false, 1],
    ["type: string", true, 1],
    ["type: string, maxLength: 10", true, 1],
    ["type: string, enum: [a, b]", true, 0],
    ["type: string, pattern: '^a$'", true, 0],
  ])("%s, checked: %s", async (schema, validates, findings) => {
    const found = (await diagnose(api(schema, validates))).map(describeDiagnostic);
    expect(found.filter((line) => line.includes("FLOW4051"))).toHaveLength(findings);
    expect(found.filter((line) => !line.includes("FLOW4051"))).toEqual([]);
  });
});

test("nothing is said of the apps in fixtures/, which look at what they are given", async () => {
  const found = await Promise.all(
    readdirSync(join(repository, "fixtures")).map((name) =>
      compile(readDirectory(join(repository, "fixtures", name), undefined)),
    ),
  );
  const lines = found.flatMap(({ diagnostics }) => diagnostics.map(describeDiagnostic));
  expect(lines.filter((line) => /FLOW405/.test(line))).toEqual([]);
});
