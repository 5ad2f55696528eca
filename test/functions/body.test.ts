/** `body()`. */
import { samples } from "../support/samples.js";
import { useMirror } from "../upstream/environment.js";

useMirror();

const get = (id: string) =>
  `<request content="${id}">{ "url": {{ concat($env/UPSTREAM, "/${id}") }} }</request>`;
const shows = (call: string) => `<template>{{ json-parse(${call})/url }}</template>`;

samples("body()", [
  { name: "is that of main", flow: `${get("main")}${get("b")}${shows("body()")}`, json: "/main" },
  { name: "with an empty ID, too", flow: `${get("main")}${get("b")}${shows("body('')")}`, json: "/main" },
  { name: "has an ID", flow: `${get("main")}${get("b")}${shows("body('b')")}`, json: "/b" },
  { name: "is empty without a response", flow: "<template>{{ body() }}</template>", json: "" },
  {
    name: "is not the main content of the flow's own",
    flow: `<template>{ "a": 1 }</template><template>{{ body() }}</template>`,
    json: "",
  },
]);
