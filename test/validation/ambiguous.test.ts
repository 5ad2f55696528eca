/** Requests that are valid in one reading and not in another are refused, and why. */
import type { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { hasDuplicateMembers } from "../../runtime/data/json/duplicate-members.js";
import type { ClientRequest } from "../support/client.js";
import { type Described, describedApp, sendDescribed, verdict } from "../support/contracts.js";

function told(
  title: string,
  described: Described,
  cases: readonly (readonly [request: ClientRequest, told: string])[],
) {
  describe(title, () => {
    let one: Hono;
    beforeAll(async () => {
      one = await describedApp(described);
    });
    test.each(cases)("%j", async (request, text) => {
      const expected = text === "passed" ? text : [text];
      expect(await verdict(one, request)).toEqual(expected);
    });
  });
}

const query = (text: string): ClientRequest => ({ query: text });
const typed = (type: string, body: string | Uint8Array<ArrayBuffer>): ClientRequest => ({
  body,
  headers: { "content-type": type },
});
const twice = (where: string, name: string) =>
  `Duplicate constraint violated in ${where} for ${name}: The parameter ${name} is there more than once.`;
const unclear = (where: string, name: string) =>
  `Encoding constraint violated in ${where} for ${name}: The parameter ${name} is not encoded as it should be.`;

const integer = { type: "integer", maximum: 100 };
const inQuery = (name: string, schema: object, more: object = {}) => ({ name, in: "query", schema, ...more });

told(
  "a query",
  {
    version: "3.0.3",
    operation: {
      parameters: [
        inQuery("a", integer),
        inQuery("list", { type: "array", items: integer }, { explode: false }),
        inQuery("many", { type: "array", items: integer }, { allowEmptyValue: true }),
        inQuery("deep", { type: "object", properties: { m: integer } }, { style: "deepObject" }),
        inQuery("whole", { type: "object", properties: { m: integer } }, { explode: false }),
        { name: "json", in: "query", content: { "application/json": { schema: { type: "object" } } } },
      ],
    },
  },
  [
    [query("a=99999&a=1"), twice("query", "a")],
    [query("a=1&%61=1"), twice("query", "a")],
    [query("a=1&A=99999&other=1&other=2"), "passed"],
    [query("list=1,2&list=3"), twice("query", "list")],
    [query("many=1&many=2"), "passed"],
    [query("many="), "passed"],
    [
      query("many=x&many="),
      "Type constraint violated in query for many[0]: String value found, but an integer is required.",
    ],
    [query("deep[m]=99999&deep%5Bm%5D=1"), twice("query", "deep")],
    [query("deep[m]=1&deep=2"), twice("query", "deep")],
    [query("deep[m]=1&deep[m][x]=2"), unclear("query", "deep")],
    [query("whole=m,99999,m,1"), twice("query", "whole")],
    [query('json={"a":{"b":1,"\\u0062":2}}'), twice("query", "json")],
    [query("a=%31%"), unclear("query", "a")],
    [query("a=%c0%b1"), unclear("query", "a")],
    [query("other=%ff"), "passed"],
  ],
);

told(
  "a path",
  { path: "/p/{p}", operation: { parameters: [{ name: "p", in: "path", type: "string", required: true }] } },
  [
    [{ path: "/p/a%2fb" }, "passed"],
    [{ path: "/p/%61%ff" }, unclear("path", "p")],
  ],
);

told(
  "header fields and cookies",
  {
    version: "3.0.3",
    operation: {
      parameters: [
        { name: "X-Key", in: "header", schema: integer },
        { name: "X-Keys", in: "header", schema: { type: "array", items: integer } },
        { name: "sid", in: "cookie", schema: integer },
      ],
    },
  },
  [
    [{ headers: { "x-key": "1" } }, "passed"],
    // Fields of one name are one list to everyone, which no integer is.
    [
      { headers: { "x-key": "1, 1" } },
      "Type constraint violated in header for X-Key: String value found, but an integer is required.",
    ],
    [{ headers: { "x-keys": "1, 2 ,3" } }, "passed"],
    [{ headers: { "x-key": "1", connection: "close, X-Key" } }, unclear("header", "X-Key")],
    [{ headers: { cookie: "sid=1; other=2; other=3" } }, "passed"],
    [{ headers: { cookie: "sid=1; sid=2" } }, twice("cookie", "sid")],
    [{ headers: { cookie: 'sid="1; x=2"' } }, unclear("cookie", "sid")],
  ],
);

const form: Described = {
  operation: {
    parameters: [
      { name: "a", in: "formData", ...integer },
      { name: "t", in: "formData", type: "string" },
      { name: "f", in: "formData", type: "file" },
    ],
  },
};
const encodedForm = (body: string, more = "") => typed(`application/x-www-form-urlencoded${more}`, body);
const head = (name: string, more = "") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
const parts = (body: string, type = "multipart/form-data; boundary=b") => typed(type, body);
const flaw = (text: string) => `Encoding constraint violated in body: ${text}`;

told("a form", form, [
  [encodedForm("a=99999&a=1"), twice("formData", "a")],
  [encodedForm("a=%31%zz"), unclear("formData", "a")],
  [encodedForm("a=1", "; charset=utf-16le"), flaw("The form is no UTF-8.")],
  [encodedForm("a=1", "; charset=iso-8859-1"), "passed"],
  [encodedForm("\ufeffa=1"), flaw("The form is no UTF-8.")],
  [parts(`${head("a")}1\r\n--b--`), "passed"],
  [parts(`${head("a")}99999\r\n${head("a")}1\r\n--b--`), twice("formData", "a")],
  [parts(`${head("a")}1\r\n--b--\r\nx`), flaw("There is something after the last boundary.")],
  [parts(`x\r\n${head("a")}1\r\n--b--`), flaw("There is something before the first boundary.")],
  [parts(`${head("a")}1`), flaw("The last boundary is missing.")],
  [parts(`${head("t")}1\n--b\r\n--b--`), flaw("A boundary stands after a line feed alone.")],
  [parts(`${head("a")}1\r\n--bx\r\n\r\n--b--`), flaw("A boundary does not end its line.")],
  [parts("--b\r\n\r\n1\r\n--b--"), flaw("A part has no name.")],
  [parts(`${head("a", "; name*=utf-8''x")}1\r\n--b--`), flaw("The name of a part is malformed.")],
  [parts(`${head("a\\", "")}1\r\n--b--`), flaw("The name of a part is malformed.")],
  [parts(`${head("a", "\r\nContent-Disposition: x")}1\r\n--b--`), flaw("The head of a part is malformed.")],
  [
    parts(`${head("a", "\r\nContent-Transfer-Encoding: base64")}1\r\n--b--`),
    flaw("The content of a part is encoded."),
  ],
  [
    parts(`${head("t", "\r\nContent-Type: text/plain; charset=utf-16le")}ab\r\n--b--`),
    unclear("formData", "t"),
  ],
  [parts(`${head("f", '; filename="x"')}\0\r\n--b--`), "passed"],
  [
    parts(`${head("a", '; filename="x"')}1\r\n--b--`),
    "Type constraint violated in formData for a: The parameter a must be no file.",
  ],
  [
    typed("application/json", '{"a":99999}'),
    "MediaType constraint violated in header for Content-Type: 'application/json' is none of application/x-www-form-urlencoded, multipart/form-data.",
  ],
  [
    typed("multipart/form-data", "a"),
    "MediaType constraint violated in header for Content-Type: 'multipart/form-data' is none of application/x-www-form-urlencoded, multipart/form-data.",
  ],
]);

const json = (body: string, type = "application/json") => typed(type, body);
const repeated = "Duplicate constraint violated in body: An object has two members of one name.";
const notUtf8 = flaw("The body is no UTF-8.");
const malformed = (type: string) =>
  `MediaType constraint violated in header for Content-Type: '${type}' is malformed.`;

told("a body", { operation: { parameters: [{ name: "b", in: "body", schema: { type: "object" } }] } }, [
  [json('{"a":":","b":"\\":","c":{"a":[{"a":1}]}}'), "passed"],
  [json('{"a":1,"a":2}'), repeated],
  [json('{"a":1,"\\u0061":2}', "application/merge-patch+json"), repeated],
  [json('{"a":[[{"b":{"c":1,"d":2,"c":3}}]]}'), repeated],
  [json('{"__proto__":1,"__proto__":1}'), repeated],
  [json("{}", "application/json; charset=iso-8859-1"), "passed"],
  [json("{}", "application/json; charset=utf-16le"), notUtf8],
  [json("{}", "application/json; charset=ibm037"), notUtf8],
  [json('{"a":"ä"}', "application/json; charset=iso-8859-1"), notUtf8],
  [
    {
      body: new Uint8Array([...Buffer.from('{"a":"\xff"}', "latin1")]),
      headers: { "content-type": "application/json" },
    },
    notUtf8,
  ],
  [json("{}", "application/json; charset=utf-8; charset=ibm037"), malformed("application/json")],
  [json("{}", "application/json, text/plain"), malformed("application/json, text/plain")],
  // Where nothing lists XML, a client cannot choose it to be let through unseen.
  [
    json("{}", "application/xml"),
    "Type constraint violated in body: String value found, but an object is required.",
  ],
]);

test("members are counted wherever they are among the bytes of a body", () => {
  for (let at = 0; at < 8; at++) {
    for (const count of [0, 1, 7, 900]) {
      const members = Array.from(
        { length: count },
        (_, index) => `"${index}":${"1".repeat((index % 7) + 1)}`,
      );
      for (const short of ["0", "{}", "[1]"]) {
        const bytes = Buffer.from(`${" ".repeat(at)}${short}`).subarray(at);
        expect(hasDuplicateMembers(short, JSON.parse(short), bytes), short).toBe(false);
      }
      const text = (more: readonly string[]) => `{${[...members, ...more].join(",")}${" ".repeat(at % 3)}}`;
      for (const [written, isRepeated] of [
        [text(['"a":1']), false],
        [text(['"a":1', '"a":2']), true],
        [text(['"a":1', '"b":":"', '"a":2']), true],
      ] as const) {
        const bytes = Buffer.concat([Buffer.alloc(at, ":"), Buffer.from(written)]).subarray(at);
        expect(hasDuplicateMembers(written, JSON.parse(written), bytes), written).toBe(isRepeated);
      }
    }
  }
});

describe("a body that is compressed", () => {
  const schema = { parameters: [{ name: "b", in: "body", schema: {} }] };
  const compressed: ClientRequest = { body: "\x1f\x8b", headers: { "content-encoding": "gzip" } };

  test("is refused before it is read", async () => {
    const one = await describedApp({ operation: schema });
    const response = await sendDescribed(one, compressed);
    expect(response.status).toBe(415);
    expect(response.headers.get("accept-encoding")).toBe("identity");
    expect(response.json()).toMatchObject({
      error: {
        code: 3204,
        info: [
          "Encoding constraint violated in header for Content-Encoding: The body must not be compressed.",
        ],
      },
    });
    expect(
      (await sendDescribed(one, { ...compressed, headers: { "content-encoding": "identity" } })).status,
    ).toBe(200);
  });

  test("passes where nothing is said of bodies, and where all is only reported", async () => {
    expect(await verdict(await describedApp({}), compressed)).toBe("passed");
    const reported = await describedApp({ operation: schema, validate: { request: "report-only" } });
    const response = await sendDescribed(reported, compressed);
    expect([response.status, response.headers.get("accept-encoding")]).toEqual([200, null]);
    expect(response.log).toHaveLength(1);
  });
});
