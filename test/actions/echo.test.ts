/** The `echo` action. */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";

samples(
  "echo",
  {
    "sends its text as it is, and ends the flow": {
      flow: `<echo> a\n {{ b }} &amp;</echo><template>"never"</template>`,
      text: " a\n {{ b }} &",
      headers: { "content-type": "text/plain" },
    },
    "takes the place of content": {
      flow: `<template>"before"</template><echo>after</echo>`,
      text: "after",
    },
    nothing: { flow: `<template>"before"</template><echo/>`, text: "" },
    "ends the flow that called its own, too": {
      flow: `<sub-flow src="sub.xml"/><template>"never"</template>`,
      text: "sub",
    },
    "has a media type and a status": {
      flow: `<echo mime="text/csv" status="201">a,b</echo>`,
      status: 201,
      text: "a,b",
      headers: { "content-type": "text/csv" },
    },
    "keeps the status that was set before": {
      flow: `<set-status code="202"/><echo>a</echo>`,
      status: 202,
      text: "a",
    },
    "under a condition that does not hold": {
      flow: `<echo if="$request/get/early">early</echo><template>"late"</template>`,
      json: "late",
    },
  },
  { files: { "sub.xml": "<flow><echo>sub</echo></flow>" } },
);

findings("echo: what the build says", {
  "a status that is none": { flow: `<echo status="99"/>`, finds: "error", message: /FLOW4016/ },
  "an action behind it": {
    flow: `<echo/><template>1</template>`,
    finds: "warning",
    message: /FLOW4013/,
  },
  "an element": { flow: "<echo><b/></echo>", finds: "error", message: /FLOW4007.*<b>/ },
  "another attribute": { flow: `<echo code="201"/>`, finds: "warning", message: /FLOW4004 .*code/ },
});
