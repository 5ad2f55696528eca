import { error, warning } from "./entry.js";

/** FLOW4110 to FLOW4139: the JSON that actions take. */
export const bodyDiagnostics = {
  requestMember: error("FLOW4110", "The request property {name} must be {expected}."),
  requestEntry: error<{ name: string; member: string }>(
    "FLOW4111",
    ({ name, member }) => `Each entry of the request property ${name} must have a ${member}.`,
    ({ member }) => (member === "value" ? "For a name without a value, write null." : undefined),
  ),
  lostBody: warning(
    "FLOW4112",
    "This {what} is sent empty: it has neither value nor src.",
    "Did you mean {nearest}?",
    'Write "value": with what is to be sent, or "src": with where it is.',
  ),
  jsonAsText: warning(
    "FLOW4179",
    "This is JSON in a text, which is sent with the media type text/plain: servers do not read it as JSON.",
    'Write it without quotes, or say that it is JSON: { "value": …, "mime": "application/json" }.',
  ),
  fieldName: error(
    "FLOW4113",
    '"{name}" is no name of a header field.',
    "A name has letters, digits and hyphens, as in X-Request-Id.",
  ),
  cookieName: error(
    "FLOW4114",
    '"{name}" is no name of a cookie.',
    "A name has letters, digits, hyphens and underscores.",
  ),
  connectionField: warning(
    "FLOW4115",
    "The header field {name} is not sent: it belongs to the connection.",
    "Remove it.",
  ),
  fieldText: error(
    "FLOW4116",
    "This cannot be sent in the header field {name}: it has a line break, or a character that is not of Latin-1.",
    "Write it in one line, and encode other characters, as with urlencode(…).",
  ),
  fieldTwice: warning(
    "FLOW4117",
    "{name} and {other} are one header field: only this value is sent.",
    "Remove one of them.",
  ),
  mediaType: warning(
    "FLOW4118",
    '"{text}" is no media type.',
    "Write a type and a subtype, as in application/json.",
  ),
  unknownMethod: warning(
    "FLOW4119",
    "{method} is none of the methods that HTTP has.",
    "Did you mean {nearest}?",
    "To change something, HTTP has PUT, PATCH, POST and DELETE.",
  ),
  unsendableMethod: error<{ method: string }>(
    "FLOW4120",
    ({ method }) => `A request cannot have the method "${method}".`,
    ({ method }) =>
      /^[a-z]+$/i.test(method)
        ? "CONNECT, TRACE and TRACK cannot be sent."
        : "A method has letters only, without spaces around them.",
  ),
  bodyOfMethod: error(
    "FLOW4121",
    "A request with the method {method} cannot have a body, but {name} is one.",
    "Send it with POST, PUT or PATCH, or in query.",
  ),
  urlForm: error(
    "FLOW4122",
    '"{text}" begins no absolute URL of http or https.',
    "Write it with its scheme and its server, as in https://api.example.com/orders.",
  ),
  urlSlashes: warning(
    "FLOW4185",
    "This URL has {text} in its path.",
    "Write one slash: most servers take two for another path.",
  ),
  urlFragment: warning(
    "FLOW4186",
    "{text} is not sent: # ends a URL.",
    "Remove it, or write %23 for the character.",
  ),
  urlPlaceholder: warning(
    "FLOW4123",
    "{text} stands in this URL as it is: nothing is put in its place.",
    'Compute the URL, as in {{ concat("https://api.example.com/", {expression}) }}.',
  ),
  longTimeout: warning(
    "FLOW4124",
    "{seconds} seconds are more than the {limit} that FLOW_MAX_TIMEOUT allows unless it is set.",
    "The number is in seconds, not milliseconds.",
  ),
  noTimeout: warning(
    "FLOW4125",
    "The request option {name} counts as missing: 0 sets no limit, nor removes one.",
    "Write a number of seconds, or remove it.",
  ),
  idleTimeout: warning(
    "FLOW4126",
    "{name} has no effect: {whole} ends the request before.",
    "Write a smaller number, or remove it.",
  ),
  credentials: warning(
    "FLOW4127",
    "The request option {name} has a user, but no password.",
    "Write user:password.",
  ),
  errorPropertyName: warning(
    "FLOW4128",
    "The error property {name} is one of your own, with a name much like that of another.",
    "Did you mean {nearest}?",
  ),
  cacheOfMethod: warning(
    "FLOW4129",
    "The request option {name} has no effect: only responses to GET and HEAD are kept, not to {method}.",
    "Remove the option, or send the request with GET.",
  ),
  secureOption: warning(
    "FLOW4130",
    "The request option {name} has no effect: the URL is one of http, not of https.",
    "Write https in the URL, or remove the option.",
  ),
  serverOption: error(
    "FLOW4131",
    '"{text}" is no server: the request option {name} takes a name without scheme and path.',
    "Write the name alone, as in api.example.com.",
  ),
  escapedText: warning(
    "FLOW4132",
    "This {name} has an ampersand that is escaped twice, or in a CDATA section: it is sent with its escape.",
    "Write & in a CDATA section, and &amp; outside of one.",
  ),
  urlPort: warning(
    "FLOW4194",
    "The port {port} is the usual one of {other}, not of {scheme}.",
    "Write {other}, or leave the port out.",
  ),
  fieldOfOther: warning<{ name: string; side: "request" | "response" }>(
    "FLOW4107",
    ({ name, side }) =>
      `${name} is a header field of ${side === "request" ? "responses" : "requests"}: nobody looks at it in a ${side}.`,
    ({ name, side }) => {
      if (!/^(set-)?cookie$/i.test(name)) return "Remove it.";
      return side === "request" ? "A request has Cookie." : "A response has Set-Cookie.";
    },
  ),
  credentialsScheme: warning<{ scheme: string; isTwice: boolean }>(
    "FLOW4108",
    ({ scheme, isTwice }) =>
      isTwice
        ? `$request/headers/authorization begins with a scheme already: this sends "${scheme}" and then that.`
        : `After ${scheme}, the credentials begin without a space: no server takes them.`,
    ({ scheme, isTwice }) => (isTwice ? "Send the field as it is." : `Write "${scheme} ".`),
  ),
  fieldForm: warning(
    "FLOW4134",
    '"{text}" is nothing that {name} takes: nobody understands it.',
    "Write {what}.",
  ),
  cookieFault: warning(
    "FLOW4135",
    "Browsers refuse this cookie, or a part of it: {fault}.",
    "The attributes of a cookie are Expires, Max-Age, Domain, Path, Secure, HttpOnly, SameSite, Priority and Partitioned.",
  ),
  typeOfForm: warning(
    "FLOW4142",
    "{form} sends a form, which {type} is not.",
    "Leave Content-Type out, or send JSON with body.",
  ),
  echoedJson: warning(
    "FLOW4143",
    "This is sent as it is, with the media type {type}, and is no JSON.",
    "In JSON, names and texts stand in double quotes, and nothing follows the last comma.",
  ),
  queryMark: warning("FLOW4136", "The ? before a query comes by itself: this sends two.", "Leave it out."),
  encodedTwice: warning(
    "FLOW4137",
    "What stands in {name} is encoded where it is sent: this is encoded twice.",
    "Leave the function out.",
  ),
  joinedHost: warning<{ text: string; host: string }>(
    "FLOW4138",
    ({ host }) => `The server of this URL is ${host}: nothing parts its name from the path.`,
    ({ text }) => `Write /${text}.`,
  ),
  basicCredentials: warning(
    "FLOW4133",
    "After Basic, user:password is sent in Base64, and this is not.",
    'Write "basic-auth-credentials": "user:password" into options, or encode it with base64-encode(…).',
  ),
} as const;
