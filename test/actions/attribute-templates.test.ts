/** XPath expressions in braces in attributes. */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";

samples("expressions in attributes", {
  "echo: status and mime": {
    flow: `<echo status="{400 + 4}" mime="text/{'x'}"/>`,
    status: 404,
    headers: { "content-type": "text/x" },
  },
  "set-status": {
    flow: '<set-status code="2{$request/get/code}"/>',
    request: { query: "code=01" },
    status: 201,
  },
  "set-status: what is no status is 500": {
    flow: '<set-status code="{$request/get/code}"/>',
    request: { query: "code=ok" },
    status: 500,
  },
  "set-response-headers: status": {
    flow: '<set-response-headers status="{200 + 2}">{ "Status": 404 }</set-response-headers>',
    status: 202,
  },
  "error: status": {
    flow: `<error status="{$request/get/code}">"no"</error>`,
    request: { query: "code=418" },
    status: 418,
    json: { error: { message: "no", status: 418, code: 5000, info: ["Flow Error triggered"] } },
  },
  "error: what is no status is the default": {
    flow: `<error status="{'x'}"/>`,
    status: 500,
  },
  "braces in strings, and several expressions": {
    flow: `<set-header name="a" value="{concat('}', &quot;{&quot;)}{1}{2}-{string()}"/>`,
    headers: { a: "}{12-" },
  },
  "the context is the main content": {
    flow: '<template>{ "code": 203 }</template><set-status code="{code}"/>',
    status: 203,
    json: { code: 203 },
  },
});

findings("expressions in attributes", {
  "are checked like all others": {
    flow: '<set-status code="{$none}"/>',
    finds: "warning",
    message: /\$none/,
  },
  "their functions, too": {
    flow: '<dump mime="{nothing()}"/>',
    finds: "error",
    message: /nothing\(\)/,
  },
  "and their syntax, at the place": {
    flow: '<echo status="{1 +}"/>',
    finds: "error",
    message: /:2:\d+ error FLOW2001/,
  },
});
