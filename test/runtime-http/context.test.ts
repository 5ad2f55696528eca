import { describe, expect, test } from "vitest";
import { at, type Context, type Flow, json, readBody, respond, string } from "../../runtime/index.js";
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
  test("reading one header does not look at the others", async () => {
    const request = new Request("http://h/api/x", { headers: { "x-a": "1" } });
    Object.defineProperty(request.headers, "forEach", { value: () => expect.unreachable() });
    const app = appOf(($) => respond($, string(at($.request, "headers", "x-a"))));
    expect(await (await app.fetch(request)).json()).toBe("1");
  });
});

describe("$body", () => {
  const reading = appOf(async ($) => {
    await readBody($);
    respond($, [json($.body), json(at($.body, "json", "a")), json(at($.request, "post", "a"))]);
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
