/** The `set-status` action. */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";

samples("set-status", {
  "sets the status": { flow: `<set-status code="201"/>`, status: 201, text: "" },
  "and leaves the content": {
    flow: `<template>"made"</template><set-status code="201"/>`,
    status: 201,
    json: "made",
  },
  "before the content": {
    flow: `<set-status code="201"/><template>"made"</template>`,
    status: 201,
    json: "made",
  },
  "the last one counts": { flow: `<set-status code="201"/><set-status code="202"/>`, status: 202 },
  "under a condition that holds": {
    flow: `<set-status code="404" if="$request/get/gone"/>`,
    request: { query: "gone=1" },
    status: 404,
  },
  "under one that does not": { flow: `<set-status code="404" if="$request/get/gone"/>`, status: 200 },
  "does not end the flow": {
    flow: `<set-status code="404"/><template>1</template>`,
    status: 404,
    json: 1,
  },
});

findings("set-status: what the build says", {
  "no code": { flow: "<set-status/>", finds: "error", message: /FLOW4005.*code/ },
  "a code that is none": { flow: `<set-status code="ok"/>`, finds: "error", message: /FLOW4016/ },
  "one out of range": { flow: `<set-status code="600"/>`, finds: "error", message: /FLOW4016/ },
  "another attribute": {
    flow: `<set-status code="200" status="200"/>`,
    finds: "warning",
    message: /FLOW4004 .*status/,
  },
  text: { flow: `<set-status code="200">201</set-status>`, finds: "error", message: /FLOW4006/ },
});
