/** `x-flow-limit` by addresses: IPv6 counts by networks, whatever the spelling; long keys take no more memory than short ones. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { MemoryCounters } from "../../runtime/security/limits/memory-counters.js";
import { app } from "../support/compile.js";
import { withLog } from "../support/log.js";

let apps = 0;

function limited(key: unknown, rate = "3/min") {
  const api = {
    swagger: "2.0",
    info: { title: `networks ${apps++}`, version: "1" },
    "x-flow": "ok.xml",
    paths: { "/a": { "x-flow-limit": { rate, key } } },
  };
  const flow = "<flow><template>{{ $request/client-address }}</template></flow>";
  return app({ "swagger.yaml": JSON.stringify(api), "ok.xml": flow });
}

/** A way by which an address comes to the app. */
type Way = readonly [
  name: string,
  request: (address: string) => readonly [headers: object, bindings: object],
  key: string,
];

const proxied = { FLOW_TRUSTED_PROXIES: "10.0.0.0/8" };
const address = "$request/client-address";
const ways: readonly Way[] = [
  ["a connection", (remoteAddress) => [{}, { incoming: { socket: { remoteAddress } } }], address],
  [
    "X-Forwarded-For",
    (from) => [
      { "x-forwarded-for": from },
      { incoming: { socket: { remoteAddress: "10.0.0.1" } }, ...proxied },
    ],
    address,
  ],
  [
    "X-Forwarded-For with a port",
    (from) => [
      { "x-forwarded-for": from.includes(":") ? `[${from}]:443` : `${from}:443` },
      { incoming: { socket: { remoteAddress: "10.0.0.1" } }, ...proxied },
    ],
    address,
  ],
  ["API Gateway", (sourceIp) => [{}, { requestContext: { http: { sourceIp } } }], address],
  ["API Gateway, REST", (sourceIp) => [{}, { requestContext: { identity: { sourceIp } } }], address],
  ["a field", (from) => [{ "cf-connecting-ip": from }, {}], "$request/headers/cf-connecting-ip"],
  ["a text", (from) => [{ "x-real-ip": from }, {}], "concat($request/headers/x-real-ip, '')"],
];

async function statuses(way: Way, bits: string | undefined, addresses: readonly string[]) {
  const [, request, key] = way;
  const one = await limited(key);
  const settings = bits === undefined ? {} : { FLOW_LIMIT_IPV6_PREFIX: bits };
  const found: number[] = [];
  const { log } = await withLog(async () => {
    for (const each of addresses) {
      const [headers, bindings] = request(each);
      found.push((await one.request("/a", { headers: { ...headers } }, { ...bindings, ...settings })).status);
    }
  });
  return { found: found.join(" "), log };
}

const sameNetwork = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::", "2001:db8:1:2:a:b:c:d"];

describe.each(ways)("%s", (...way) => {
  test("addresses of a network share a counter, those of others do not", async () => {
    expect((await statuses(way, undefined, sameNetwork)).found).toBe("200 200 200 429");
    const others = ["2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:1:4::1", "2001:db8:2:2::1"];
    expect((await statuses(way, undefined, others)).found).toBe("200 200 200 200");
  });

  test.each([
    ["48", ["2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:1::", "2001:db8:1:ffff::"], "200 200 200 429"],
    [
      "56",
      ["2001:db8:1:200::1", "2001:db8:1:2ff::1", "2001:db8:1:210::", "2001:db8:1:300::"],
      "200 200 200 200",
    ],
    [
      "56",
      ["2001:db8:1:200::1", "2001:db8:1:2ff::1", "2001:db8:1:210::", "2001:db8:1:2aa::"],
      "200 200 200 429",
    ],
    ["128", sameNetwork, "200 200 200 200"],
    ["1", ["::1", "::2", "1::", "7fff::"], "200 200 200 429"],
  ])("with %s bits", async (bits, addresses, expected) => {
    expect((await statuses(way, bits, addresses)).found).toBe(expected);
  });

  test.each([
    ["192.0.2.1", "::ffff:192.0.2.1", "::FFFF:192.0.2.1", "::ffff:c000:201"],
    ["2001:db8::1", "2001:DB8::1", "2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8:0:0::1"],
    ["64:ff9b::192.0.2.1", "64:ff9b::c000:201", "0064:ff9b::c000:0201", "64:FF9B:0::C000:201"],
  ])("%s is one address in each spelling", async (...spellings) => {
    expect((await statuses(way, "128", spellings)).found).toBe("200 200 200 429");
  });

  test("addresses of IPv4 are apart", async () => {
    const addresses = ["192.0.2.1", "192.0.2.2", "::ffff:192.0.2.3", "192.0.2.4"];
    expect((await statuses(way, undefined, addresses)).found).toBe("200 200 200 200");
  });

  test("the log has the whole address", async () => {
    const { log } = await statuses(way, undefined, ["2001:db8:1:2::7"]);
    const known = way[2] === address ? "2001:db8:1:2::7" : "";
    const told = log.flatMap((event) => ("client_address" in event ? [event.client_address] : []));
    expect(told).toEqual([known]);
  });
});

test("other texts with colons are what they are", async () => {
  const way: Way = ["", (text) => [{ "x-key": text }, {}], "$request/headers/x-key"];
  const texts = ["a:1", "a:2", "urn:x:1", "2001:db8", "1:2:3:4:5:6:7:8:9", "::g", "::1::", "fe80::1%eth0/64"];
  expect((await statuses(way, "1", texts)).found).toBe(texts.map(() => 200).join(" "));
});

test("long keys have counters of their own", async () => {
  const way: Way = ["", (text) => [{ "x-key": text }, {}], "$request/headers/x-key"];
  const long = "ab".repeat(120);
  const texts = ["1", "2", "1", "2", "1", "2", "1", "2", "3"].map((end) => long + end);
  expect((await statuses(way, undefined, texts)).found).toBe("200 200 200 200 200 200 429 429 200");
});

test("counters of long keys take no more memory than those of short ones", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const counters = new MemoryCounters();
  const count = 20_000;
  const bytes = async (text: string) => {
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < count; index++) {
      const key = JSON.stringify(["limit", `${text}${index}`.slice(-256), text.slice(0, 256)]);
      await counters.take(key, 1000, 0);
    }
    collect();
    return (process.memoryUsage().heapUsed - before) / count;
  };
  await bytes("a");
  // Characters beyond Latin-1 take two bytes each: as they are, these keys take a kilobyte.
  expect(await bytes("\u20ac".repeat(256))).toBeLessThan(300);
});
