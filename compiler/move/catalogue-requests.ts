import type { Decision } from "./decision.js";
import { hasFewerDigits, isField, isLong, isRefused } from "./rules.js";
import { calls, expressions, readsMember } from "./uses.js";

/** Decisions about what comes in, and about the values that flows calculate with. */
export const requestDecisions: readonly Decision[] = [
  {
    id: "D-REQ-01",
    title: "Request IDs",
    old: "The ID that Apache httpd makes, such as `XaXJeWA-@B@3XFNhk42H@QAAAAQ`, or a UUID by `FIT_FLAT_UID_FORMAT`.",
    now: "A random UUID (version 4). `FIT_FLAT_UID_FORMAT` has no effect, and an ID that the client sends is not used.",
    noticed: ["client", "operator"],
    explains: ({ of, part, name }) => of === "answer" && part === "body" && /(?:^|\.)requestID$/.test(name),
  },
  {
    id: "D-REQ-02",
    title: "Methods that a path does not have",
    now: "405 with `Allow`, code 3204. The error flow runs; the init flow does not.",
    noticed: ["client"],
    explains: (it) => isRefused(it, 3204, 405) || (it.status === 405 && isField(it, "allow")),
  },
  {
    id: "D-REQ-03",
    title: "Malformed requests",
    old: "Apache httpd answers them with a page of its own.",
    now: "`server.js` refuses them with the system error document, code 3204, and an event in the log. Requests without `Host`, with several, or with a transfer coding other than `chunked` are malformed, too.",
    noticed: ["client", "operator"],
  },
  {
    id: "D-REQ-04",
    title: "Files in forms",
    now: "Files in a `multipart/form-data` body are ignored, and so is everything that is not a part with a name.",
    noticed: ["client"],
    touches: expressions(readsMember("request", "post")),
  },
  {
    id: "D-REQ-05",
    title: "HEAD",
    now: "It is answered by the flow of GET, without the body.",
    noticed: ["client"],
  },
  {
    id: "D-REQ-06",
    title: "`$request/purpose` and `$request/debug`",
    old: "They tell whether the request is a part of another one, and how it is debugged.",
    now: "`purpose` is always `main`, and `debug` is always there and empty.",
    noticed: ["client"],
    touches: expressions(readsMember("request", "purpose", "debug")),
  },
  {
    id: "D-REQ-07",
    title: "Repeated names",
    now: "For a query parameter, the last value counts; for a cookie, the first; for a header field, all values, joined by `, `. Where the request is validated, see D-VAL-01.",
    noticed: ["client", "upstream"],
  },
  {
    id: "D-REQ-08",
    title: "Preflight requests",
    old: "200, without `Access-Control-Allow-Headers`.",
    now: "Every header field that the page asks for is allowed: without that, browsers would not even send JSON. `Vary` tells caches about the origin.",
    noticed: ["client"],
    explains: (it) =>
      it.old === undefined &&
      ((it.method === "OPTIONS" && isField(it, "access-control-allow-headers")) ||
        (isField(it, "vary") && /^(?:origin|access-control-request-headers)(?:,|$)/i.test(String(it.new)))),
  },
  {
    id: "D-LOAD-01",
    title: "Time for a request",
    old: "`FLAT_MAX_TIMEOUT` limits it.",
    now: "`FLOW_REQUEST_TIMEOUT` limits it, until the response begins: 503, code 5002. `FLOW_MAX_TIMEOUT` limits each upstream request.",
    noticed: ["client", "operator"],
  },
  {
    id: "D-LOAD-02",
    title: "Too many requests, too large bodies",
    old: "PHP-FPM, by `FLAT_FPM_…` and `PHP_INI_…`.",
    now: "`FLOW_MAX_REQUESTS`, `FLOW_MAX_BODY_BYTES` and other settings of the process: 503, code 5002, with `Retry-After`.",
    noticed: ["client", "operator"],
  },
  {
    id: "D-LOAD-03",
    title: "Slow upstream systems",
    old: "`FLAT_MAX_TIMEOUT_PROCESSES` limits the processes that wait for them.",
    now: "`FLOW_MAX_REQUESTS_PER_UPSTREAM` limits the requests that wait for each of them: 503, code 3201.",
    noticed: ["client", "operator"],
  },
  {
    id: "D-BODY-01",
    title: "Integers beyond 2^53",
    old: "They become the nearest number with 53 bits.",
    now: "They keep all of their digits, in bodies, templates, variables and the log. Arithmetic takes the nearest number, and an alert is logged.",
    noticed: ["client", "upstream"],
    explains: ({ part, old, new: now }) => part === "body" && isLong(old, now) && Number(old) === Number(now),
  },
  {
    id: "D-BODY-02",
    title: "Other documents of JSON in requests",
    now: "Only `application/json` is JSON in the client's body; `application/problem+json` and the like are text in `$body`.",
    noticed: ["client"],
  },
  {
    id: "D-BODY-03",
    title: "JSON that is nested too deeply",
    now: "It is 400, code 3204, if something walks it level by level.",
    noticed: ["client"],
  },
  {
    id: "D-BODY-04",
    title: "XML with a document type declaration",
    now: "Nothing is read from elsewhere: an entity in another file is empty. A malformed declaration makes the document malformed.",
    noticed: ["client"],
    touches: calls("xml-parse"),
  },
  {
    id: "D-BODY-05",
    title: "HTML",
    old: "libxml2 reads it as HTML 4.",
    now: "It is read as the HTML standard says, like browsers do. Names are in lower case and in no namespace.",
    noticed: ["client"],
    touches: calls("html-parse"),
  },
  {
    id: "D-VAR-01",
    title: "`$env/FLAT_REVISION`",
    old: "The release of the engine.",
    now: "It is empty: there is no engine.",
    noticed: ["client"],
    touches: expressions(readsMember("env", "FLAT_REVISION")),
  },
  {
    id: "D-VAR-02",
    title: "`$server`",
    now: "It has `name`, which is `flowc`, and `role` if the operator set it.",
    noticed: ["client"],
    touches: expressions(readsMember("server")),
  },
  {
    id: "D-VAR-03",
    title: "Names in `out`",
    old: "A letter, then letters and digits.",
    now: "`_` and `-` are accepted with a warning; any other name is an error of the build.",
    noticed: ["operator"],
    reports: ["strictVariableName"],
  },
  {
    id: "D-TPL-01",
    title: "Templates that are no JSON",
    old: "They fail when they run.",
    now: "A template that can never be JSON is an error of the build; one that is invalid on some way is a warning that names the way. At run time, it is logged and sent as it is.",
    noticed: ["client", "operator"],
    reports: ["templateNeverJson", "templateMaybeNotJson"],
  },
  {
    id: "D-TPL-02",
    title: "Numbers that JSON cannot hold",
    now: "NaN and Infinity become `null`, and an alert is logged.",
    noticed: ["client"],
    explains: ({ part, old, new: now }) =>
      part === "body" && now === null && /^(?:NaN|-?Inf(?:inity)?)$/i.test(String(old)),
  },
  {
    id: "D-TPL-03",
    title: "Members of the same name",
    now: "If pairs have the same name, the last one wins, in the place of the first.",
    noticed: ["client", "upstream"],
    reports: ["repeatedMember"],
  },
  {
    id: "D-TPL-04",
    title: "Pairs of XML",
    now: "Text of XML without types becomes a number if it is the shortest way to write that number, as in `<n>7</n>`, and otherwise a string.",
    noticed: ["client", "upstream"],
    explains: ({ part, old, new: now, hasXml }) =>
      hasXml && part === "body" && typeof old !== typeof now && `${old}` === `${now}`,
  },
  {
    id: "D-XP-01",
    title: "Digits of numbers",
    old: "libxml2 writes 15 digits, and an exponent for large and small numbers.",
    now: "As many digits as are needed to identify the number, and never an exponent: `0.1 + 0.2` is `0.30000000000000004`.",
    noticed: ["client", "upstream"],
    touches: expressions(
      ({ kind, ...rest }) =>
        kind === "binary" && "operator" in rest && ["+", "-", "*", "div"].includes(rest.operator),
    ),
    explains: ({ old, new: now }) => hasFewerDigits(old, now),
  },
  {
    id: "D-XP-02",
    title: "Texts that are no numbers",
    old: "libxml2 reads `1e3` as 1000.",
    now: "`number('1e3')` and `number('-')` are NaN, as XPath 1.0 says.",
    noticed: ["client"],
    touches: calls("number"),
  },
];
