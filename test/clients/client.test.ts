/** The client that `flowc types` makes: what it sends, and what it makes of answers. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appOf } from "../commands/app.js";
import { scratchDirectory } from "../support/compile.js";
import { fixture, flowc, readTree } from "../support/project.js";
import { type RunningServer, serve } from "../support/servers.js";
import { importClient, recorder, type UntypedClient } from "./support.js";

const description = `
openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: /base }]
paths:
  /plain/{id}:
    get: { x-flow: a.xml, parameters: [{ name: id, in: path, required: true, schema: {} }] }
  /label/{id}:
    get: { x-flow: a.xml, parameters: [{ name: id, in: path, required: true, style: label, schema: {} }] }
  /files/**:
    get: { x-flow: a.xml }
  /query:
    get:
      x-flow: a.xml
      parameters:
        - { name: form, in: query, schema: {} }
        - { name: together, in: query, explode: false, schema: {} }
        - { name: pipes, in: query, style: pipeDelimited, explode: false, schema: {} }
        - { name: deep, in: query, style: deepObject, explode: true, schema: {} }
        - { name: json, in: query, content: { application/json: { schema: {} } } }
        - { name: X-List, in: header, schema: {} }
        - { name: __proto__, in: query, explode: false, schema: {} }
  /json: { post: { x-flow: a.xml, requestBody: { content: { application/json: {} } } } }
  /merge: { patch: { x-flow: a.xml, requestBody: { content: { application/merge-patch+json: {} } } } }
  /form: { post: { x-flow: a.xml, requestBody: { content: { application/x-www-form-urlencoded: {} } } } }
  /styled-form:
    post:
      x-flow: a.xml
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: {}
            encoding:
              together: { style: form, explode: false }
              several: { explode: true }
  /parts: { post: { x-flow: a.xml, requestBody: { content: { multipart/form-data: {} } } } }
  /bytes: { put: { x-flow: a.xml, requestBody: { content: { application/octet-stream: {} } } } }
  /text: { put: { x-flow: a.xml, requestBody: { content: { text/csv: {} } } } }
`;

const files = { "openapi.yaml": description, "a.xml": "<flow/>" };

describe("requests", () => {
  let server: Awaited<ReturnType<typeof recorder>>;
  let api: UntypedClient;
  beforeAll(async () => {
    server = await recorder();
    const { createClient } = await importClient(files);
    api = createClient({ baseUrl: `${server.url}/base/`, headers: () => ({ authorization: "Bearer t" }) });
  });
  afterAll(() => server.stop());

  const list = ["a/b", "ü c"];
  const object = { x: 1, "y z": "&" };

  test.each([
    ["/plain/{id}", "a/b?c", "/plain/a%2Fb%3Fc"],
    ["/plain/{id}", list, "/plain/a%2Fb,%C3%BC%20c"],
    ["/plain/{id}", object, "/plain/x,1,y%20z,%26"],
    ["/plain/{id}", new Date(0), "/plain/1970-01-01T00%3A00%3A00.000Z"],
    ["/label/{id}", ".a/b", "/label/.a%2Fb"],
  ])("write into the path %s the value %j", async (path, id, expected) => {
    await api.get?.(path, { path: { id } });
    expect(server.last()?.url).toBe(`/base${expected}`);
  });

  test.each([
    ["/plain/{id}", {}, "/plain/{id} needs a value for {id}"],
    ["/plain/{id}", { id: null }, "/plain/{id} needs a value for {id}"],
    ["/plain/{id}", { id: "" }, "/plain/{id} needs a value for {id}"],
    ["/files/**", {}, "/files/** needs a value for **"],
    ["/plain/{id}", { id: ".." }, '/plain/{id} cannot have a segment "." or ".."'],
    ["/plain/{id}", { id: ["."] }, '/plain/{id} cannot have a segment "." or ".."'],
    ["/label/{id}", { id: "." }, '/label/{id} cannot have a segment "." or ".."'],
    ["/files/**", { "**": "a/../../plain/5" }, '/files/** cannot have a segment "." or ".."'],
  ])("are not sent where the path %s with %j would lead to another one", async (path, values, message) => {
    const before = server.last();
    await expect(api.get?.(path, { path: values })).rejects.toThrow(new TypeError(message));
    expect(server.last()).toBe(before);
  });

  test.each(["..a", "...", "%2e%2e"])("keep dots that are a part of the segment %j", async (id) => {
    await api.get?.("/plain/{id}", { path: { id } });
    expect(server.last()?.url).toBe(`/base/plain/${encodeURIComponent(id)}`);
  });

  test("write the rest of a path segment by segment", async () => {
    await api.get?.("/files/**", { path: { "**": "a b/c?.txt" } });
    expect(server.last()?.url).toBe("/base/files/a%20b/c%3F.txt");
  });

  test.each([
    [{ form: 1 }, "form=1"],
    [{ form: list }, "form=a%2Fb&form=%C3%BC%20c"],
    [{ form: object }, "x=1&y%20z=%26"],
    [{ form: undefined }, ""],
    [{ form: [] }, ""],
    [{ together: list }, "together=a%2Fb,%C3%BC%20c"],
    [{ together: object }, "together=x,1,y%20z,%26"],
    [{ pipes: "a|b" }, "pipes=a%7Cb"],
    [{ deep: object }, "deep%5Bx%5D=1&deep%5By%20z%5D=%26"],
    [{ json: { a: [1] } }, "json=%7B%22a%22%3A%5B1%5D%7D"],
    [JSON.parse('{"__proto__":["a","b"]}'), "__proto__=a,b"],
    [{ constructor: 1 }, "constructor=1"],
  ])("write the query %j", async (query, expected) => {
    await api.get?.("/query", { query });
    expect(server.last()?.url).toBe(`/base/query${expected === "" ? "" : `?${expected}`}`);
  });

  test("have the header fields of all requests, and their own", async () => {
    await api.get?.("/query", { headers: { "X-List": ["a", "b"], other: 1, absent: undefined } });
    expect(server.last()?.headers).toMatchObject({ authorization: "Bearer t", "x-list": "a,b", other: "1" });
    expect(server.last()?.headers).not.toHaveProperty("absent");
  });

  test("take header fields that have to be fetched first, or are Headers", async () => {
    const { createClient } = await importClient(files);
    const headers = async () => ({ authorization: "Bearer later" });
    await createClient({ baseUrl: server.url, headers }).get?.("/query");
    expect(server.last()?.headers.authorization).toBe("Bearer later");
    const made = new Headers({ authorization: "Bearer made" });
    await createClient({ baseUrl: server.url, headers: made }).get?.("/query");
    expect(server.last()?.headers.authorization).toBe("Bearer made");
  });

  test.each([
    ["post", "/json", { a: "ü" }, "application/json", '{"a":"Ã¼"}'],
    ["post", "/json", "text", "application/json", '"text"'],
    ["post", "/json", null, "application/json", "null"],
    ["patch", "/merge", { a: null }, "application/merge-patch+json", '{"a":null}'],
    [
      "post",
      "/form",
      { a: 1, b: ["x", "y z"], c: undefined },
      "application/x-www-form-urlencoded",
      "a=1&b=x&b=y+z",
    ],
    ["post", "/form", { a: { b: 1 } }, "application/x-www-form-urlencoded", "a=%7B%22b%22%3A1%7D"],
    [
      "post",
      "/styled-form",
      { together: [1, "a,b"] },
      "application/x-www-form-urlencoded",
      "together=1,a%2Cb",
    ],
    ["post", "/styled-form", { several: [1, 2] }, "application/x-www-form-urlencoded", "several=1&several=2"],
    ["post", "/form", new URLSearchParams({ a: "1" }), "application/x-www-form-urlencoded", "a=1"],
    ["put", "/bytes", new Uint8Array([1, 2]), "application/octet-stream", "\u0001\u0002"],
    ["put", "/bytes", new Blob(["x"]).stream(), "application/octet-stream", "x"],
    ["put", "/text", "a,b", "text/csv", "a,b"],
  ])("send by %s to %s the body %j", async (method, path, body, type, expected) => {
    await api[method]?.(path, { body });
    expect(server.last()?.headers["content-type"]).toBe(type);
    expect(server.last()?.body).toBe(expected);
  });

  test("send the parts of forms, files among them", async () => {
    await api.post?.("/parts", {
      body: { note: "n", file: new File(["abc"], "a.txt", { type: "text/plain" }), list: [1, 2] },
    });
    const { headers, body } = server.last() ?? {};
    expect(headers?.["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain('name="note"\r\n\r\nn\r\n');
    expect(body).toContain('name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nabc\r\n');
    expect(body).toContain('name="list"\r\n\r\n2\r\n');
  });

  test("end when they are aborted", async () => {
    const aborted = api.get?.("/query", { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
  });

  test("go below the base path of the description, if there is no other URL", async () => {
    const { createClient } = await importClient(files);
    const urls: string[] = [];
    const inBrowser = class extends Request {
      constructor(url: string, init?: RequestInit) {
        super(new URL(url, "http://page.example"), init);
      }
    };
    const own = globalThis.Request;
    try {
      globalThis.Request = inBrowser as typeof Request;
      const fetch = (request: Request) => {
        urls.push(request.url);
        return new Response("{}");
      };
      await createClient({ fetch }).get?.("/query");
    } finally {
      globalThis.Request = own;
    }
    expect(urls).toEqual(["http://page.example/base/query"]);
  });
});

describe("answers", () => {
  test.each([
    ["application/json; charset=utf-8", '{"a":1}', { a: 1 }],
    ["application/problem+json", '{"a":1}', { a: 1 }],
    ["application/json", "", undefined],
    ["text/csv", "a,b", "a,b"],
    ["application/xml", "<a/>", "<a/>"],
  ])("of the type %s have data: %j", async (type, body, data) => {
    const server = await recorder({ type, body, status: 418 });
    const { createClient } = await importClient(files);
    const answer = await createClient({ baseUrl: server.url }).get?.("/query");
    server.stop();
    expect(answer).toMatchObject({
      status: 418,
      type: type.split(";")[0],
      headers: { "content-type": type },
    });
    expect(answer?.data).toEqual(data);
    expect(answer?.response).toBeInstanceOf(Response);
  });

  test("of other types are bytes", async () => {
    const server = await recorder({ type: "image/png", body: "abc" });
    const { createClient } = await importClient(files);
    const answer = await createClient({ baseUrl: server.url }).get?.("/query");
    server.stop();
    expect(answer?.data).toBeInstanceOf(Blob);
    expect(await (answer?.data as Blob | undefined)?.text()).toBe("abc");
  });

  test("without a type and a body have no data", async () => {
    const server = await recorder({ status: 202 });
    const { createClient } = await importClient(files);
    const answer = await createClient({ baseUrl: server.url }).get?.("/query");
    server.stop();
    expect(answer).toMatchObject({ status: 202, type: "", data: undefined });
  });

  test("that are no JSON, but say so, are an error", async () => {
    const server = await recorder({ type: "application/json", body: "{" });
    const { createClient } = await importClient(files);
    await expect(createClient({ baseUrl: server.url }).get?.("/query")).rejects.toThrow(SyntaxError);
    server.stop();
  });
});

describe("with forms of Swagger 2.0", () => {
  test("sends lists as the app takes them apart", async () => {
    const directory = appOf("form-client", {
      "swagger.yaml": `
swagger: "2.0"
basePath: /api
x-flow-validate: { request: true }
paths:
  /form:
    post:
      x-flow: a.xml
      consumes: [multipart/form-data, application/x-www-form-urlencoded]
      parameters:
        - { name: commas, in: formData, type: array, items: { type: integer } }
        - { name: pipes, in: formData, type: array, items: { type: integer }, collectionFormat: pipes }
        - { name: spaces, in: formData, type: array, items: { type: integer }, collectionFormat: ssv }
        - { name: tabs, in: formData, type: array, items: { type: integer }, collectionFormat: tsv }
        - { name: several, in: formData, type: array, items: { type: integer }, collectionFormat: multi }
`,
      "a.xml": "<flow><template>{{ $body }}</template></flow>",
    });
    const out = scratchDirectory("form-client-gen");
    expect(await flowc("build", directory, "-o", out)).toMatchObject({ code: 0 });
    const server = await serve(out);
    try {
      const { createClient } = await importClient(readTree(directory));
      const api = createClient({ baseUrl: `${server.url}/api` });
      const body = { commas: [1, 2], pipes: "3|4", spaces: "5 6", tabs: "7\t8", several: [9, 10] };
      const type = "application/x-www-form-urlencoded";
      expect(await api.post?.("/form", { type, body })).toMatchObject({ status: 200 });
      expect(await api.post?.("/form", { body })).toMatchObject({ status: 200 });
      const refused = await api.post?.("/form", { type, body: { ...body, tabs: "7 8" } });
      expect(refused).toMatchObject({ status: 400 });
    } finally {
      await server.stop();
    }
  });
});

describe("with the petstore", () => {
  let server: RunningServer;
  let api: UntypedClient;
  beforeAll(async () => {
    const out = scratchDirectory("petstore-client");
    await flowc("build", fixture("petstore"), "-o", out);
    server = await serve(out, { CHECK_RESPONSES: "true" });
    const { createClient } = await importClient("petstore");
    api = createClient({ baseUrl: `${server.url}/v2` });
  }, 60_000);
  afterAll(() => server?.stop());

  test("reads a pet, and is told that there is none", async () => {
    const found = await api.get?.("/pet/{petId}", { path: { petId: 1 } });
    expect(found).toMatchObject({ status: 200, type: "application/json", data: { id: 1 } });
    expect(await api.get?.("/pet/{petId}", { path: { petId: 999 } })).toMatchObject({ status: 404 });
  });

  test("sends lists, JSON and forms as flows expect them", async () => {
    const tagged = await api.get?.("/pet/findByTags", { query: { tags: ["friendly", "small"] } });
    expect(tagged?.status).toBe(200);
    const added = await api.post?.("/pet", { body: { name: "Rex", photoUrls: [] } });
    expect(added).toMatchObject({ status: 201, data: { name: "Rex" } });
    const changed = await api.post?.("/pet/{petId}", { path: { petId: 1 }, body: { name: "Max" } });
    expect(changed?.status).toBe(200);
    const file = new File(["photo"], "rex.jpg", { type: "image/jpeg" });
    const sent = await api.post?.("/pet/{petId}/uploadImage", {
      path: { petId: 1 },
      body: { file, additionalMetadata: "woof" },
    });
    expect(sent?.status).toBe(200);
    expect(JSON.stringify(sent?.data)).toContain("says: woof");
  });

  test("reads header fields of answers", async () => {
    const login = await api.get?.("/user/login", { query: { username: "ada", password: "engine" } });
    expect(login?.headers["x-rate-limit"]).toBe("5000");
  });
});
