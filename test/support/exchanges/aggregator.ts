import { expect } from "vitest";
import { photo } from "../aggregator-upstreams.js";
import { listed } from "../samples.js";
import type { Exchange } from "./exchange.js";

const problem = { "content-type": "application/problem+json" };

export const aggregator = listed<Exchange>({
  "summary: two upstreams, one after the other": {
    request: { path: "/api/users/1/summary" },
    json: {
      id: 1,
      name: "Ada",
      email: "ada@example.org",
      orders: [
        { number: "A-1", price: 10.5, open: false },
        { number: "A-2", price: 4.25, open: true },
        { number: "A-3", price: 100, open: true },
      ],
      count: 3,
      total: 114.75,
      open: 2,
    },
  },
  "summary: the upstream's 404 is ours": {
    request: { path: "/api/users/99/summary" },
    status: 404,
    headers: problem,
    json: {
      title: "There is no user 99.",
      status: 404,
      instance: "/api/users/99/summary",
      code: 1002,
      user: 99,
      failed: false,
    },
  },
  "summary: an ID that would change the upstream's URL": {
    request: { path: "/api/users/1%2F..%2Fadmin/summary" },
    status: 400,
    headers: problem,
    json: {
      title: "A user's ID consists of digits.",
      status: 400,
      instance: "/api/users/1%2F..%2Fadmin/summary",
      code: 1001,
      failed: false,
    },
  },
  "dashboard: two upstreams": {
    request: { path: "/api/users/1/dashboard" },
    json: { user: "Ada", orders: ["A-2", "A-3"] },
  },
  "dashboard: goes on when a connection breaks": {
    request: { path: "/api/users/3/dashboard" },
    json: { user: "Cleo", orders: null, notice: "Orders are not available (502)." },
  },
  "debts: a handler, after a flow that it calls": {
    request: { path: "/api/users/1/debts" },
    json: { user: "1", owes: 104.25, orders: ["A-2", "A-3"] },
  },
  "debts: a parameter by its type": {
    request: { path: "/api/users/1/debts", query: "least=10" },
    json: { user: "1", owes: 100, orders: ["A-3"] },
  },
  "debts: the flow ends the request": {
    request: { path: "/api/users/-1/debts" },
    status: 400,
    headers: problem,
    json: {
      title: "A user's ID consists of digits.",
      status: 400,
      instance: "/api/users/-1/debts",
      code: 1001,
      failed: false,
    },
  },
  "debts: an error of the handler": {
    request: { path: "/api/users/3/debts" },
    status: 502,
    headers: problem,
    json: {
      title: "Orders are not available.",
      status: 502,
      instance: "/api/users/3/debts",
      code: 1004,
      upstream: 502,
      failed: false,
    },
  },
  "profile: a response as it is described": {
    request: { path: "/api/users/1/profile" },
    json: { name: "Ada", email: "ada@example.org" },
  },
  "profile: a request that is not as described": {
    request: { path: "/api/users/1234/profile" },
    status: 400,
    headers: problem,
    json: {
      title: "Upstream Request Validation Failed",
      status: 400,
      instance: "/api/users/1234/profile",
      code: 3202,
      failed: true,
    },
  },
  "profile: a response that is not as described": {
    request: { path: "/api/users/2/profile" },
    status: 502,
    headers: problem,
    check: ({ json }) => expect(json()).toMatchObject({ status: 502, code: 3203 }),
  },
  "profile: an example in place of a response": {
    request: { path: "/api/users/1/profile", query: "example=1" },
    json: { name: "Example", email: "example@example.org" },
  },
  "card: XML made HTML by a stylesheet": {
    request: { path: "/api/users/1/card" },
    check: ({ headers, text }) => {
      expect(headers.get("content-type")).toMatch(/^text\/html/);
      const html = text.replace(/>\s+</g, "><").trim();
      expect(html).toBe(
        `<div class="card" id="user-1"><h2>Ada &amp; Co</h2><ul><li><a href="mailto:ada@example.org">ada@example.org</a></li><li>phone: 555</li></ul></div>`,
      );
    },
  },
  "contact: XML read by XPath": {
    request: { path: "/api/users/1/contact" },
    json: { id: 1, name: "Ada & Co", mail: "ada@example.org", phone: "555", ways: 2 },
  },
  "photo: the upstream's body, to the byte": {
    request: { path: "/api/users/1/photo" },
    status: 203,
    headers: { "content-type": "image/x-test", etag: `"v1"`, "x-internal": null },
    check: ({ bytes }) => expect(bytes).toEqual(photo),
  },
  "download: the same body as another type": {
    request: { path: "/api/users/1/photo/file" },
    headers: { "content-type": "application/octet-stream", "content-disposition": "attachment" },
    check: ({ bytes }) => expect(bytes).toEqual(photo),
  },
  "upload: a form with files is sent": {
    request: {
      path: "/api/users/1/photo/file",
      method: "PUT",
      body: "not really a photo",
      headers: { "content-type": "text/plain" },
    },
    check: ({ json }) => {
      const { received } = json() as { received: string };
      expect(received).toContain('name="photo"; filename="user-1.txt"\r\nContent-Type: text/plain\r\n');
      expect(received).toContain("\r\n\r\nnot really a photo\r\n");
      expect(received).toContain("\r\n\r\nall reserved\n\r\n");
      expect(received).toContain("\r\n\r\n18\r\n");
    },
  },
  "directory: the client's request goes on": {
    request: {
      path: "/api/directory/mirror/a",
      query: "c=%20d",
      method: "PATCH",
      body: "e=f",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-debug": "1",
        "x-other": "2",
        cookie: "session=abc",
        authorization: "Bearer token",
      },
    },
    status: 202,
    headers: { "x-mirror": "1" },
    check: ({ json }) => {
      const { headers, ...rest } = json() as { headers: Record<string, string> };
      expect(rest).toEqual({ method: "PATCH", path: "/users/mirror/a?c=%20d", body: "e=f" });
      expect(headers).toMatchObject({ "x-other": "2", "x-forwarded-by": "aggregator" });
      expect(Object.keys(headers)).not.toContain("x-debug");
      expect(Object.keys(headers)).not.toContain("cookie");
      expect(Object.keys(headers)).not.toContain("authorization");
    },
  },
  "loyalty: a proxy without a flow, and an example in place of its response": {
    request: { path: "/api/loyalty/points/7" },
    json: { points: 12 },
  },
  "search: characters and header fields of an old API": {
    request: { path: "/api/orders/search", query: "name=Zo%C3%AB" },
    headers: { "cache-control": "max-age=60", "x-old": null },
    json: { query: "?filter[name]=Zo%EB" },
  },
  "search: the same again, from the cache": {
    request: { path: "/api/orders/search", query: "name=Zo%C3%AB" },
    headers: { "x-cache-hit": "true" },
    json: { query: "?filter[name]=Zo%EB" },
  },
  "register: a form is sent": {
    request: { path: "/api/users", json: { name: "  Zoë  &  Co ", interests: ["a&b", "c=d"] } },
    status: 201,
    headers: { location: "/api/users/77/summary" },
    json: { id: 77, name: "Zoë & Co (a&b+c=d)" },
  },
  "orders: the client's cookie is handed on, and no other": {
    request: { path: "/api/users/1/orders", headers: { cookie: "other=1; session=abc" } },
    json: { orders: ["?user=1"] },
  },
  "orders: nothing is handed on by itself": {
    request: { path: "/api/users/1/orders", headers: { cookie: "other=1" } },
    status: 401,
    headers: { "www-authenticate": `Bearer realm="orders"` },
    json: { login: "required" },
  },
  "place: JSON is sent": {
    request: { path: "/api/users/2/orders", json: { items: [{ sku: "x", amount: 2 }, { sku: "y" }] } },
    status: 201,
    json: { order: `N-{"user":2,"items":[{"sku":"x","amount":2},{"sku":"y","amount":1}]}`, items: 2 },
  },
  "import: the client's body and its type are handed on": {
    request: { path: "/api/orders/import", body: "a;b\n1;2\n", headers: { "content-type": "text/csv" } },
    status: 202,
    json: { type: "text/csv", body: "a;b\n1;2\n" },
  },
  "report: a redirect is followed, with basic authentication": {
    request: { path: "/api/reports/latest" },
    text: "year,total\n2024,42\n",
    headers: { "content-type": "text/csv" },
  },
  "health: both answer": { request: { path: "/api/health" }, json: { users: "up", orders: "up" } },
  "directory: a body to the byte, and all header fields": {
    request: { path: "/api/directory/1/photo" },
    status: 203,
    headers: { "content-type": "image/x-test", etag: `"v1"`, "x-internal": "1" },
    check: ({ bytes }) => expect(bytes).toEqual(photo),
  },
  "archive: a server that is not there": {
    request: { path: "/api/reports/archive/1999" },
    status: 502,
    check: ({ json }) => expect(json()).toMatchObject({ error: { code: 3201, status: 502 } }),
  },
  "slow: 504 after the timeout": {
    request: { path: "/api/slow" },
    status: 504,
    headers: problem,
    check: ({ json }) =>
      expect(json()).toMatchObject({ status: 504, code: 3201, failed: true, instance: "/api/slow" }),
  },
  "legacy: the fallback flow": {
    request: { path: "/api/legacy/a/b" },
    status: 410,
    headers: problem,
    json: {
      title: "Nothing is left of /api/legacy.",
      status: 410,
      instance: "/api/legacy/a/b",
      failed: false,
    },
  },
  "an unknown path": {
    request: { path: "/api/nope" },
    status: 400,
    headers: problem,
    json: { title: "Input Validation Failed", status: 400, instance: "/api/nope", code: 3204, failed: true },
  },
});
