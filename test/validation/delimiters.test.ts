/**
 * Lists and objects in one text: they are split before they are decoded, so an encoded delimiter belongs to a value
 * (RFC 6570 §3.2.1). Where nothing is percent-encoded, as in header fields and cookies, nothing is decoded.
 */
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../../runtime/data/model/values.js";
import { type ClientRequest, send } from "../support/client.js";
import { app } from "../support/compile.js";
import { flowFile } from "../support/samples.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";

interface Row {
  /** The parameter: `collectionFormat`, or `style` and `explode`. */
  readonly as: object;
  readonly sent: string;
  readonly value: JsonValue;
  /** The value of another reading. */
  readonly not: JsonValue;
}

const list = (as: object, sent: string, value: readonly string[], not: readonly string[]): Row => ({
  as,
  sent,
  value,
  not,
});

const csv = { collectionFormat: "csv" };
const percentEncoded: readonly Row[] = [
  list(csv, "A%2CB", ["A,B"], ["A", "B"]),
  list(csv, "A%2cB,C", ["A,B", "C"], ["A", "B", "C"]),
  list(csv, "A%252CB,C", ["A%2CB", "C"], ["A,B", "C"]),
  list(csv, "A%25,%C3%A9", ["A%", "é"], ["A%,é"]),
  list(csv, "%41,B", ["A", "B"], ["%41", "B"]),
  list({ collectionFormat: "ssv" }, "A%20B%2CC", ["A", "B,C"], ["A B,C"]),
  list({ collectionFormat: "ssv" }, "A%2520B", ["A%20B"], ["A", "B"]),
  list({ collectionFormat: "tsv" }, "A%09B%20C", ["A", "B C"], ["A\tB C"]),
  list({ collectionFormat: "pipes" }, "A%7CB%7cC|D", ["A", "B", "C", "D"], ["A|B|C", "D"]),
  // A list of lists: pipes outside, commas inside.
  {
    as: { collectionFormat: "pipes", items: { type: "array", items: { type: "string" } } },
    sent: "a%2Cb,c%7Cd",
    value: [["a,b", "c"], ["d"]],
    not: [["a", "b", "c"], ["d"]],
  },
];
const asSent: readonly Row[] = [
  list(csv, "A%2CB", ["A%2CB"], ["A", "B"]),
  list(csv, "A%2cB, C", ["A%2cB", "C"], ["A,B", "C"]),
  list(csv, "%41,B", ["%41", "B"], ["A", "B"]),
  list({ collectionFormat: "pipes" }, "A%7CB|C", ["A%7CB", "C"], ["A", "B", "C"]),
];

const form = { "content-type": "application/x-www-form-urlencoded" };
const multipart = { "content-type": "multipart/form-data; boundary=b" };

/** Where a text can stand, and the request that has it there. */
interface Place {
  readonly in: string;
  readonly path?: string;
  readonly request: (sent: string) => ClientRequest;
}

const places: Readonly<Record<string, Place & { readonly rows: readonly Row[] }>> = {
  query: { in: "query", request: (sent) => ({ query: `t=${sent}` }), rows: percentEncoded },
  "query, with plus signs": {
    in: "query",
    request: (sent) => ({ query: `t=${sent}` }),
    rows: [
      list({ collectionFormat: "ssv" }, "A+B%2BC", ["A", "B+C"], ["A", "B", "C"]),
      list(csv, "A+B,C%2B", ["A B", "C+"], ["A+B", "C+"]),
    ],
  },
  "query, several times": {
    in: "query",
    request: (sent) => ({ query: `t=${sent}&t=x,y` }),
    rows: [list({ collectionFormat: "multi" }, "A%2CB", ["A,B", "x,y"], ["A", "B", "x", "y"])],
  },
  path: { in: "path", path: "/{t}", request: (sent) => ({ path: `/${sent}` }), rows: percentEncoded },
  "path, between literals": {
    in: "path",
    path: "/a,{t},{u}.z",
    request: (sent) => ({ path: `/a,${sent},%2Cu%2C.z` }),
    rows: percentEncoded,
  },
  form: { in: "formData", request: (sent) => ({ headers: form, body: `t=${sent}` }), rows: percentEncoded },
  multipart: {
    in: "formData",
    request: (sent) => ({
      headers: multipart,
      body: `--b\r\nContent-Disposition: form-data; name="t"\r\n\r\n${sent}\r\n--b--\r\n`,
    }),
    rows: asSent.filter(({ sent }) => !sent.includes(" ")),
  },
  header: { in: "header", request: (sent) => ({ headers: { t: sent } }), rows: asSent },
};

const swagger = (swaggerPlaces: typeof places) =>
  Object.values(swaggerPlaces).flatMap((place, at) =>
    place.rows.flatMap(({ as, value, not }, index) =>
      [value, not].map((only, which) => {
        const { in: where, path = "" } = place;
        const t = { name: "t", in: where, type: "array", items: { type: "string" }, ...as, enum: [only] };
        const u = path.includes("{u}")
          ? [{ name: "u", in: "path", type: "string", enum: [",u,"], required: true }]
          : [];
        const own = where === "path" ? { ...t, required: true } : t;
        return [
          `/${at}-${index}-${which}${path}`,
          { [where === "formData" ? "post" : "get"]: { "x-flow": "x.xml", parameters: [own, ...u] } },
        ] as const;
      }),
    ),
  );

describe("Swagger 2.0", () => {
  let one: Hono;
  beforeAll(async () => {
    one = await app({
      "swagger.yaml": JSON.stringify({
        swagger: "2.0",
        basePath: "/t",
        "x-flow-validate": { request: true },
        consumes: ["application/x-www-form-urlencoded", "multipart/form-data"],
        paths: Object.fromEntries(swagger(places)),
      }),
      "x.xml": "<flow><echo>ok</echo></flow>",
    });
  });
  Object.entries(places).forEach(([name, { rows, request }], at) => {
    test.each(rows.map((row, index) => [JSON.stringify(row.as), row.sent, row.value, index] as const))(
      `${name}: %s, %s is %j`,
      async (_, sent, _value, index) => {
        const { path = "", ...asked } = request(sent);
        const status = async (which: number) =>
          (await send(one, { ...asked, path: `/t/${at}-${index}-${which}${path}` })).status;
        expect([await status(0), await status(1)]).toEqual([200, 400]);
      },
    );
  });
});

interface Styled {
  readonly in: string;
  readonly style: string;
  readonly explode: boolean;
  /** What comes in place of `{}` in the query, the path, or the field. */
  readonly sent: string;
  readonly value: JsonValue;
  readonly not: JsonValue;
}

const styled = (
  where: string,
  style: string,
  explode: boolean,
  sent: string,
  value: JsonValue,
  not: JsonValue,
): Styled => ({ in: where, style, explode, sent, value, not });

const object = (a: string, b: string) => ({ a, b });
const styles: readonly Styled[] = [
  styled("query", "form", false, "t=A%2CB,C", ["A,B", "C"], ["A", "B", "C"]),
  styled("query", "form", true, "t=A%2CB&t=C,D", ["A,B", "C,D"], ["A", "B", "C", "D"]),
  styled("query", "form", false, "t=a,1%2C2,b,3", object("1,2", "3"), { a: "1", 2: "b", 3: "" }),
  styled("query", "form", false, "t=%61,x%3D,b,%252C", object("x=", "%2C"), object("x=", ",")),
  styled("query", "form", true, "a=1%262&b=3%3D", object("1&2", "3="), object("1", "3")),
  styled("query", "spaceDelimited", false, "t=A%20B%2CC+D", ["A", "B,C", "D"], ["A B,C D"]),
  styled("query", "pipeDelimited", false, "t=A%7CB|C%2C", ["A", "B", "C,"], ["A|B", "C,"]),
  styled("query", "deepObject", true, "t%5Ba%5D=1%2C&t[b]=2%5D", object("1,", "2]"), object("1", "2")),
  styled("path", "simple", false, "A%2CB,C", ["A,B", "C"], ["A", "B", "C"]),
  styled("path", "simple", true, "A%2cB,C%252C", ["A,B", "C%2C"], ["A", "B", "C,"]),
  styled("path", "simple", false, "a,1%2C2,b,3", object("1,2", "3"), object("1", "3")),
  styled("path", "simple", true, "a=1%3D%2C,b=2", object("1=,", "2"), object("1=", "2")),
  styled("path", "label", false, ".A%2CB,C.D", ["A,B", "C.D"], ["A", "B", "C.D"]),
  // A dot is never encoded by those who know the style, and to others the same as an encoded one (RFC 3986 §2.3).
  styled("path", "label", true, ".A%2CB%2EC.D", ["A,B", "C", "D"], ["A,B.C", "D"]),
  styled("path", "label", false, ".a,1%2C,b,2", object("1,", "2"), object("1", "2")),
  styled("path", "label", true, ".a=1%3D.b=2", object("1=", "2"), object("1", "2")),
  styled("path", "matrix", false, ";t=A%2CB,C", ["A,B", "C"], ["A", "B", "C"]),
  styled("path", "matrix", true, ";t=A%3Bt%3DB;t=C%2C", ["A;t=B", "C,"], ["A", "B", "C,"]),
  styled("path", "matrix", false, ";t=a,1%2C,b,2", object("1,", "2"), object("1", "2")),
  styled("path", "matrix", true, ";a=1%3Bb%3D9;b=2", object("1;b=9", "2"), object("1", "2")),
  styled("header", "simple", false, "A%2CB,C", ["A%2CB", "C"], ["A,B", "C"]),
  styled("header", "simple", true, "a=1%2C,b=2%3D", object("1%2C", "2%3D"), object("1,", "2=")),
  styled("cookie", "form", false, "t=A%2CB,C", ["A%2CB", "C"], ["A,B", "C"]),
  styled("cookie", "form", false, "t=a,1%2C,b,2", object("1%2C", "2"), object("1,", "2")),
];

describe("OpenAPI 3", () => {
  let one: Hono;
  const schema = (value: JsonValue, only: JsonValue) => ({
    ...(Array.isArray(value)
      ? { type: "array", items: { type: "string" } }
      : { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } }),
    enum: [only],
  });
  beforeAll(async () => {
    const paths = styles.flatMap(({ in: where, style, explode, value, not }, at) =>
      [value, not].map((only, which) => {
        const parameter = {
          name: "t",
          in: where,
          style,
          explode,
          schema: schema(value, only),
          required: true,
        };
        const operation = { "x-flow": "x.xml", parameters: [parameter], responses: {} };
        return [`/${at}-${which}${where === "path" ? "/{t}" : ""}`, { get: operation }] as const;
      }),
    );
    one = await app({
      "openapi.yaml": JSON.stringify({
        openapi: "3.0.3",
        info: { title: "t", version: "1" },
        "x-flow-validate": { request: true },
        paths: Object.fromEntries(paths),
      }),
      "x.xml": "<flow><echo>ok</echo></flow>",
    });
  });
  test.each(styles.map((row, at) => [row.in, row.style, row.explode, row.sent, row.value, at] as const))(
    "%s %s, explode: %s, %s is %j",
    async (where, _style, _explode, sent, _value, at) => {
      const request = (path: string): ClientRequest =>
        where === "query"
          ? { path, query: sent }
          : where === "path"
            ? { path: `${path}/${sent}` }
            : { path, headers: where === "header" ? { t: sent } : { cookie: sent } };
      const status = async (which: number) => (await send(one, request(`/${at}-${which}`))).status;
      expect([await status(0), await status(1)]).toEqual([200, 400]);
    },
  );
});

describe("what is checked is what flows and upstream systems get", () => {
  let server: RunningServer;
  let seen: string[] = [];
  beforeAll(async () => {
    server = await upstream((request, response) => {
      seen.push(request.url ?? "");
      reply(response, 200, "ok");
    });
  });
  afterAll(() => server.stop());

  const query = (value: JsonValue) => ({
    name: "t",
    in: "query",
    type: "array",
    items: { type: "string" },
    enum: [value],
  });

  test("a proxy sends on what was sent, and a flow has the text as it was meant", async () => {
    const parameters = [query(["A,B", "C%"])];
    const one = await app({
      "swagger.yaml": JSON.stringify({
        swagger: "2.0",
        basePath: "/t",
        "x-flow-validate": { request: true },
        paths: {
          "/proxied": { get: { "x-flow-proxy": { origin: server.url, stripEndpoint: true }, parameters } },
          "/shown/{p}": {
            get: {
              "x-flow": "shown.xml",
              parameters: [...parameters, { name: "p", in: "path", type: "string", required: true }],
            },
          },
        },
      }),
      "shown.xml": flowFile("<template>[ {{ $request/get/t }}, {{ $request/params/p }} ]</template>"),
    });
    const sent = { query: "t=A%2cB,C%25" };
    expect((await send(one, { ...sent, path: "/t/proxied" })).status).toBe(200);
    expect(seen).toEqual(["/?t=A%2cB,C%25"]);
    expect((await send(one, { ...sent, path: "/t/shown/a%2Cb%2541" })).json()).toEqual(["A,B,C%", "a,b%41"]);
  });

  test("requests to upstream systems are read the same way", async () => {
    seen = [];
    const ask = (value: string) =>
      flowFile(`<request>{ "url": "${server.url}/up/x%2Cy,z?t=${value}",
        "options": { "definition": "up.yaml", "validate-request": true } }</request>`);
    const path = { name: "p", in: "path", type: "array", items: { type: "string" }, enum: [["x,y", "z"]] };
    const one = await app({
      "swagger.yaml": JSON.stringify({
        swagger: "2.0",
        paths: { "/right": { "x-flow": "right.xml" }, "/wrong": { "x-flow": "wrong.xml" } },
      }),
      "up.yaml": JSON.stringify({
        swagger: "2.0",
        basePath: "/up",
        paths: { "/{p}": { get: { parameters: [query(["A,B", "C"]), { ...path, required: true }] } } },
      }),
      "right.xml": ask("A%2CB,C"),
      "wrong.xml": ask("A,B,C"),
    });
    expect((await send(one, { path: "/right" })).status).toBe(200);
    expect((await send(one, { path: "/wrong" })).status).toBe(400);
    expect(seen).toEqual(["/up/x%2Cy,z?t=A%2CB,C"]);
  });
});
