/** Specification, "`$error`": what the service itself puts there. */
import { afterAll, beforeAll, expect } from "vitest";
import { samples } from "../support/samples.js";
import { deadUrl, type RunningServer, reply, upstream } from "../support/servers.js";

let server: RunningServer;

beforeAll(async () => {
  server = await upstream((request, response) => {
    // Connections to /slow end with the server.
    if (request.url !== "/slow") reply(response, 200, {});
  });
  process.env.UPSTREAM = server.url;
  process.env.DEAD = await deadUrl();
});
afterAll(async () => {
  delete process.env.UPSTREAM;
  delete process.env.DEAD;
  await server.stop();
});

const dead = (id: string, options = "{}") =>
  `<request content="${id}">{ "url": {{ concat($env/DEAD, "/") }}, "options": ${options} }</request>`;
const slow = (id: string, options = "") =>
  `<request content="${id}">{ "url": {{ concat($env/UPSTREAM, "/slow") }}, "options": { "timeout": 0.2 ${options} } }</request>`;
const exit = `{ "exit-on-error": true }`;

const engineError = (status: number, code: number) => ({
  message: expect.stringMatching(/^[^\n]+$/),
  status,
  requestID: expect.stringMatching(/^.+$/),
  info: expect.arrayContaining([expect.any(String)]),
  code,
});

// "Initially empty. Set to the most recent error."
samples("$error", {
  "is initially empty": {
    flow: "<template>[ {{ $error }}, {{ boolean($error) }}, {{ $error/status }}, {{ $error/message }} ]</template>",
    json: [null, false, null, null],
  },
  "stays empty when a request succeeds": {
    flow: `<request>{ "url": {{ $env/UPSTREAM }} }</request><template>{{ boolean($error) }}</template>`,
    json: false,
  },
  "holds an upstream connection error; without exit-on-error the flow goes on": {
    flow: `${dead("a")}<template>{{ $error }}</template>`,
    check: ({ json }) => expect(json()).toEqual(engineError(502, 3201)),
  },
  "holds a timeout with status 504": {
    flow: `${slow("a")}<template>{{ $error }}</template>`,
    check: ({ json }) => expect(json()).toEqual(engineError(504, 3201)),
  },
  "has a number, a number, a string, an array of strings and a string": {
    flow: `${dead("a")}<template>[ {{ $error/status }}, {{ $error/code }}, {{ $error/status + 1 }}, {{ count($error/info/value) > 0 }},
      {{ string-length($error/message) > 0 }}, {{ string-length($error/requestID) > 0 }} ]</template>`,
    json: [502, 3201, 503, true, true, true],
  },
  "has the request's id": {
    flow: `${dead("a")}<template>{{ $error/requestID = $request/id }}</template>`,
    json: true,
  },
  "is the most recent error: the second": {
    flow: `${dead("a")}${slow("b")}<template>{{ $error/status }}</template>`,
    json: 504,
  },
  "is the most recent error: the other way round": {
    flow: `${slow("a")}${dead("b")}<template>{{ $error/status }}</template>`,
    json: 502,
  },
  "decides a condition": {
    flow: `${dead("a")}<if test="$error/status = 502"><template>"down"</template></if><else><template>"up"</template></else>`,
    json: "down",
  },
  "is passed to the client where there is no error flow and exit-on-error is set": {
    flow: `${dead("a", exit)}<template>"not reached"</template>`,
    status: 502,
    check: ({ json }) => expect(json()).toEqual({ error: engineError(502, 3201) }),
  },
  "is passed to the client with 504 after a timeout": {
    flow: `${slow("a", `, "exit-on-error": true`)}<template>"not reached"</template>`,
    status: 504,
    check: ({ json }) => expect(json()).toEqual({ error: engineError(504, 3201) }),
  },
  ...["__proto__", "constructor", "toString"].map((name) => ({
    name: `has no \`${name}\` of its own`,
    flow: `${dead("a")}<template>[ {{ $error/${name} }}, {{ boolean($error/${name}) }} ]</template>`,
    json: [null, false],
  })),
});

samples(
  "$error in the error flow",
  {
    "holds the connection error that ended the flow": {
      flow: dead("a", exit),
      status: 502,
      check: ({ json }) => expect(json()).toEqual({ seen: engineError(502, 3201) }),
    },
    "holds the error of the error action": {
      flow: `<error status="409">"Taken"</error>`,
      status: 409,
      json: { seen: { message: "Taken", status: 409, code: 5000, info: ["Flow Error triggered"] } },
    },
    "holds the most recent of two errors": {
      flow: `${dead("a")}<error status="409">"Taken"</error>`,
      status: 409,
      check: ({ json }) => expect(json()).toMatchObject({ seen: { message: "Taken", status: 409 } }),
    },
    "is not asked for where the flow goes on after a failed request": {
      flow: `${dead("a")}<template>"went on"</template>`,
      json: "went on",
    },
  },
  { error: `<template>{ "seen": {{ $error }} }</template>` },
);
