/** Specification, "The `error` action" and "Properties of the `error` body object". */
import { describe, expect, test } from "vitest";
import type { ClientResponse } from "../support/client.js";
import { findings } from "../support/findings.js";
import { ask, flow, type Sample, samples } from "../support/samples.js";

const defaults = { message: "FlowError", status: 500, code: 5000, info: ["Flow Error triggered"] };

/** A sample whose response is the system error document with the defaults but for `error`; see "Behaviour", 4. */
const failing = (name: string, action: string, error: object = {}): Sample => {
  const expected: Record<string, unknown> = { ...defaults, ...error };
  return {
    name,
    flow: `${action}<template>"not reached"</template>`,
    status: expected.status as number,
    json: { error: expected },
  };
};

samples("The element", [
  // "An empty `<error/>` uses all defaults."
  failing("empty: all defaults", "<error/>"),
  failing("with an end tag", "<error></error>"),
  failing("with white space only", "<error>\n   \t</error>"),
  failing("with an XML comment only", "<error><!-- nothing --></error>"),
  failing("with an empty object", "<error>{}</error>"),
  // "Optional attribute | `status` (integer, HTTP status code)"
  failing("status attribute alone", `<error status="403"/>`, { status: 403 }),
  failing("status attribute with a message", `<error status="502">{ "message": "m" }</error>`, {
    status: 502,
    message: "m",
  }),
  failing("status attribute 599", `<error status="599"/>`, { status: 599 }),
  failing("status attribute 200 is a status like any other", `<error status="200"/>`, { status: 200 }),
  // "When the body is a string constant in double quotes, its value becomes `$error/message`."
  failing("string constant", `<error>"Upstream sent nonsense"</error>`, {
    message: "Upstream sent nonsense",
  }),
  failing("string constant with white space around it", `<error> \n "m" \n </error>`, { message: "m" }),
  failing("string constant and status attribute", `<error status="404"> "No such thing" </error>`, {
    message: "No such thing",
    status: 404,
  }),
  failing("string constant, empty", `<error>""</error>`, { message: "" }),
  failing("string constant with escapes", `<error>"a \\"b\\" \\u00e4 \\\\ c"</error>`, {
    message: `a "b" ä \\ c`,
  }),
  failing("string constant with XML entities and CDATA", `<error>"a &lt; b <![CDATA[& c]]>"</error>`, {
    message: "a < b & c",
  }),
  failing("string constant that looks like code", `<error>"\${process.exit(1)} \` */ // "</error>`, {
    message: `\${process.exit(1)} \` */ // `,
  }),
  // "a JSON template producing a JSON object"
  failing(
    "template with all properties",
    `<error>{ "message": "m", "status": 418, "code": 1234, "info": [ "a", "b" ] }</error>`,
    { message: "m", status: 418, code: 1234, info: ["a", "b"] },
  ),
  failing(
    "template with placeholders",
    `<error>{ "message": {{ concat("No ", $request/method) }}, "code": {{ 4000 + 1 }}, "status": {{ 400 + 4 }}, "info": [ {{ $request/host }} ] }</error>`,
    { message: "No GET", code: 4001, status: 404, info: ["client.test"] },
  ),
  failing(
    "template with commands",
    `<error>{ {{if true() }} "message": "yes" {{,}} {{end}} {{: $request/method }} "status": 400 }</error>`,
    { message: "yes", method: "GET", status: 400 },
  ),
  {
    ...failing(
      "template with a loop",
      `<error>{ "info": [ {{loop $body/json/list}} {{ . }} {{end}} ] }</error>`,
      { info: ["x", "y"] },
    ),
    request: { json: { list: ["x", "y"] } },
  },
  // "`if`: conditional execution of a single action"
  {
    name: "with an `if` that is false: nothing happens",
    flow: `<error if="false()"/><template>"fine"</template>`,
    json: "fine",
  },
  failing("with an `if` that is true", `<error if="true()" status="400"/>`, { status: 400 }),
]);

// "Additional properties are allowed and are reachable in the error flow (for example `$error/url` …)."
samples("Additional properties", [
  failing("stay", `<error>{ "message": "m", "extra": { "deep": [ 1, true, null ] } }</error>`, {
    message: "m",
    extra: { deep: [1, true, null] },
  }),
  {
    ...failing("by a pair producer", `<error>{ {{: $request/path }} "status": 502, "code": 4711 }</error>`),
    json: { error: { ...defaults, path: expect.stringMatching(/^\/t\/\d+$/), status: 502, code: 4711 } },
    status: 502,
  },
  {
    name: "may have names of JavaScript's own",
    flow: `<error>{ "__proto__": { "x": 1 }, "constructor": 2, "toString": "s" }</error>`,
    status: 500,
    check: ({ text }: ClientResponse) =>
      expect(text.replace(/\s/g, "")).toContain(
        `{"error":{"__proto__":{"x":1},"constructor":2,"toString":"s",`,
      ),
  },
]);

samples("The order of $error", {
  "is the body's properties in their order, then the missing ones of message, status, code, info": {
    flow: `<error>{ "zebra": 1, "code": 7, "apple": 2 }</error>`,
    status: 500,
    check: ({ json }) =>
      expect(Object.keys((json() as { error: object }).error)).toEqual([
        "zebra",
        "code",
        "apple",
        "message",
        "status",
        "info",
      ]),
  },
});

const jsonOf = (value: unknown) => JSON.stringify(value);

/** Values that are within the bounds of a property. */
const valid: Readonly<Record<string, readonly unknown[]>> = {
  message: ["", "m", " ", "5", "ä\u2028😀"],
  status: [200, 400, 404, 499, 500, 599],
  code: [0, 1, 5000, 9999],
  info: [[], ["a"], ["a", "b", ""]],
};

/** Values that are not, with what is wrong. */
const invalid: Readonly<Record<string, readonly unknown[]>> = {
  message: [5, 0, true, false, {}, [], ["m"], { m: 1 }],
  status: [99, 600, 0, -400, 1000, 400.5, "400", "", true, [400], {}, 1e300],
  code: [-1, 10000, 1.5, "1", "", true, [], {}, -0.5, 1e300],
  info: ["a", "", 5, true, {}, [1], ["a", 1], ["a", null], [["a"]], [{}]],
};

const entries = (table: typeof valid) =>
  Object.entries(table).flatMap(([property, values]) => values.map((value) => ({ property, value })));

samples(
  "A constant property within bounds is used",
  entries(valid).map(({ property, value }) =>
    failing(`${property}: ${jsonOf(value)}`, `<error>{ "${property}": ${jsonOf(value)} }</error>`, {
      [property]: value,
    }),
  ),
);

samples(
  "A property within bounds at run time is used",
  entries(valid).map(({ property, value }) => ({
    ...failing(`${property}: ${jsonOf(value)}`, `<error>{ "${property}": {{ $body/json/v }} }</error>`, {
      [property]: value,
    }),
    request: { json: { v: value } },
  })),
);

findings(
  "A constant property out of bounds is refused by the build",
  entries(invalid).map(({ property, value }) => ({
    name: `${property}: ${jsonOf(value)}`,
    flow: `<error>{ "${property}": ${jsonOf(value)} }</error>`,
    finds: "error" as const,
    message: new RegExp(property),
  })),
);

findings("The build refuses", {
  "status attribute 99": { flow: `<error status="99"/>`, finds: "error", message: /status/ },
  "status attribute 600": { flow: `<error status="600"/>`, finds: "error", message: /status/ },
  "status attribute 400.5": { flow: `<error status="400.5"/>`, finds: "error", message: /status/ },
  "status attribute -400": { flow: `<error status="-400"/>`, finds: "error", message: /status/ },
  "status attribute abc": { flow: `<error status="abc"/>`, finds: "error", message: /status/ },
  "status attribute 4e2": { flow: `<error status="4e2"/>`, finds: "error", message: /status/ },
  "a number as body": { flow: "<error>42</error>", finds: "error" },
  "an array as body": { flow: `<error>[ "m" ]</error>`, finds: "error" },
  "true as body": { flow: "<error>true</error>", finds: "error" },
  "a string in single quotes as body": { flow: "<error>'m'</error>", finds: "error" },
  "a string without quotes as body": { flow: "<error>Not found</error>", finds: "error" },
  "a string that does not end": { flow: `<error>"m</error>`, finds: "error" },
  "an object that does not end": { flow: `<error>{ "message": "m"</error>`, finds: "error" },
  "a child element": { flow: `<error><message/></error>`, finds: "error" },
});

// Which of the two wins is "not shown"; design §6.2 decides: the attribute, with a warning.
findings("The status attribute and property together", {
  "make the build warn": {
    flow: `<error status="403">{ "status": 404 }</error>`,
    finds: "warning",
    message: /status/,
  },
  "make it warn for a value made at run time too": {
    flow: `<error status="403">{ "status": {{ 400 + 4 }} }</error>`,
    finds: "warning",
    message: /status/,
  },
});

samples("The status attribute and property together", [
  failing("the attribute wins over a constant", `<error status="403">{ "status": 404 }</error>`, {
    status: 403,
  }),
  failing(
    "the attribute wins over a value made at run time",
    `<error status="403">{ "status": {{ 400 + 4 }} }</error>`,
    { status: 403 },
  ),
]);

samples(
  "A property out of bounds at run time gets its default",
  entries(invalid).map(
    ({ property, value }): Sample => ({
      ...failing(
        `${property}: ${jsonOf(value)}`,
        `<error>{ "${property}": {{ $body/json/v }}, "kept": 1 }</error>`,
        { kept: 1 },
      ),
      request: { json: { v: value } },
      check: ({ log }) => {
        const others = log.filter((line) => line.message !== "FlowError");
        expect(log).toHaveLength(2);
        expect(others).toHaveLength(1);
        expect(others[0]).toMatchObject({ type: "engine_alert", requestID: expect.any(String) });
        expect(others[0]?.message).toContain(property);
      },
    }),
  ),
);

samples("Several properties out of bounds at run time", [
  {
    ...failing(
      "all get their defaults, with one alert each; the rest is kept",
      `<error>{ "message": {{ $body/json/m }}, "status": {{ $body/json/s }}, "code": {{ $body/json/c }}, "info": {{ $body/json/i }}, "kept": "yes" }</error>`,
      { kept: "yes" },
    ),
    request: { json: { m: 1, s: 99, c: -1, i: "x" } },
    check: ({ log }) => expect(log.filter(({ type }) => type === "engine_alert")).toHaveLength(5),
  },
  {
    ...failing(
      "a number made by XPath that is none gets the default",
      `<error>{ "status": {{ number($request/get/none) }}, "code": {{ 1 div 0 }} }</error>`,
    ),
    name: "a number that is none, or infinite, gets the default",
  },
  {
    ...failing("text from a query is no number", `<error>{ "status": {{ $request/get/s }} }</error>`),
    request: { query: "s=404" },
  },
  {
    ...failing("a number from a query is one", `<error>{ "status": {{ number($request/get/s) }} }</error>`, {
      status: 404,
    }),
    request: { query: "s=404" },
  },
]);

describe("A status that cannot be sent as it is", () => {
  for (const status of [100, 101, 199]) {
    test(`${status} is in $error, the response has 500`, async () => {
      const response = await ask(await flow(`<error status="${status}"/>`));
      expect(response.status).toBe(500);
      expect(response.json()).toEqual({ error: { ...defaults, status } });
      expect(
        response.log.some(
          ({ type, message }) => type === "engine_alert" && String(message).includes(String(status)),
        ),
      ).toBe(true);
    });
  }

  for (const status of [204, 304]) {
    test(`${status} is sent, without a body`, async () => {
      const response = await ask(await flow(`<error status="${status}"/>`));
      expect([response.status, response.text]).toEqual([status, ""]);
    });
  }
});

// "`error` … terminates the flow"
samples(
  "The flow terminates",
  [
    failing("in a condition", `<if test="true()"><error status="400"/></if>`, { status: 400 }),
    {
      ...failing(
        "nothing written before it is sent",
        `<template>{ "secret": 1 }</template><error status="400"/>`,
        { status: 400 },
      ),
    },
    failing("also the parents of a sub-flow", `<sub-flow src="failing.xml"/>`, {
      status: 400,
      message: "in a sub-flow",
    }),
    {
      name: "only when it is reached",
      flow: `<if test="false()"><error/></if><else><template>"fine"</template></else>`,
      json: "fine",
    },
    {
      name: "not after a return before it",
      flow: `<sub-flow src="returning.xml"/><template>"fine"</template>`,
      json: "fine",
    },
  ],
  {
    files: {
      "failing.xml": `<flow><error status="400">"in a sub-flow"</error></flow>`,
      "returning.xml": `<flow><return/><error status="400">"in a sub-flow"</error></flow>`,
    },
  },
);
