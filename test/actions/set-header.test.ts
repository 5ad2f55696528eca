/** The `set-header` action of old flows. */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";

samples("set-header", {
  "sets a header field of the response": {
    flow: '<set-header name="X-Shop" value="Main"/>',
    headers: { "x-shop": "Main" },
  },
  "with expressions in its value, and braces that are none": {
    flow: `<set-header name="X-Shop" value="{{{1 + 1}}} of {$request/get/of}"/>`,
    request: { query: "of=3" },
    headers: { "x-shop": "{2} of 3" },
  },
  "replaces what was set before": {
    flow: '<set-header name="a" value="1"/><set-header name="A" value="2"/>',
    headers: { a: "2" },
  },
  "Status is the status": {
    flow: '<set-header name="Status" value="404"/>',
    status: 404,
  },
  "__proto__ is a field": {
    flow: '<set-header name="__proto__" value="1"/>',
    headers: { ["__proto__"]: "1" },
  },
});

findings("set-header: arguments", {
  "name is required": { flow: '<set-header value="a"/>', finds: "error", message: /name/ },
  "value is required": { flow: '<set-header name="a"/>', finds: "error", message: /value/ },
});
