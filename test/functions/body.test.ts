/** `body()`. */
import { samples } from "../support/samples.js";
import { useMirror } from "../upstream/environment.js";

useMirror();

const get = (id: string) =>
  `<request content="${id}">{ "url": {{ concat($env/UPSTREAM, "/${id}") }} }</request>`;
const shows = (call: string) => `<template>{{ json-parse(${call})/url }}</template>`;

samples("body()", {
  "is that of main": { flow: `${get("main")}${get("b")}${shows("body()")}`, json: "/main" },
  "with an empty ID, too": { flow: `${get("main")}${get("b")}${shows("body('')")}`, json: "/main" },
  "has an ID": { flow: `${get("main")}${get("b")}${shows("body('b')")}`, json: "/b" },
  "is empty without a response": { flow: "<template>{{ body() }}</template>", json: "" },
  "is not the main content of the flow's own": {
    flow: `<template>{ "a": 1 }</template><template>{{ body() }}</template>`,
    json: "",
  },
});
