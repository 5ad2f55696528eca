/** Bodies in which secrets stand in every way that one can be written: none is kept, whichever door it comes through. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readHar } from "../../bin/commands/dev/har/read.js";
import { Masks } from "../../runtime/observe/trace/masks.js";
import { apiFiles, basePath } from "../support/samples.js";
import { type RunningServer, upstream } from "../support/servers.js";
import { type TracedApp, trace, tracedApp } from "./support.js";

const secret = "hunter22-of-alice";
const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
const part = (name: string, content: string, more = ""): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const form = "multipart/form-data; boundary=b";
const inJson = JSON.stringify({ password: secret });
const utf16 = (text: string, swap = false): Buffer => {
  const made = Buffer.from(text, "utf16le");
  return swap ? made.swap16() : made;
};

/** Bodies with secrets, by what is special about them: the media type and the body. */
const hidden: Readonly<Record<string, readonly [type: string, body: Buffer | string]>> = {
  "a form beside a binary file": [
    form,
    bytes(
      part("file", "", '; filename="a.bin"').slice(0, -2),
      [0, 255, 254],
      "\r\n",
      part("pwd", secret),
      "--b--",
    ),
  ],
  "a form with JSON in a part": [form, `${part("data", inJson)}--b--\r\n`],
  "a form with an odd name of a part": [form, `${part("x", secret, "; name*=UTF-8''%70assword")}--b--\r\n`],
  "a form with an epilogue": [form, `${part("a", "b")}--b--\r\npassword=${secret}`],
  "a form in Base64": [
    form,
    `--b\r\ncontent-disposition: form-data; name="a"\r\ncontent-transfer-encoding: base64\r\n\r\n${Buffer.from(inJson).toString("base64")}\r\n--b--`,
  ],
  "a form with a secret field in a head": [
    form,
    `--b\r\nX-Api-Key: ${secret}\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--`,
  ],
  "invalid UTF-8": ["application/json", bytes('{"name":"M', [0xfc], `ller","password":"${secret}"}`)],
  "NUL in a form": ["application/x-www-form-urlencoded", `a=\0&password=${secret}`],
  "NUL in a text": ["text/plain", `\0password: ${secret}`],
  "UTF-16 with a mark": ["application/json", bytes([0xff, 0xfe], [...utf16(inJson)])],
  "UTF-16 with a mark, the other way": ["text/plain", bytes([0xfe, 0xff], [...utf16(inJson, true)])],
  "UTF-16 by its charset": ["application/json; charset=utf-16le", utf16(inJson)],
  "UTF-16 without a word": ["application/json", utf16(inJson)],
  "Latin-1 by its charset": [
    "application/json; charset=iso-8859-1",
    Buffer.from(`{"ä":1,"password":"${secret}"}`, "latin1"),
  ],
  "JSON in a string of JSON": [
    "application/json",
    JSON.stringify({ data: JSON.stringify({ more: inJson }) }),
  ],
  "a form in a string of JSON": ["application/json", JSON.stringify({ query: `a=1&password=${secret}` })],
  "XML in a string of JSON": ["application/json", JSON.stringify([`<a><password>${secret}</password></a>`])],
  "JSON in XML": ["text/xml", `<a><b>${inJson}</b></a>`],
  "JSON in an attribute": ["text/html", `<a data-x='${inJson}'>x</a>`],
  "JSON in CDATA": ["text/xml", `<a><![CDATA[${inJson}]]></a>`],
  "JSON in a form": ["application/x-www-form-urlencoded", `a=1&data=${encodeURIComponent(inJson)}`],
  "a name with an escape": ["application/json", `{"p\\u0061ssword":"${secret}"}`],
  "a name and a value": ["application/json", `[{"value":"${secret}","name":"password"}]`],
  "a pair in an array": ["application/json", `{"headers":[["Authorization","${secret}"]]}`],
  "JSON without quotes": ["application/json", `{ user: 'a', password: '${secret}' }`],
  "JSON with a broken value": ["application/json", `{"password":'a ${secret}', "b": 1}`],
  "JSON that breaks off": ["application/json", `{"a":1,"password":"${secret}`],
  "lines of JSON": ["application/x-ndjson", `{"a":1}\n${inJson}\n`],
  "JSON as a text": ["text/plain", inJson],
  "JSON in Base64": ["text/plain", `data ${Buffer.from(inJson).toString("base64")}`],
  "an element with others inside": ["application/xml", `<a><password><hint/>${secret}</password></a>`],
  "an element with a longer name inside": [
    "application/xml",
    `<a><password><password-hint>x</password-hint>${secret}</password></a>`,
  ],
  "an element inside one of its name": [
    "application/xml",
    `<a><password><password>x</password>${secret}</password></a>`,
  ],
  "an end in CDATA": ["application/xml", `<a><password><![CDATA[</password>]]>${secret}</password></a>`],
  "an element that never ends": ["application/xml", `<a><password>${secret}</a>`],
  "a comment": ["application/xml", `<a><!-- password=${secret} --></a>`],
  "elements with a name and a value": [
    "application/xml",
    `<a><name>password</name><value>${secret}</value></a>`,
  ],
  "an entity": ["application/xml", `<!DOCTYPE a [<!ENTITY p "${secret}">]><a><password>&p;</password></a>`],
  "a name with a reference": ["application/xml", `<a><p name="pass&#119;ord" value="${secret}"/></a>`],
  "a name without quotes": ["text/html", `<input type=text name=password value=${secret}>`],
  "lines with names": ["text/plain", `user: alice\npassword: ${secret}\nhome: /`],
  "lines with a value behind them": ["text/yaml", `password: |\n  ${secret}\nhome: /`],
  "a form as a text": ["text/plain", `a=1&password=${secret}`],
  "a table": ["text/csv", `user,password\nalice,${secret}\n`],
  "something binary": ["application/octet-stream", bytes([0, 1, 2], `password=${secret}`)],
};

/** Bodies that stay as they are. */
const shown: Readonly<Record<string, readonly [type: string, body: string]>> = {
  JSON: ["application/json", '{ "a" : [1, 12345678901234567890, "ö\\u00e9"], "shipping": "x" }'],
  "a form": ["application/x-www-form-urlencoded", "a=1&b=%7B%22c%22%3A1%7D&shipping=x"],
  "a form in parts": [form, `${part("a", "b")}${part("shipping", "c")}--b--\r\n`],
  XML: ["text/xml", `<a x='1'><!-- key --><b>&#228; &lt;</b><![CDATA[ < ]]></a>`],
  prose: ["text/plain", "The key was not found: see the author.\nThe session is over."],
};

let system: RunningServer;
let app: TracedApp;

beforeAll(async () => {
  system = await upstream(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    response
      .writeHead(200, { "content-type": request.headers["content-type"] ?? "" })
      .end(Buffer.concat(pieces));
  });
  app = await tracedApp(
    apiFiles({
      "/read": `<eval out="$all">$body</eval>
        <request content="again">{ "url": "${system.url}/", "method": "POST", "body": { "value": {{ string($body) }} } }</request>
        <eval out="$b">content("again")</eval><copy in="$all"/>`,
      "/passed": `<proxy-request>{ "url": "${system.url}/" }</proxy-request>`,
    }),
  );
});
afterAll(() => system.stop());

const forms = (value: string): readonly string[] => [
  value,
  Buffer.from(value).toString("base64").slice(2, -4),
  ...[inJson, `=${value}`].map((text) => Buffer.from(text).toString("base64").slice(0, 24)),
];

/** Everything that is kept of a request with this body. */
async function kept(path: string, type: string, body: Buffer | string) {
  const init = { method: "POST", headers: { "content-type": type }, body: new Uint8Array(Buffer.from(body)) };
  const { trace: made } = await trace(app, basePath + path, init);
  return made;
}

describe("is not kept", () => {
  test.each(Object.entries(hidden))("%s", async (_, [type, body]) => {
    for (const path of ["/read", "/passed"]) {
      const made = await kept(path, type, body);
      const text = JSON.stringify(made);
      for (const form of forms(secret)) expect(text).not.toContain(form);
      expect(made.hasSecrets).toBe(true);
    }
    const content = Buffer.from(body);
    const entry = {
      request: {
        method: "POST",
        url: "http://a.test/",
        postData: { mimeType: type, text: content.toString() },
      },
      response: {
        status: 200,
        content: {
          mimeType: type,
          text: content.toString("base64"),
          encoding: "base64",
          size: content.length,
        },
      },
    };
    const imported = JSON.stringify(readHar({ log: { entries: [entry] } }, () => new Masks()).traces);
    for (const form of forms(secret)) expect(imported).not.toContain(form);
  });

  test.each([
    ["JSON in a query", `?filter=${encodeURIComponent(inJson)}`, {}],
    ["a URL in a query", `?next=${encodeURIComponent(`https://a.test/?token=${secret}`)}`, {}],
    ["JSON in a header field", "", { "x-user": inJson }],
    ["pairs in a header field", "", { "x-auth-info": `realm="a", password="${secret}"` }],
  ])("%s", async (_, query, headers) => {
    const { trace: made } = await trace(app, `${basePath}/read${query}`, { headers });
    const text = JSON.stringify(made);
    expect(text).not.toContain(secret);
    expect(made.hasSecrets).toBe(true);
  });

  test("what the environment has by a secret name, where a flow copies it", async () => {
    const copying = await tracedApp(
      apiFiles({ "/a": '<eval out="$a">$env/CRM_PASSWORD</eval><template>{ "b": {{ $a }} }</template>' }),
    );
    const environment = { CRM_PASSWORD: secret };
    const { trace: made, text } = await trace(copying, `${basePath}/a`, {}, { environment });
    expect(text).toContain(secret);
    expect(JSON.stringify(made)).not.toContain(secret);
  });
});

describe("stays as it is", () => {
  test.each(Object.entries(shown))("%s", async (_, [type, body]) => {
    const { request } = await kept("/read", type, body);
    expect(request.body?.content).toBe(body);
  });

  test("a picture, and everything where secrets are shown", async () => {
    const [picture, data] = [bytes([0x89, 0x50, 0x4e, 0x47, 0]), bytes([0, 255, 1])];
    expect((await kept("/read", "image/png", picture)).request.body).toMatchObject({ encoding: "base64" });
    const init = { method: "POST", headers: { "content-type": "a/b" }, body: new Uint8Array(data) };
    const { trace: made } = await trace(app, `${basePath}/read`, init, { showsSecrets: () => true });
    expect(made.request.body).toMatchObject({ content: data.toString("base64"), encoding: "base64" });
  });
});

test("hostile bodies cost no more than their length", () => {
  const many = 300_000;
  const texts = [
    "{".repeat(many),
    '["token"'.repeat(many),
    "<password>".repeat(many),
    "<a>".repeat(many) + "</b>".repeat(many),
    "token=".repeat(many),
    "token=*** ".repeat(many),
    '"\\"'.repeat(many),
    "<!DOCTYPE [".repeat(many),
    "password: [".repeat(many),
    `<p ${"a=".repeat(many)}`,
    JSON.stringify('x\\"token'.repeat(many)),
    "key".repeat(many),
    `${"-token".repeat(many)}=`,
  ];
  for (const text of texts) {
    const entry = { request: { method: "POST", url: "/", postData: { mimeType: "text/plain", text } } };
    const before = process.cpuUsage();
    readHar({ log: { entries: [entry] } }, () => new Masks());
    const { user, system: own } = process.cpuUsage(before);
    expect({ text: text.slice(0, 12), isFast: user + own < 5_000_000 }).toEqual({
      text: text.slice(0, 12),
      isFast: true,
    });
  }
});
