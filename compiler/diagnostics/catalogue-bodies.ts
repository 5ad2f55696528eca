import { error, warning } from "./entry.js";

/** FLOW4110 to FLOW4139: the JSON that actions take. */
export const bodyDiagnostics = {
  requestMember: error<{ name: string; expected: string }>(
    "FLOW4110",
    ({ name, expected }) => `The request property ${name} must be ${expected}.`,
  ),
  requestEntry: error<{ name: string; member: string }>(
    "FLOW4111",
    ({ name, member }) => `Each entry of the request property ${name} must have a ${member}.`,
    ({ member }) => (member === "value" ? "For a name without a value, write null." : undefined),
  ),
  lostBody: warning<{ what: string; nearest: string | undefined }>(
    "FLOW4112",
    ({ what }) => `This ${what} is sent empty: it has neither value nor src.`,
    ({ nearest }) =>
      nearest === undefined
        ? 'Write "value": with what is to be sent, or "src": with where it is.'
        : `Did you mean ${nearest}?`,
  ),
  fieldName: error<{ name: string }>(
    "FLOW4113",
    ({ name }) => `"${name}" is no name of a header field.`,
    "A name has letters, digits and hyphens, as in X-Request-Id.",
  ),
  cookieName: error<{ name: string }>(
    "FLOW4114",
    ({ name }) => `"${name}" is no name of a cookie.`,
    "A name has letters, digits, hyphens and underscores.",
  ),
  connectionField: warning<{ name: string }>(
    "FLOW4115",
    ({ name }) => `The header field ${name} is not sent: it belongs to the connection.`,
    "Remove it.",
  ),
  fieldText: error<{ name: string }>(
    "FLOW4116",
    ({ name }) =>
      `This cannot be sent in the header field ${name}: it has a line break, or a character that is not of Latin-1.`,
    "Write it in one line, and encode other characters, as with urlencode(…).",
  ),
  fieldTwice: warning<{ name: string; other: string }>(
    "FLOW4117",
    ({ name, other }) => `${name} and ${other} are one header field: only this value is sent.`,
    "Remove one of them.",
  ),
  mediaType: warning<{ text: string }>(
    "FLOW4118",
    ({ text }) => `"${text}" is no media type.`,
    "Write a type and a subtype, as in application/json.",
  ),
  unknownMethod: warning<{ method: string; nearest: string | undefined }>(
    "FLOW4119",
    ({ method }) => `${method} is none of the methods that HTTP has.`,
    ({ nearest }) =>
      nearest === undefined
        ? "To change something, HTTP has PUT, PATCH, POST and DELETE."
        : `Did you mean ${nearest}?`,
  ),
  unsendableMethod: error<{ method: string }>(
    "FLOW4120",
    ({ method }) => `A request cannot have the method "${method}".`,
    ({ method }) =>
      /^[a-z]+$/i.test(method)
        ? "CONNECT, TRACE and TRACK cannot be sent."
        : "A method has letters only, without spaces around them.",
  ),
  bodyOfMethod: error<{ method: string; name: string }>(
    "FLOW4121",
    ({ method, name }) => `A request with the method ${method} cannot have a body, but ${name} is one.`,
    "Send it with POST, PUT or PATCH, or in query.",
  ),
  urlForm: error<{ text: string }>(
    "FLOW4122",
    ({ text }) => `"${text}" begins no absolute URL of http or https.`,
    "Write it with its scheme and its server, as in https://api.example.com/orders.",
  ),
  urlPlaceholder: warning<{ text: string; expression: string }>(
    "FLOW4123",
    ({ text }) => `${text} stands in this URL as it is: nothing is put in its place.`,
    ({ expression }) => `Compute the URL, as in {{ concat("https://api.example.com/", ${expression}) }}.`,
  ),
  longTimeout: warning<{ seconds: number; limit: number }>(
    "FLOW4124",
    ({ seconds, limit }) =>
      `${seconds} seconds are more than the ${limit} that FLOW_MAX_TIMEOUT allows unless it is set.`,
    "The number is in seconds, not milliseconds.",
  ),
  noTimeout: warning<{ name: string }>(
    "FLOW4125",
    ({ name }) => `The request option ${name} counts as missing: 0 sets no limit, nor removes one.`,
    "Write a number of seconds, or remove it.",
  ),
  idleTimeout: warning<{ name: string }>(
    "FLOW4126",
    ({ name }) => `The request option ${name} has no effect: timeout ends the request before.`,
    "Write a number below that of timeout, or remove it.",
  ),
  credentials: warning<{ name: string }>(
    "FLOW4127",
    ({ name }) => `The request option ${name} has a user, but no password.`,
    "Write user:password.",
  ),
  errorPropertyName: warning<{ name: string; nearest: string }>(
    "FLOW4128",
    ({ name }) => `The error property ${name} is one of your own, with a name much like that of another.`,
    ({ nearest }) => `Did you mean ${nearest}?`,
  ),
  cacheOfMethod: warning<{ name: string; method: string }>(
    "FLOW4129",
    ({ name, method }) =>
      `The request option ${name} has no effect: only responses to GET and HEAD are kept, not to ${method}.`,
    "Remove the option, or send the request with GET.",
  ),
  secureOption: warning<{ name: string }>(
    "FLOW4130",
    ({ name }) => `The request option ${name} has no effect: the URL is one of http, not of https.`,
    "Write https in the URL, or remove the option.",
  ),
  serverOption: error<{ name: string; text: string }>(
    "FLOW4131",
    ({ name, text }) =>
      `"${text}" is no server: the request option ${name} takes a name without scheme and path.`,
    "Write the name alone, as in api.example.com.",
  ),
  escapedText: warning<{ name: string }>(
    "FLOW4132",
    ({ name }) =>
      `This ${name} has an ampersand that is escaped twice, or in a CDATA section: it is sent with its escape.`,
    "Write & in a CDATA section, and &amp; outside of one.",
  ),
  basicCredentials: warning(
    "FLOW4133",
    "After Basic, user:password is sent in Base64, and this is not.",
    'Write "basic-auth-credentials": "user:password" into options, or encode it with base64-encode(…).',
  ),
} as const;
