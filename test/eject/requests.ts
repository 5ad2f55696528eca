/** Requests at random, of all shapes that the flows here ask for, and of others. */
import fc from "fast-check";
import { jsonDocuments } from "../differential/json-documents.js";
import { anyJson, post } from "../differential/requests.js";
import type { ClientRequest } from "../support/client.js";

const names = ["a", "b", "c", "name", "price", "value", "items", "length"];
const words = ["x", "", "5", "true", "a b", "é", " 1 ", "1e2", "-0", "it's"];
const own = jsonDocuments(names, words);
const scalar = fc.constantFrom<unknown>("x", "", "5", 5, 0, 1.5, -1, true, false, null, [], {}, [1, 2], {
  b: 1,
});
const entry = fc.record(
  {
    name: fc.constantFrom("x", "y", ""),
    price: fc.constantFrom<unknown>(1, 2, "2", null),
    a: scalar,
    b: scalar,
  },
  { requiredKeys: [] },
);
const usual = fc.record(
  {
    a: scalar,
    b: scalar,
    c: fc.oneof(scalar, entry),
    name: fc.constantFrom("x", "name"),
    items: fc.oneof(
      { weight: 4, arbitrary: fc.array(entry, { maxLength: 3 }) },
      { weight: 1, arbitrary: own },
    ),
  },
  { requiredKeys: [] },
);
const valid = fc.record(
  {
    a: fc.constantFrom("x", "5", ""),
    b: fc.constantFrom(1, 2.5, 0),
    c: fc.record({ name: fc.constantFrom("x", "") }, { requiredKeys: [] }),
    items: fc.array(
      fc.record({ name: fc.constantFrom("x", "y"), price: fc.constantFrom(1, 3) }, { requiredKeys: [] }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ["a"] },
);

const json = (value: unknown): ClientRequest => post(JSON.stringify(value), "application/json");

const bodies: fc.Arbitrary<ClientRequest> = fc.oneof(
  { weight: 5, arbitrary: usual.map(json) },
  { weight: 3, arbitrary: valid.map(json) },
  { weight: 2, arbitrary: own.map(json) },
  {
    weight: 1,
    arbitrary: anyJson.filter((one) => !/e[+]?\d{3}/i.test(one)).map((one) => post(one, "application/json")),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '{"a":12345678901234567890,"b":[{"price":98765432109876543210}]}',
        '{"a":',
        "",
        '{"a":1,"a":2}',
        " 7 ",
      )
      .map((one) => post(one, "application/json")),
  },
  { weight: 1, arbitrary: usual.map((one) => post(JSON.stringify(one), "text/plain")) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("a=1&b=&a=2", "name=x", "")
      .map((one) => post(one, "application/x-www-form-urlencoded")),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        "<a><b>1</b><b>x</b></a>",
        "<items><value>1</value></items>",
        "<a",
        '<p:a xmlns:p="p" name="x">5</p:a>',
      )
      .map((one) => post(one, "application/xml")),
  },
  { weight: 3, arbitrary: fc.constant<ClientRequest>({ method: "GET" }) },
);

const value = fc.constantFrom(
  "",
  "x",
  "5",
  "5.5",
  "true",
  "false",
  "1,2",
  "a%20b",
  "%C3%A9",
  "1e2",
  "12345678901234567890",
  "abc",
);
const queries = fc
  .array(
    fc
      .tuple(fc.constantFrom("q", "n", "flag", "list", "other", "d", "value", "__proto__"), value)
      .map(([name, one]) => `${name}=${one}`),
    { maxLength: 5 },
  )
  .map((all) => all.join("&"));
const headers = fc.record(
  {
    "x-h": fc.constantFrom("x", "5", ""),
    "X-N": fc.constantFrom("5", "1.5", "x"),
    cookie: fc.constantFrom("c=5", "c=x; c=2", "d=1", "c="),
  },
  { requiredKeys: [] },
);
const ids = fc.constantFrom("5", "x", "0", "a%20b", "999999999999999999999");

export const randomRequests: fc.Arbitrary<ClientRequest> = fc
  .tuple(bodies, fc.option(queries, { nil: undefined }), headers, ids)
  .map(([body, query, fields, path]) => ({
    ...body,
    path,
    headers: { ...body.headers, ...fields },
    ...(query === undefined ? {} : { query }),
  }));
