/** Specification, "Errors": sources and behaviour; "Events". */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { send } from "../support/client.js";
import { app } from "../support/compile.js";
import type { LogLine } from "../support/log.js";
import { type AppOptions, apiFiles, ask, flow, samples } from "../support/samples.js";
import { deadUrl } from "../support/servers.js";

beforeAll(async () => {
  process.env.DEAD = await deadUrl();
});
afterAll(() => {
  delete process.env.DEAD;
});

const dead = `<request>{ "url": {{ $env/DEAD }}, "options": { "exit-on-error": true } }</request>`;

const errorFlow = `<template>{ "handled": {{ $error/message }}, "status": {{ $error/status }} }</template>`;

describe("Sources that set $error, without an error flow", () => {
  test("client request validation: an unknown path", async () => {
    const response = await send(await flow("<template>1</template>"), { path: "/t/nope" });
    expect(response.status).toBe(400);
    // "One shown instance: status 400, a four-digit code, message about failed input validation, `info` holding a text
    // that a path was not found."
    expect(response.json()).toEqual({
      error: {
        status: 400,
        code: expect.toSatisfy((code: number) => code >= 1000 && code <= 9999),
        message: expect.stringMatching(/input validation/i),
        info: [expect.stringMatching(/path .*not found/i)],
        requestID: expect.stringMatching(/^.+$/),
      },
    });
  });

  test("upstream connection", async () => {
    const response = await ask(await flow(dead));
    expect(response.status).toBe(502);
    expect(Object.keys((response.json() as { error: object }).error).sort()).toEqual([
      "code",
      "info",
      "message",
      "requestID",
      "status",
    ]);
  });

  test("the error action", async () => {
    const response = await ask(await flow("<error/>"));
    expect(response.json()).toEqual({
      error: { message: "FlowError", status: 500, code: 5000, info: ["Flow Error triggered"] },
    });
  });
});

// "If an error flow is configured, it is called."
samples(
  "The error flow is called",
  {
    "by the error action": {
      flow: `<error status="409">"Taken"</error>`,
      status: 409,
      json: { handled: "Taken", status: 409 },
    },
    "by an upstream connection error": {
      flow: dead,
      status: 502,
      check: ({ json }) => expect(json()).toMatchObject({ status: 502 }),
    },
    "by an error in a sub-flow": {
      flow: `<sub-flow src="sub.xml"/>`,
      status: 410,
      json: { handled: "sub", status: 410 },
    },
    "not without an error": { flow: "<template>1</template>", json: 1 },
    "in place of what was written before": {
      flow: `<template>"half"</template><error status="400">"m"</error>`,
      status: 400,
      json: { handled: "m", status: 400 },
    },
    "in place of a status that was set before": {
      flow: `<set-status code="201"/><error status="400">"m"</error>`,
      status: 400,
      json: { handled: "m", status: 400 },
    },
  },
  { error: errorFlow, files: { "sub.xml": `<flow><error status="410">"sub"</error></flow>` } },
);

describe("The error flow is called for requests that reach no flow", () => {
  const options: AppOptions = { error: errorFlow };
  test("an unknown path", async () => {
    const response = await send(await flow("<template>1</template>", options), { path: "/t/nope" });
    expect([response.status, response.json()]).toEqual([
      400,
      { handled: "Input Validation Failed", status: 400 },
    ]);
  });
  test("not for a path outside of the base path", async () => {
    const response = await send(await flow("<template>1</template>", options), { path: "/nope" });
    expect([response.status, response.text]).toEqual([404, expect.not.stringContaining("handled")]);
  });
});

// "To the client, the response is the error flow result (if configured) or the system error document, with the HTTP
// status from `$error/status`."
samples(
  "The status of the error flow's response",
  { "is $error/status": { flow: `<error status="418"/>`, status: 418, json: "x" } },
  { error: `<template>"x"</template>` },
);

samples(
  "The error flow",
  { "may set another status": { flow: `<error status="418"/>`, status: 400, json: { was: 418 } } },
  { error: `<set-status code="400"/><template>{ "was": {{ $error/status }} }</template>` },
);

samples(
  "The error flow",
  {
    "may set header fields, and the status by them": {
      flow: `<error status="409">{ "code": 77 }</error>`,
      status: 409,
      json: 77,
      headers: { "error-code": "77", "content-type": "application/problem+json" },
    },
  },
  {
    error: `<set-response-headers>{ "Status": {{ $error/status }}, "Error-Code": {{ $error/code }}, "Content-Type": "application/problem+json" }</set-response-headers><template>{{ $error/code }}</template>`,
  },
);

samples(
  "The error flow",
  {
    "that writes nothing sends the status and no body": {
      flow: `<error status="409"/>`,
      status: 409,
      text: "",
    },
  },
  { error: `<eval out="$x">1</eval>` },
);

samples(
  "The error flow",
  {
    "reads additional properties, `$error/url` for example": {
      flow: `<error>{ {{: $request/method }} "url": "u", "deep": { "a": 1 } }</error>`,
      status: 500,
      json: ["u", "GET", 1, null],
    },
  },
  {
    error:
      "<template>[ {{ $error/url }}, {{ $error/method }}, {{ $error/deep/a }}, {{ $error/nope }} ]</template>",
  },
);

samples(
  "An error inside the error flow",
  {
    "is answered with the system error document of the new error": {
      flow: `<error status="409">"first"</error>`,
      status: 503,
      json: { error: { message: "second", status: 503, code: 5000, info: ["Flow Error triggered"] } },
    },
  },
  { error: `<error status="503">"second"</error>` },
);

samples(
  "An error in the init flow",
  {
    "ends the request: the flow is not run": {
      flow: `<template>"not reached"</template>`,
      status: 401,
      json: { handled: "init", status: 401 },
    },
  },
  { init: `<error status="401">"init"</error>`, error: errorFlow },
);

// "Otherwise the system error document is sent, with the body template result as the value of its `error` property."
samples("The system error document", {
  "is JSON with the property `error` alone": {
    flow: `<error>{ "message": "m", "more": [ 1 ] }</error>`,
    status: 500,
    json: { error: { message: "m", more: [1], status: 500, code: 5000, info: ["Flow Error triggered"] } },
  },
  "keeps text as it is": {
    flow: `<error>{ "message": {{ $request/get/m }} }</error>`,
    request: { query: `m=${encodeURIComponent(`"<b>\\ ü\u0000`)}` },
    status: 500,
    json: { error: { message: `"<b>\\ ü\u0000`, status: 500, code: 5000, info: ["Flow Error triggered"] } },
  },
});

const topicError = (log: readonly LogLine[]) => log.filter(({ topic }) => topic === "error");

// "The `error` action emits one error log event."
describe("The event", () => {
  test("has the five fields, and then those of the engine", async () => {
    const response = await ask(
      await flow(`<error status="409">{ "message": "Taken", "id": {{ $request/id }} }</error>`),
    );
    const { id } = (response.json() as { error: { id: string } }).error;
    expect(response.log).toEqual([
      {
        // "ISO 8601 date-time with offset"
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/),
        type: "engine_alert",
        requestID: id,
        topic: "error",
        message: "Taken",
        place: "0.xml:2",
        severity: "warning",
        status: 409,
        code: 5000,
      },
    ]);
    expect(Object.keys(response.log[0] ?? {}).slice(0, 5)).toEqual([
      ...["timestamp", "type", "requestID", "topic", "message"],
    ]);
  });

  test("has the present time", async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { log } = await ask(await flow("<error/>"));
    const time = Date.parse(String(topicError(log)[0]?.timestamp));
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });

  test("has the default message", async () => {
    expect(topicError((await ask(await flow("<error/>"))).log)).toMatchObject([{ message: "FlowError" }]);
  });

  test("is emitted once where there is an error flow as well", async () => {
    const { log } = await ask(await flow(`<error>"m"</error>`, { error: errorFlow }));
    expect(topicError(log)).toHaveLength(1);
  });

  test("is emitted for each of two error actions", async () => {
    const { log } = await ask(await flow(`<error>"first"</error>`, { error: `<error>"second"</error>` }));
    expect(topicError(log).map(({ message }) => message)).toEqual(["first", "second"]);
  });

  test("stays on one line, whatever the message", async () => {
    const message = `a\nb\r\n{"type":"forged"}\u2028`;
    const one = await flow(`<error>{ "message": {{ $body/json/m }} }</error>`);
    expect(topicError((await ask(one, { json: { m: message } })).log)).toMatchObject([{ message }]);
  });

  test("is not emitted when the action is skipped", async () => {
    expect((await ask(await flow(`<error if="false()"/><template>1</template>`))).log).toEqual([]);
  });
});

describe("An API description with several paths", () => {
  test("has one error flow for all of them", async () => {
    const files = apiFiles(
      { "/a": `<error status="404">"a"</error>`, "/b": `<error status="409">"b"</error>` },
      { error: errorFlow },
    );
    const one = await app(files);
    expect((await send(one, { path: "/t/a" })).json()).toEqual({ handled: "a", status: 404 });
    expect((await send(one, { path: "/t/b" })).json()).toEqual({ handled: "b", status: 409 });
  });
});
