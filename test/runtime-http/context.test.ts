/** Variables, `$request`, `$body`, `$env`, `$server`: what a flow can read of a client's request. */
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import {
  at,
  type Context,
  type Flow,
  json,
  readBody,
  respond,
  service,
  string,
  type Value,
} from "../../runtime/index.js";
import { send } from "../support/client.js";
import { appOf, show, withEnv } from "./support.js";

const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "state", "isPrototypeOf"];

/** The context of a request, as a flow sees it. */
async function contextOf(init?: RequestInit, path = "/api/x"): Promise<Context> {
  let seen: Context | undefined;
  await appOf(($) => {
    seen = $;
  }).request(`http://client.test:8080${path}`, init);
  if (seen === undefined) throw new Error("The flow did not run.");
  return seen;
}

describe("Variables", () => {
  test.each(names)("$%s is undefined, then a variable like any other", async (name) => {
    const $ = await contextOf();
    expect($[name]).toBeUndefined();
    $[name] = "mine";
    expect($[name]).toBe("mine");
    expect((await contextOf())[name]).toBeUndefined();
  });

  test("nothing of the engine is listed by name", async () => {
    const $ = await contextOf();
    $.a = 1;
    expect(Object.keys($)).toEqual(["a"]);
    const inherited: string[] = [];
    for (const name in $) inherited.push(name);
    expect(inherited).toEqual(["a"]);
  });

  test.each(["request", "env", "server", "body", "upstream", "error"])(
    "$%s may be overwritten",
    async (name) => {
      const $ = await contextOf();
      $[name] = "mine";
      expect($[name]).toBe("mine");
      $[name] = undefined;
      expect($[name]).toBeUndefined();
    },
  );

  test("an assignment narrows the type", async () => {
    const flow: Flow = ($) => {
      $.limit = Number(string(at($.request, "get", "limit")));
      if ($.limit > 100) respond($, "large"); // compiles only if `$.limit` is known to be a number
    };
    expect((await send(appOf(flow), { path: "/api/x", query: "limit=101" })).json()).toBe("large");
  });
});

describe("$request", () => {
  const read = async (names: readonly string[], init?: RequestInit, path?: string): Promise<Value | null> => {
    const $ = await contextOf(init, path);
    return at($.request, ...names) as Value | null;
  };

  test("has its members in order, all textual", async () => {
    const app = new Hono();
    const flow: Flow = async ($) => {
      await readBody($);
      respond($, json($.request));
    };
    app.all(...service({ basePath: "/api" }).path("/u/{id}", { "*": flow }));
    const response = await send(app, {
      path: "/api/u/7",
      query: "a=b",
      headers: { Cookie: "n=v", "X-Up": "1", "content-type": "application/x-www-form-urlencoded" },
      body: "f=g+h",
    });
    expect(response.json()).toEqual({
      method: "POST",
      purpose: "main",
      debug: "",
      host: "client.test",
      port: "8080",
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: "http://client.test:8080/api/u/7?a=b",
      path: "/api/u/7",
      query: "a=b",
      headers: { cookie: "n=v", "x-up": "1", "content-type": "application/x-www-form-urlencoded" },
      get: { a: "b" },
      post: { f: "g h" },
      cookies: { n: "v" },
      params: { id: "7" },
      endpoint: "/api/u/7",
    });
    expect(Object.keys(response.json() as object)).toEqual(
      "method purpose debug host port id url path query headers get post cookies params endpoint".split(" "),
    );
  });

  test("leaves out what was not sent", async () => {
    const $ = await contextOf();
    expect(Object.keys(json($.request) as object)).toEqual(
      "method purpose debug host port id url path headers endpoint".split(" "),
    );
    for (const name of ["query", "get", "post", "cookies", "params"]) {
      expect(at($.request, name)).toBeUndefined();
      expect(at($.request, name, "x")).toBeUndefined();
    }
  });

  test.each(names)("has no %s", async (name) => {
    const $ = await contextOf({ headers: { cookie: "a=1" } }, "/api/x?a=1");
    for (const parent of [[], ["headers"], ["get"], ["cookies"], ["method"]]) {
      expect(at($.request, ...parent, name)).toBeUndefined();
    }
  });

  test.each(names)("may be sent a %s", async (name) => {
    const headers = new Headers([
      ["cookie", `${name}=1`],
      [name, "1"],
    ]);
    const $ = await contextOf({ headers }, `/api/x?${name}=1`);
    expect(at($.request, "get", name)).toBe("1");
    expect(at($.request, "cookies", name)).toBe("1");
    expect(at($.request, "headers", name.toLowerCase())).toBe("1");
    expect(Object.hasOwn(json(at($.request, "get")) as object, name)).toBe(true);
  });

  test("keeps its id, which is the one of the log and the errors", async () => {
    const $ = await contextOf();
    expect(at($.request, "id")).toBe(at($.request, "id"));
  });

  test("headers: joined, empty, and only by lower-case names", async () => {
    const headers = new Headers([
      ["X-A", "1"],
      ["x-a", "2"],
      ["X-Empty", ""],
    ]);
    expect(await read(["headers", "x-a"], { headers })).toBe("1, 2");
    expect(await read(["headers", "x-empty"], { headers })).toBe("");
    expect(await read(["headers", "X-A"], { headers })).toBeUndefined();
    expect(await read(["headers", "no such name"], { headers })).toBeUndefined();
    expect(await read(["headers", ""], { headers })).toBeUndefined();
  });

  test("endpoint of a wildcard is the part before it", async () => {
    expect(await read(["endpoint"], undefined, "/api/a/b")).toBe("/api");
  });

  test("reading one header does not look at the others", async () => {
    const request = new Request("http://h/api/x", { headers: { "x-a": "1" } });
    Object.defineProperty(request.headers, "forEach", { value: () => expect.unreachable() });
    const app = appOf(($) => respond($, string(at($.request, "headers", "x-a"))));
    expect(await (await app.fetch(request)).json()).toBe("1");
  });

  test("HEAD is HEAD, though GET's flow answers it", async () => {
    let method: unknown;
    const app = new Hono();
    const get: Flow = ($) => {
      method = at($.request, "method");
      respond($, { a: 1 });
    };
    app.all(...service({ basePath: "/api" }).path("/a", { GET: get }));
    const response = await send(app, { path: "/api/a", method: "HEAD" });
    expect([response.status, response.text, method]).toEqual([200, "", "HEAD"]);
    expect(response.headers.get("content-type")).toBe("application/json");
  });
});

describe("$body", () => {
  const reading = appOf(async ($) => {
    await readBody($);
    respond($, [json($.body), json(at($.body, "json", "a")), json(at($.request, "post", "a"))]);
  });
  const ask = async (body: BodyInit | undefined, type?: string) => {
    const headers = type === undefined ? undefined : { "content-type": type };
    const response = await reading.request("/api/x", {
      method: "POST",
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    });
    return response.json();
  };

  test("is JSON by its content type", async () => {
    expect(await ask('{"a":1}', "application/json")).toEqual([{ a: 1 }, 1, null]);
    expect(await ask('{"a":1}', "application/json;charset=utf-8")).toEqual([{ a: 1 }, 1, null]);
    expect(await ask('{"a":1}', "application/merge-patch+json")).toEqual(['{"a":1}', null, null]);
    expect(await ask("[1]", "application/json")).toEqual([[1], null, null]);
    expect(await ask("null", "application/json")).toEqual([null, null, null]);
  });

  test("is text otherwise", async () => {
    expect(await ask('{"a":1}', "text/plain")).toEqual(['{"a":1}', null, null]);
    expect(await ask(new TextEncoder().encode('{"a":1}'))).toEqual(['{"a":1}', null, null]);
  });

  test("is the text of malformed JSON", async () => {
    expect(await ask('{"a":1', "application/json")).toEqual(['{"a":1', null, null]);
  });

  test("is read in its character set", async () => {
    expect(await ask(new Uint8Array([0xe4]), "text/plain; charset=latin1")).toEqual(["ä", null, null]);
    expect(await ask(new Uint8Array([0x22, 0xe4, 0x22]), "application/json; charset=iso-8859-1")).toEqual([
      "ä",
      null,
      null,
    ]);
  });

  test("is nothing without a body, or with an empty one", async () => {
    for (const type of ["application/json", "text/plain"]) {
      expect(await ask(undefined, type)).toEqual([null, null, null]);
      expect(await ask("", type)).toEqual([null, null, null]);
    }
    const $ = await contextOf();
    expect($.body).toBeUndefined();
  });

  test("is undefined before it was read", async () => {
    expect((await contextOf({ method: "POST", body: "x" })).body).toBeUndefined();
  });

  test("is not touched unless a flow reads it", async () => {
    const request = new Request("http://h/api/x", { method: "POST", body: "x" });
    expect((await appOf(($) => respond($, 1)).fetch(request)).status).toBe(200);
    expect(request.bodyUsed).toBe(false);
  });

  test("is not parsed unless a flow looks at it", async () => {
    const parse = JSON.parse;
    let parsed = 0;
    JSON.parse = (text: string) => {
      parsed++;
      return parse(text) as unknown;
    };
    try {
      const app = appOf(async ($) => {
        await readBody($);
        if (at($.request, "get", "look") !== undefined) {
          at($.body, "json");
          at($.body, "json");
        }
        respond($, 1);
      });
      const init = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
      await app.request("/api/x", init);
      expect(parsed).toBe(0);
      await app.request("/api/x?look", init);
      expect(parsed).toBe(1);
    } finally {
      JSON.parse = parse;
    }
  });

  test("of a form is $request/post", async () => {
    expect(await ask("a=x+y", "application/x-www-form-urlencoded")).toEqual(["a=x+y", null, "x y"]);
    const form = new FormData();
    form.set("a", "x\ny");
    form.set("file", new File(["secret"], "f.txt"));
    expect((await ask(form))[2]).toBe("x\r\ny");
    expect(await ask("a=1", "text/plain")).toEqual(["a=1", null, null]);
  });

  test.each([
    ["with", true],
    ["without", false],
  ])("is refused when too large, %s its length announced", async (_, announced) => {
    await withEnv({ FLOW_MAX_BODY_BYTES: "10" }, async () => {
      const body = (length: number): RequestInit => ({
        method: "POST",
        body: "x".repeat(length),
        ...(announced && { headers: { "content-length": String(length) } }),
      });
      expect((await reading.request("/api/x", body(10))).status).toBe(200);
      const response = await reading.request("/api/x", body(11));
      expect([response.status, await response.json()]).toEqual([
        413,
        {
          error: {
            message: "Input Validation Failed",
            status: 413,
            requestID: expect.any(String),
            info: ["Request body exceeds 10 bytes."],
            code: 3204,
          },
        },
      ]);
    });
  });

  test("that announces less than it sends is refused all the same", async () => {
    await withEnv({ FLAT_MAX_BODY_BYTES: "10" }, async () => {
      const init = { method: "POST", body: "x".repeat(11), headers: { "content-length": "1" } };
      expect((await reading.request("/api/x", init)).status).toBe(413);
    });
  });

  test("that is too large goes to the error flow", async () => {
    await withEnv({ FLOW_MAX_BODY_BYTES: "1" }, async () => {
      const app = appOf(readBody, { error: ($) => respond($, json(at($.error, "info"))) });
      const response = await app.request("/api/x", { method: "POST", body: "xx" });
      expect([response.status, await response.json()]).toEqual([413, ["Request body exceeds 1 bytes."]]);
    });
  });

  test("that breaks off is a client's error", async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
    const response = await reading.request("/api/x", { method: "POST", body, duplex: "half" } as RequestInit);
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 3204 } }]);
  });
});

describe("$env and $server", () => {
  test("are read from the environment at each request", async () => {
    const app = show(($) => json(at($.env, "FLOWC_T")));
    const ask = async () => (await app.request("/api/x")).json();
    expect(await ask()).toBeNull();
    expect(await withEnv({ FLOWC_T: "1" }, ask)).toBe("1");
    expect(await withEnv({ FLOWC_T: "2" }, ask)).toBe("2");
    expect(await ask()).toBeNull();
  });

  test("bindings of the app come first, if they are text", async () => {
    const app = show(($) => [
      json(at($.env, "A")),
      json(at($.env, "FLOWC_T")),
      json(at($.env, "N")),
      json($.env),
    ]);
    await withEnv({ FLOWC_T: "process" }, async () => {
      const response = await app.request("/api/x", undefined, {
        A: "bound",
        FLOWC_T: "bound too",
        N: { x: 1 },
      });
      const [a, t, n, all] = (await response.json()) as [unknown, unknown, unknown, Record<string, unknown>];
      expect([a, t, n]).toEqual(["bound", "bound too", null]);
      expect(all).toMatchObject({ A: "bound", FLOWC_T: "bound too", PATH: process.env.PATH });
      expect(all).not.toHaveProperty("N");
    });
  });

  test.each(names)("have no %s", async (name) => {
    const $ = await contextOf();
    expect(at($.env, name)).toBeUndefined();
    expect(at($.server, name)).toBeUndefined();
  });

  test("$server/role is FLOW_SERVER_ROLE, else FLAT_SERVER_ROLE", async () => {
    const app = show(($) => json($.server));
    const ask = async () => (await app.request("/api/x")).json();
    expect(await ask()).toEqual({ name: "flowc" });
    expect(await withEnv({ FLAT_SERVER_ROLE: "b" }, ask)).toEqual({ name: "flowc", role: "b" });
    expect(await withEnv({ FLAT_SERVER_ROLE: "b", FLOW_SERVER_ROLE: "a" }, ask)).toEqual({
      name: "flowc",
      role: "a",
    });
  });
});
