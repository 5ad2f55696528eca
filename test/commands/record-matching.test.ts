/** Requests of a system that passes no IDs on, many at once: `flowc compare` finds their upstream exchanges by content. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RecordedLine } from "../../runtime/observe/trace/recording.js";
import { flowc } from "../support/project.js";
import { received, upstream } from "../support/servers.js";
import { appOf } from "./app.js";
import { recorder } from "./recorder.js";

const order = `<flow>
  <request content="me">{ "url": "http://systems.internal/me", "headers": { "X-User": {{ $request/headers/x-user }} } }</request>
  <request content="price">{ "url": {{ concat("http://systems.internal/prices/", $request/params/id) }} }</request>
  <request content="audit">
  { "url": "http://systems.internal/audit", "body": { "value": { "id": {{ $request/params/id }}, "at": {{ unixtime() }} } } }
  </request>
  <template>{ "name": {{ content("me")/json/name }}, "price": {{ content("price")/json/price }} }</template>
</flow>
`;

const app = {
  "swagger.yaml": `swagger: "2.0"
paths:
  /orders/{id}:
    get: { x-flow: order.xml }
`,
  "order.xml": order,
};

const count = 160;

/** Asks as the flow does, and answers one order wrongly. */
async function oldSystem(egress: () => string) {
  const { url } = await upstream(async ({ url: target = "", headers }, response) => {
    const id = Number(target.split("/").at(-1));
    const json = async (path: string, init: RequestInit = {}) =>
      (await fetch(egress() + path, init)).json() as Promise<Readonly<Record<string, unknown>>>;
    const { name } = await json("/me", { headers: { "x-user": String(headers["x-user"]) } });
    const { price } = await json(`/prices/${id}`);
    await json("/audit", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: String(id), at: Math.floor(Date.now() / 1000) }),
    });
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name, price: id === 13 ? 99 : price }));
  });
  return url;
}

async function systems() {
  const { url } = await upstream(async (request, response) => {
    const { url: target = "", headers } = request;
    await received(request);
    const id = Number(/\d+$/.exec(target)?.[0]);
    const body = target === "/me" ? { name: `name of ${headers["x-user"]}` } : { price: id * 2 };
    response.setHeader("content-type", "application/json");
    setTimeout(() => response.end(JSON.stringify(body)), (id * 7) % 20); // later ones overtake earlier ones
  });
  return url;
}

async function record(atOnce: number, ...args: readonly string[]) {
  const directory = appOf(`record-matching-${atOnce}`, app);
  const file = join(directory, "recording.jsonl");
  let egress = "";
  const old = await oldSystem(() => egress);
  const one = await recorder(
    ...["--old", old, "--listen", "0", "--egress", `0=${await systems()}`, "-o", file, ...args],
  );
  ({ egress } = one);
  let next = 0;
  const client = async () => {
    while (next < count) {
      const id = next++;
      const response = await fetch(`${one.listen}/orders/${id}`, { headers: { "x-user": `u${id % 3}` } });
      expect(response.status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  expect((await one.end())[0]).toBe(0);
  return { directory, file };
}

const compare = async (directory: string, file: string) => {
  const { stdout, code } = await flowc("compare", directory, file, "--format", "json");
  const { compared, different, differences, skipped } = JSON.parse(stdout);
  return { code, compared, different, skipped, differences };
};

test.each([4, 16])(
  "%d at once: all are matched, and nothing but what is planted differs",
  {
    timeout: 300_000,
  },
  async (atOnce) => {
    const { directory, file } = await record(atOnce);
    const lines = readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as RecordedLine);
    expect(lines.filter(({ kind }) => kind === "upstream").length).toBeGreaterThan(2 * count);

    const found = await compare(directory, file);
    expect(found).toMatchObject({ code: 1, compared: count, skipped: [] });
    expect(found.differences).toMatchObject([
      { class: "body-member-value", what: "price", count: 1, sample: { was: "99", is: "26" } },
    ]);
    const replayed = await flowc("replay", directory, file, "--format", "json");
    expect(replayed.code).toBe(0);
    for (const { target, body } of JSON.parse(replayed.stdout).answers) {
      const id = Number(target.split("/").at(-1));
      expect(JSON.parse(body)).toEqual({ name: `name of u${id % 3}`, price: id * 2 });
    }

    // Another body is a difference of each, and takes none of the others'.
    writeFileSync(join(directory, "order.xml"), order.replace('"at":', '"more": true, "at":'));
    const more = await compare(directory, file);
    expect(more.differences).toMatchObject([
      { class: "upstream-request-changed", what: "audit: body more extra", count },
      { class: "body-member-value", what: "price", count: 1 },
    ]);
    // One that the app does not send any more is missing, and one that nobody sent is too much.
    const without = order.replace(/<request content="audit">[\s\S]*?<\/request>/, "");
    writeFileSync(join(directory, "order.xml"), without);
    const missing = await compare(directory, file);
    expect(missing.code).toBe(1);
    expect(missing.differences[0]).toMatchObject({
      ...{ class: "upstream-request-missing", what: "POST /audit" },
    });
    expect(missing.differences.map(({ class: kind }: { class: string }) => kind)).toEqual([
      "upstream-request-missing",
      "body-member-value",
    ]);
    writeFileSync(
      join(directory, "order.xml"),
      order.replace(
        "<template>",
        '<request content="x">{ "url": "http://systems.internal/x" }</request><template>',
      ),
    );
    expect((await compare(directory, file)).differences).toMatchObject([
      { class: "upstream-request-extra", what: "x", count },
      { class: "body-member-value", count: 1 },
    ]);
  },
);

// Of few at once, each begins as another one ends: within what moments are rounded by.
test("what may belong to a request that is not recorded says so, and is never missed", async () => {
  const { directory, file } = await record(4, "--only", "GET /orders/13");
  const lines = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RecordedLine);
  const loose = lines.flatMap((line) => (line.kind === "upstream" ? line : []));
  expect(loose.length).toBeGreaterThan(count);
  expect(loose.filter(({ candidates }) => candidates !== undefined)).toEqual([]);
  const found = await compare(directory, file);
  expect(found).toMatchObject({ compared: 1, skipped: [], differences: [{ what: "price", count: 1 }] });
  expect(found.differences).toHaveLength(1);
});

test.each([2, 8])(
  "what %d at once have asked for, which are not all recorded, is missed by none",
  {
    timeout: 300_000,
  },
  async (atOnce) => {
    const { directory, file } = await record(atOnce, "--only", "GET /orders/1*");
    const found = await compare(directory, file);
    expect(found).toMatchObject({ compared: 71, skipped: [] });
    expect(found.differences).toMatchObject([{ what: "price", count: 1 }]);
  },
);
