/** Specification, "Predefined variables". */
import { afterAll, beforeAll } from "vitest";
import { samples } from "../support/samples.js";

const environment = { FLOWC_TEST_NAME: "value of it", FLOWC_TEST_EMPTY: "", FLOWC_TEST_TEXT: 'a "b"\n\\ ü' };

beforeAll(() => {
  Object.assign(process.env, environment, { FLOW_SERVER_ROLE: "staging" });
});
afterAll(() => {
  for (const name of [...Object.keys(environment), "FLOW_SERVER_ROLE"]) delete process.env[name];
});

const isObject = (text: string) => {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`No object: ${text}`);
  return value as Record<string, unknown>;
};

samples("Predefined variables", {
  "`$body`: client request body": {
    flow: "<template>{{ $body }}</template>",
    request: { body: "hi" },
    json: "hi",
  },
  "`$request`: information about the client request": {
    flow: "<template>{{ boolean($request) }}</template>",
    json: true,
  },
  "`$upstream`: empty before any upstream request": {
    flow: "<template>[ {{ boolean($upstream) }}, {{ $upstream }}, {{ $upstream/main/status }} ]</template>",
    json: [false, null, null],
  },
  "`$error`: initially empty": {
    flow: "<template>[ {{ boolean($error) }}, {{ $error }}, {{ $error/status }}, {{ count($error/*) }} ]</template>",
    json: [false, null, null, 0],
  },
  "`$env`: a property is reachable by path, for example `$env/<name>`": {
    flow: "<template>{{ $env/FLOWC_TEST_NAME }}</template>",
    json: "value of it",
  },
  "`$env`: text of any kind comes out as it is": {
    flow: "<template>{{ $env/FLOWC_TEST_TEXT }}</template>",
    json: environment.FLOWC_TEST_TEXT,
  },
  "`$env`: a variable set to nothing is an empty string, one that is not set is empty": {
    flow: `<template>[ {{ $env/FLOWC_TEST_EMPTY }}, {{ boolean($env/FLOWC_TEST_EMPTY) }}, {{ $env/FLOWC_TEST_NONE }},
      {{ boolean($env/FLOWC_TEST_NONE) }} ]</template>`,
    json: ["", true, null, false],
  },
  ...["__proto__", "constructor", "toString", "hasOwnProperty"].map((name) => ({
    name: `\`$env/${name}\` is empty as long as nobody sets it`,
    flow: `<template>[ {{ $env/${name} }}, {{ boolean($env/${name}) }}, {{ $server/${name} }} ]</template>`,
    json: [null, false, null],
  })),
  "`$env`: in templates reachable as `$env/*`": {
    flow: "<template>{ {{: $env/* }} }</template>",
    check: ({ text }) => {
      const env = isObject(text);
      for (const [name, value] of Object.entries(environment)) {
        if (env[name] !== value) throw new Error(`${name} is ${JSON.stringify(env[name])}`);
      }
    },
  },
  "`$server`: in templates reachable as `$server/*`": {
    flow: `<template>{ {{: $server/* }} }</template>`,
    check: ({ text }) => {
      if (isObject(text).role !== "staging") throw new Error(text);
    },
  },
  "`$server`: `role` is the environment's": {
    flow: "<template>{{ $server/role }}</template>",
    json: "staging",
  },
  "`$env` may be hidden by a local variable, and is back outside of the template": {
    flow: `<template out="$inside">{{$env := "mine"}} {{ $env }}</template>
      <template>[ {{ $inside }}, {{ $env/FLOWC_TEST_NAME }} ]</template>`,
    json: ["mine", "value of it"],
  },
});
