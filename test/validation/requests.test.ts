/** The facts that a client learns of a request that is not as the API description says. */
import type { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import type { ClientRequest } from "../support/client.js";
import { type Described, describedApp, sendDescribed, verdict } from "../support/contracts.js";

/** Requests to an operation, and what each is told: `passed`, or a line for each thing that is wrong. */
function verdicts(
  title: string,
  described: Described,
  cases: readonly (readonly [request: ClientRequest, told: string | readonly string[]])[],
) {
  describe(title, () => {
    let one: Hono;
    beforeAll(async () => {
      one = await describedApp(described);
    });
    test.each(cases)("%j", async (request, told) => {
      expect(await verdict(one, request)).toEqual(told);
    });
  });
}

const parameter = (more: object, place = "query", name = "p") => ({
  operation: { parameters: [{ name, in: place, ...more }] },
});
const query = (text: string): ClientRequest => ({ query: text });
const violated = (keyword: string, where: string, text: string) => [
  `${keyword} constraint violated in ${where}: ${text}`,
];

verdicts(
  "a path parameter",
  {
    ...parameter({ type: "string", required: true, pattern: "^[a-z]+$" }, "path", "language"),
    path: "/l/{language}",
  },
  [
    [{ path: "/l/de" }, "passed"],
    [
      { path: "/l/..%2fswagger.yaml%23" },
      violated("Pattern", "path for language", "'../swagger.yaml#' does not match the pattern '^[a-z]+$'."),
    ],
  ],
);

verdicts("a parameter that is required", parameter({ type: "string", required: true }), [
  [query("p=1"), "passed"],
  [query("p="), "passed"],
  [query("q=1"), violated("Required", "query for p", "The parameter p is required.")],
  [{}, violated("Required", "query for p", "The parameter p is required.")],
]);

const noInteger = violated("Type", "query for p", "String value found, but an integer is required.");
verdicts("an integer", parameter({ type: "integer", minimum: 1, maximum: 10, exclusiveMaximum: true }), [
  [{}, "passed"],
  [query("p=9"), "passed"],
  [query("p=9.0"), "passed"],
  [query("p=10"), violated("Maximum", "query for p", "'10' must be < 10.")],
  [query("p=0"), violated("Minimum", "query for p", "'0' must be >= 1.")],
  [query("p=2.5"), violated("Type", "query for p", "Number value found, but an integer is required.")],
  [query("p="), noInteger],
  [query("p=0x1"), noInteger],
  // Some readers take these for other numbers, or for none.
  [query("p=%2B9"), noInteger],
  [query("p=09"), noInteger],
  [query("p=9e0"), noInteger],
  [query("p=1e999"), noInteger],
  [query("p=NaN"), noInteger],
]);

verdicts("a number", parameter({ type: "number", multipleOf: 0.01 }), [
  [query("p=1.1e1"), "passed"],
  [query("p=0.07"), "passed"],
  [query("p=0.075"), violated("MultipleOf", "query for p", "'0.075' is no multiple of 0.01.")],
]);

verdicts("a boolean", parameter({ type: "boolean", allowEmptyValue: true }), [
  [query("p=true"), "passed"],
  [query("p"), "passed"],
  [query("p=1"), violated("Type", "query for p", "String value found, but a boolean is required.")],
]);

verdicts("an enumeration", parameter({ type: "string", enum: ["asc", "desc"] }), [
  [query("p=asc"), "passed"],
  [query("p=up"), violated("Enum", "query for p", `'up' is none of "asc","desc".`)],
]);

const notUnique = violated("UniqueItems", "query for p", "There are items that are equal.");
const integers = { type: "array", items: { type: "integer" }, maxItems: 3, uniqueItems: true };
describe("arrays", () => {
  const noItem = violated("Type", "query for p[1]", "String value found, but an integer is required.");
  const tooMany = violated("MaxItems", "query for p", "There are more than 3 items.");
  const cases = (separator: string): [ClientRequest, string | readonly string[]][] => [
    [query(`p=${[1, 2].join(separator)}`), "passed"],
    [query("p="), "passed"],
    [query(`p=${[1, "a"].join(separator)}`), noItem],
    [query(`p=${[1, 2, 3, 4].join(separator)}`), tooMany],
    [query(`p=${[2, 2].join(separator)}`), notUnique],
  ];
  verdicts("of no format", parameter(integers), cases(","));
  for (const [format, separator] of [
    ["csv", ","],
    ["ssv", "%20"],
    ["tsv", "%09"],
    ["pipes", "|"],
  ] as const) {
    verdicts(format, parameter({ ...integers, collectionFormat: format }), cases(separator));
  }
  verdicts("multi", parameter({ ...integers, collectionFormat: "multi" }), [
    [query("p=1&p=2"), "passed"],
    [query("p=1&p=a"), noItem],
    [query("p=1&p=2&p=3&p=4"), tooMany],
    [query("p=2&p=2"), notUnique],
  ]);
  verdicts(
    "of arrays",
    parameter({
      type: "array",
      collectionFormat: "pipes",
      items: { type: "array", items: { type: "integer" } },
    }),
    [
      [query("p=1,2|3"), "passed"],
      [
        query("p=1,2|3,x"),
        violated("Type", "query for p[1][1]", "String value found, but an integer is required."),
      ],
    ],
  );
});

describe("formats", () => {
  test.each([
    ["date", "2020-02-29", "2020-02-30"],
    ["date-time", "2020-02-29T10:00:00Z", "2020-02-29"],
    ["email", "a@b.example", "a@b@c"],
    ["uri", "http://a.example/b?c", "a b"],
    ["uuid", "5cf8a1b2-0000-4000-8000-0123456789ab", "5cf8a1b2"],
    ["ipv4", "127.0.0.1", "127.0.0.256"],
    ["byte", "YWJj", "YWJ*"],
  ])("%s", async (format, good, bad) => {
    const one = await describedApp(parameter({ type: "string", format }));
    expect(await verdict(one, query(`p=${encodeURIComponent(good)}`))).toBe("passed");
    expect(await verdict(one, query(`p=${encodeURIComponent(bad)}`))).toEqual(
      violated("Format", "query for p", `'${bad}' is no valid ${format}.`),
    );
  });

  test("int32 has 32 bits", async () => {
    const one = await describedApp(parameter({ type: "integer", format: "int32" }));
    expect(await verdict(one, query("p=2147483647"))).toBe("passed");
    expect(await verdict(one, query("p=2147483648"))).toEqual(
      violated("Format", "query for p", "'2147483648' is no valid int32."),
    );
  });

  test("one that nobody knows checks nothing", async () => {
    const one = await describedApp(parameter({ type: "string", format: "colour" }));
    expect(await verdict(one, query("p=x"))).toBe("passed");
  });
});

verdicts("a header field", parameter({ type: "string", minLength: 3 }, "header", "X-Key"), [
  [{ headers: { "x-key": "abc" } }, "passed"],
  // It may be a secret, so it is not repeated.
  [
    { headers: { "x-key": "ab" } },
    violated("MinLength", "header for X-Key", "The value has fewer than 3 characters."),
  ],
]);

describe("forms", () => {
  const form = {
    operation: {
      consumes: ["application/x-www-form-urlencoded", "multipart/form-data"],
      parameters: [
        { name: "age", in: "formData", type: "integer", required: true },
        { name: "tags", in: "formData", type: "array", items: { type: "string" }, collectionFormat: "multi" },
        { name: "photo", in: "formData", type: "file" },
      ],
    },
  };
  const encoded = (body: string): ClientRequest => ({
    body,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const parts = (...all: string[]): ClientRequest => ({
    body: `${all.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join("")}--b--\r\n`,
    headers: { "content-type": "multipart/form-data; boundary=b" },
  });
  verdicts("with fields and files", form, [
    [encoded("age=3&tags=a&tags=b"), "passed"],
    [
      encoded("age=x"),
      violated("Type", "formData for age", "String value found, but an integer is required."),
    ],
    [encoded("tags=a"), violated("Required", "formData for age", "The parameter age is required.")],
    [
      parts('name="age"\r\n\r\n3', 'name="photo"; filename="p.jpg"\r\nContent-Type: image/jpeg\r\n\r\n\x00'),
      "passed",
    ],
    [
      { json: { age: 3 } },
      [
        "Required constraint violated in formData for age: The parameter age is required.",
        "MediaType constraint violated in header for Content-Type: 'application/json' is none of application/x-www-form-urlencoded, multipart/form-data.",
      ],
    ],
    [{}, violated("Required", "formData for age", "The parameter age is required.")],
  ]);
  verdicts("with a file that is required", parameter({ type: "file", required: true }, "formData", "photo"), [
    [parts('name="photo"; filename="p.jpg"\r\n\r\n\x00'), "passed"],
    [
      parts('name="other"\r\n\r\n1'),
      violated("Required", "formData for photo", "The parameter photo is required."),
    ],
  ]);
});

describe("bodies", () => {
  const user = {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string" },
      friends: { type: "array", items: { $ref: "#/definitions/User" } },
    },
  };
  const body = (schema: object, more: object = {}): Described => ({
    operation: { parameters: [{ name: "user", in: "body", required: true, schema }], ...more },
    top: { definitions: { User: user } },
  });

  verdicts("of JSON", body({ $ref: "#/definitions/User" }), [
    [{ json: { name: "a" } }, "passed"],
    [{ json: { name: "a", friends: [{ name: "b" }] } }, "passed"],
    [{ json: [] }, violated("Type", "body", "Array value found, but an object is required.")],
    [{ json: null }, violated("Type", "body", "Null value found, but an object is required.")],
    [
      { json: { name: {} } },
      violated("Type", "body for name", "Object value found, but a string is required."),
    ],
    [
      { json: { name: "a", friends: [{ name: "b", friends: [{}] }] } },
      violated("Required", "body for friends[0].friends[0]", "The property name is required."),
    ],
    [
      { body: '{"name":', headers: { "content-type": "application/json" } },
      violated("Syntax", "body", "The body is no valid JSON."),
    ],
    [{}, violated("Required", "body", "The body is required.")],
    [{ json: { name: "a" }, headers: { "content-type": "application/merge-patch+json" } }, "passed"],
    [
      { body: "name", headers: { "content-type": "text/plain" } },
      violated("Type", "body", "String value found, but an object is required."),
    ],
  ]);

  verdicts(
    "as deep as nobody means it",
    body({ $ref: "#/definitions/User" }),
    [
      [
        {
          body: `${'{"name":"a","friends":['.repeat(50_000)}${"]}".repeat(50_000)}`,
          headers: { "content-type": "application/json" },
        },
        violated("Depth", "body", "The value is nested too deeply."),
      ],
    ].map(([request, told]) => [request, told] as [ClientRequest, string[]]),
  );

  verdicts(
    "of media types",
    body({ type: "object" }, { consumes: ["application/json", "application/xml"] }),
    [
      [{ json: {}, headers: { "content-type": "application/json; charset=utf-8" } }, "passed"],
      [{ body: "<a/>", headers: { "content-type": "application/xml" } }, "passed"],
      [
        { body: "a", headers: { "content-type": "text/plain" } },
        violated(
          "MediaType",
          "header for Content-Type",
          "'text/plain' is none of application/json, application/xml.",
        ),
      ],
      [
        { body: "a" },
        violated(
          "MediaType",
          "header for Content-Type",
          "The body has no media type; application/json, application/xml is expected.",
        ),
      ],
    ],
  );

  verdicts(
    "with names that objects have by themselves",
    body({
      type: "object",
      required: ["constructor", "__proto__"],
      properties: { ["__proto__"]: { type: "string" } },
    }),
    [
      [{ json: {} }, violated("Required", "body", "The property constructor is required.")],
      [{ json: { constructor: 1 } }, violated("Required", "body", "The property __proto__ is required.")],
      [
        { body: '{"constructor":1,"__proto__":1}', headers: { "content-type": "application/json" } },
        violated("Type", "body for __proto__", "Integer value found, but a string is required."),
      ],
    ],
  );
});

describe("all that is wrong", () => {
  test("is told at once, and logged without the values", async () => {
    const one = await describedApp({
      operation: {
        parameters: [
          { name: "a", in: "query", type: "string", pattern: "^x" },
          { name: "b", in: "query", type: "integer" },
          { name: "c", in: "query", type: "string", format: "password", minLength: 9 },
        ],
      },
    });
    const response = await sendDescribed(one, query("a=secret&b=2&c=secret"));
    expect(response.json()).toMatchObject({
      error: {
        message: "Input Validation Failed",
        status: 400,
        info: [
          "Pattern constraint violated in query for a: 'secret' does not match the pattern '^x'.",
          "MinLength constraint violated in query for c: The value has fewer than 9 characters.",
        ],
        code: 3204,
      },
    });
    expect(response.log).toMatchObject([
      {
        type: "engine_alert",
        topic: "validation",
        message:
          "Request validation failed: Pattern constraint violated in query for a: The value does not match the pattern '^x'. " +
          "MinLength constraint violated in query for c: The value has fewer than 9 characters.",
      },
    ]);
  });

  test("goes to the error flow; neither the init flow nor the operation's runs", async () => {
    const one = await describedApp({
      ...parameter({ type: "string", required: true }),
      top: { "x-flow-init": "init.xml" },
      files: { "init.xml": `<flow><set-response-headers>{ "Init": "ran" }</set-response-headers></flow>` },
      error: "<template>{{ $error/info/value }}</template>",
    });
    const refused = await sendDescribed(one, {});
    expect(refused.headers.get("init")).toBeNull();
    expect(refused.status).toBe(400);
    expect(refused.json()).toBe("Required constraint violated in query for p: The parameter p is required.");
    expect((await sendDescribed(one, query("p=1"))).headers.get("init")).toBe("ran");
  });
});

describe("parameters of a path", () => {
  verdicts(
    "count for its operations, unless they have their own of the name",
    {
      item: {
        parameters: [
          { name: "a", in: "query", type: "integer" },
          { name: "b", in: "query", type: "integer" },
        ],
      },
      operation: { parameters: [{ name: "b", in: "query", type: "string" }] },
    },
    [
      [query("a=1&b=x"), "passed"],
      [query("a=x&b=x"), violated("Type", "query for a", "String value found, but an integer is required.")],
    ],
  );
});
