import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { linkRoutes, type Route } from "../../compiler/load/routes.js";
import { parseOpenApi } from "../../compiler/parse/openapi/openapi.js";
import { Files } from "../../compiler/source/files.js";
import { SourceText } from "../../compiler/source/source-text.js";
import { inputOf } from "../support/compile.js";
import { workTime } from "../support/growth.js";

const noFiles = new Files(inputOf({}));

function link(description: unknown) {
  const text = typeof description === "string" ? description : JSON.stringify(description);
  const source = new SourceText("swagger.yaml", text);
  const reporter = new Reporter();
  const api = parseOpenApi(source, noFiles, reporter);
  const routes = api === undefined ? [] : linkRoutes(api, reporter);
  const problems = reporter.sorted().map(({ name, span, message }) => {
    const { line, column } = source.place(span?.start ?? -1);
    return { at: `${line}:${column}`, name, message };
  });
  return { routes, problems };
}

function linkPatterns(patterns: readonly string[], basePath?: string): readonly Route[] {
  const paths = Object.fromEntries(patterns.map((pattern) => [pattern, { "x-flow": "a.xml" }]));
  const { routes, problems } = link({ swagger: "2.0", basePath, paths });
  expect(problems.filter(({ name }) => name !== "pathStar" && name !== "pathColon")).toEqual([]);
  return routes;
}

/** Answers which pattern a real app takes for a path; undefined for none. */
function router(routes: readonly Route[]) {
  const app = new Hono();
  for (const { honoPath, pattern } of routes) {
    app.all(honoPath, (c) =>
      c.text(pattern, 200, { params: encodeURIComponent(JSON.stringify(c.req.param())) }),
    );
  }
  return async (path: string) => {
    const response = await app.fetch(new Request(`http://localhost${path}`));
    if (response.status === 404) return undefined;
    return {
      pattern: await response.text(),
      params: JSON.parse(decodeURIComponent(response.headers.get("params") ?? "")),
    };
  };
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

async function expectRouting(
  patterns: readonly string[],
  expected: Record<string, string | undefined>,
  base = "",
) {
  const orders = permutations(patterns);
  const first = linkPatterns(patterns, base);
  for (const order of orders) {
    const routes = linkPatterns(order, base);
    expect(routes.map(({ pattern }) => pattern)).toEqual(first.map(({ pattern }) => pattern));
  }
  const route = router(first);
  for (const [path, pattern] of Object.entries(expected)) {
    expect((await route(path))?.pattern, path).toBe(pattern);
  }
}

describe("routing", () => {
  it("prefers literals from the left", async () => {
    await expectRouting(["/{a}/b/c", "/a/{b}/{c}", "/a/b/{c}", "/a/{b}/c", "/{a}/{b}/{c}"], {
      "/a/b/c": "/a/b/{c}",
      "/a/x/c": "/a/{b}/c",
      "/a/x/y": "/a/{b}/{c}",
      "/x/b/c": "/{a}/b/c",
      "/x/y/z": "/{a}/{b}/{c}",
      "/x/y": undefined,
      "/x/y/z/": undefined,
      "/x//z": undefined,
    });
  });

  it("prefers partly literal segments to parameters, and the longer literal", async () => {
    await expectRouting(["/f/{a}", "/f/{a}.json", "/f/{a}.min.json", "/f/x.json", "/f/{a}-{b}", "/f/v{a}"], {
      "/f/x.json": "/f/x.json",
      "/f/y.json": "/f/{a}.json",
      "/f/y.min.json": "/f/{a}.min.json",
      "/f/a.b.json": "/f/{a}.json",
      "/f/.json": "/f/{a}",
      "/f/yxjson": "/f/{a}",
      "/f/a-b": "/f/{a}-{b}",
      "/f/a-b-c": "/f/{a}-{b}",
      "/f/--b": "/f/{a}-{b}",
      "/f/a-": "/f/{a}",
      "/f/-b": "/f/{a}",
      "/f/v1": "/f/v{a}",
      "/f/v": "/f/{a}",
      "/f/a-b/": undefined,
    });
  });

  it("lets partly literal segments stand before others", async () => {
    await expectRouting(["/{a}.x/next", "/{a}.x", "/{a}/{b}", "/{a}.x/{b}", "/**"], {
      "/1.x/next": "/{a}.x/next",
      "/1.x/nextto": "/{a}.x/{b}",
      "/1.x": "/{a}.x",
      "/1/next": "/{a}/{b}",
      "/1": "/**",
      "/1.x/next/more": "/**",
    });
  });

  it("splits segments with several parameters", async () => {
    await expectRouting(["/{a}::{b}::{c}.txt", "/x{a}y"], {
      "/1::2::3.txt": "/{a}::{b}::{c}.txt",
      "/1:2::3::4.txt": "/{a}::{b}::{c}.txt",
      "/1::2:3.txt": undefined,
      "/1::2::3.txt4": undefined,
      "/xy": undefined,
      "/xxyy": "/x{a}y",
    });
  });

  it("takes the longest wildcard, after all other paths", async () => {
    await expectRouting(["/**", "/a/**", "/a/b/**", "/a/b/c", "/{x}/b"], {
      "/a/b/c": "/a/b/c",
      "/a/b/c/d": "/a/b/**",
      "/a/b": "/{x}/b",
      "/a/b/": "/a/b/**",
      "/a/bc": "/a/**",
      "/a": "/a/**",
      "/ab": "/**",
    });
  });

  it("gives parameters by name, where the name is one for the router", async () => {
    const route = router(linkPatterns(["/users/{id}/posts/{__proto__}", "/users/me/{x}.{y}"]));
    const { params } = (await route("/users/7%2F8/posts/caf%C3%A9")) ?? {};
    expect(params).toEqual({ id: "7/8", parameter: "café" });
    expect((await route("/users/me/a.b"))?.params).toEqual({ "x-y": "a.b" });
  });

  it("is not led astray by what requests contain", async () => {
    await expectRouting(["/a/{b}/c", "/a/{b}", "/a/*/d", "/__proto__/constructor", "/{x}.y/z"], {
      "/a/:b/c": "/a/{b}/c",
      "/a/:b": "/a/{b}",
      "/a/*": "/a/{b}",
      "/a/*/d": "/a/*/d",
      "/a/x/d": undefined,
      "/a/__proto__": "/a/{b}",
      "/__proto__/constructor": "/__proto__/constructor",
      "/constructor/__proto__": undefined,
      "/a/%2F": "/a/{b}",
      "/a/b%2Fc": "/a/{b}",
      "/a/%zz": "/a/{b}",
      "/a/x\u2028y": "/a/{b}",
      "/a/x%0Ay": "/a/{b}",
      "/a/x%0Ay/c": "/a/{b}/c",
      "/%0A.y/z": "/{x}.y/z",
    });
  });

  const characters = [..." !\"$&'()+,-.:;<=>@[]^_`|~*é😀"];
  it.each([
    ["alone", (character: string) => `/x${character}1/y`, "/x_1/y"],
    ["first", (character: string) => `/${character}x`, "/_x"],
    ["last", (character: string) => `/x${character}`, "/x_"],
    ["beside parameters", (character: string) => `/x${character}1/{p}/${character}b`, "/x_1/q/_b"],
    ["in a partly literal segment", (character: string) => `/a${character}{p}${character}1/b`, "/a_q_1/b"],
    ["after a partly literal segment", (character: string) => `/{p}.x/${character}1`, "/q.x/_1"],
    ["before a wildcard", (character: string) => `/x${character}/**`, "/x_/y"],
  ])("takes special characters literally: %s", async (_, patternOf, template) => {
    for (const character of characters) {
      if (character === "_") continue;
      const pattern = patternOf(character);
      for (const others of [[], ["/z"], ["/z/{a}", "/z/b"]]) {
        const route = router(linkPatterns([pattern, ...others]));
        const request = template.replaceAll("_", character);
        // A URL loses spaces at its end.
        if (character !== " ") expect((await route(request))?.pattern, `${pattern} ${request}`).toBe(pattern);
        expect((await route(encodeURI(request)))?.pattern, `${pattern} ${encodeURI(request)}`).toBe(pattern);
        expect((await route(template.replaceAll("_", "w")))?.pattern, pattern).toBeUndefined();
        expect((await route(template.replaceAll("_", "")))?.pattern, pattern).toBeUndefined();
      }
    }
  });

  it("takes percent-encoded characters of patterns and base paths as requests have them", async () => {
    await expectRouting(
      ["/caf%C3%A9", "/a%20b", "/c%2Fd", "/100%25", "/{x}%40y"],
      {
        "/b%C3%A4se/caf%C3%A9": "/caf%C3%A9",
        "/bäse/café": "/caf%C3%A9",
        "/bäse/a b": "/a%20b",
        "/bäse/c%2Fd": "/c%2Fd",
        "/bäse/c/d": undefined,
        "/bäse/100%25": "/100%25",
        "/bäse/x%40y": "/{x}%40y",
      },
      "/b%C3%A4se/",
    );
  });

  it("takes special characters of the base path literally", async () => {
    await expectRouting(
      ["/**", "/x"],
      { "/v1:a@1/x": "/x", "/v1:a@1": "/**", "/v1xx/x": undefined },
      "/v1:a@1",
    );
  });

  it("agrees with a search for the most specific pattern", async () => {
    const random = generator(1);
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
    const words = ["a", "b", "a.x", "ab"];
    for (let round = 0; round < 300; round++) {
      const patterns = new Map<string, string>();
      for (let count = 0; count < 8; count++) {
        const length = Math.floor(random() * 4);
        const isWildcard = length === 0 || random() < 0.3;
        const segments = Array.from({ length }, (_, i) => {
          const kind = isWildcard ? 0 : random();
          return kind < 0.5 ? pick(words) : kind < 0.8 ? `{p${i}}` : pick([`{p${i}}.x`, `a{p${i}}`]);
        });
        const pattern = `/${[...segments, ...(isWildcard ? ["**"] : [])].join("/")}`;
        patterns.set(pattern.replace(/\{\w+\}/g, "{}"), pattern);
      }
      const route = router(linkPatterns([...patterns.values()]));
      for (let count = 0; count < 20; count++) {
        const path = `/${Array.from({ length: Math.floor(random() * 4) }, () => pick(words)).join("/")}`;
        expect((await route(path))?.pattern, `${path} of ${[...patterns.values()].join(" ")}`).toBe(
          mostSpecific([...patterns.values()], path),
        );
      }
    }
  });

  it("costs linear time for hostile requests", async () => {
    const route = router(linkPatterns(["/{a}-{b}-{c}-{d}.json", "/{a}/{b}/{c}/{d}/{e}/{f}/{g}/{h}"]));
    const start = workTime();
    await route(`/${"-".repeat(100_000)}`);
    await route(`/${"a-".repeat(50_000)}.jso`);
    await route(`/${"x/".repeat(50_000)}`);
    expect(workTime() - start).toBeLessThan(1_000);
  });
});

/** The rules of the matching, by trying every pattern. */
function mostSpecific(patterns: readonly string[], path: string): string | undefined {
  const rank = (pattern: string) => {
    const isWildcard = pattern.endsWith("/**");
    const segments = pattern.split("/").slice(1, isWildcard ? -1 : undefined);
    if (isWildcard) return `0${String(segments.length).padStart(3, "0")}`;
    return `1${segments.map((text) => (text.startsWith("{") && text.endsWith("}") ? 0 : text.includes("{") ? text.replace(/\{.*\}/, "").length : 9)).join("")}`;
  };
  const matching = patterns.filter((pattern) => {
    const expression = pattern
      .replace(/\/\*\*$/, "(?:/.*)?")
      .replaceAll(".x", "\\.x")
      .replace(/\{\w+\}/g, "[^/]+");
    return new RegExp(`^${expression}$`).test(path);
  });
  return matching.sort((a, b) => (rank(a) === rank(b) ? (a < b ? -1 : 1) : rank(a) > rank(b) ? -1 : 1))[0];
}

/** A linear congruential generator, so that every run tries the same. */
function generator(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

it("writes the paths of Hono", () => {
  const patterns = ["/", "/users/{id}", "/foo/**", "/**", "/{a}.json", "/x@1"];
  const odd = ["/{constructor}/{a b}/{user-id}", "/{a}-{b}/{c}"];
  const paths = linkPatterns([...patterns, ...odd], "/api");
  expect(paths.map(({ honoPath }) => honoPath)).toEqual([
    "/api/:parameter/:parameter2/:user-id",
    "/api/users/:id",
    "/api/:a-b{[^/](?:(?!-)[^/])*-[^/]+}/:c",
    "/api/",
    "/api/:literal{x\\u00401}",
    "/api/:a{[^/]+\\u002ejson}",
    "/api/foo/*",
    "/api/*",
  ]);
});
