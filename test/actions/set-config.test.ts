/** The `set-config` action; what its time-out does is tested in `test/functions/ldap.test.ts`. */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";

const ldap = (attributes: string) => `<set-config><flat><ldap ${attributes}/></flat></set-config>`;

samples("set-config", {
  "leaves content and status": {
    flow: `<template>1</template><set-status code="201"/>${ldap(`timeout="{$request/get/t}"`)}`,
    request: { query: "t=2" },
    status: 201,
    json: 1,
  },
  "without settings does nothing": { flow: "<set-config/><template>1</template>", json: 1 },
});

findings("set-config: what the build says", {
  "a time-out": ldap(`timeout="0.5"`),
  "a computed one": ldap(`timeout="{$env/TIMEOUT}"`),
  "one that is none": { flow: ldap(`timeout="0"`), finds: "error", message: /FLOW4088/ },
  "another attribute": { flow: ldap(`time-out="1"`), finds: "warning", message: /FLOW4087 .*time-out/ },
  "another setting": {
    flow: `<set-config><flat><curl timeout="1"/></flat></set-config>`,
    finds: "warning",
    message: /FLOW4087 .*flat\/curl/,
  },
  text: { flow: "<set-config>x</set-config>", finds: "error", message: /FLOW4006/ },
  "an attribute": { flow: `<set-config src="a.xml"/>`, finds: "warning", message: /FLOW4004 .*src/ },
});
