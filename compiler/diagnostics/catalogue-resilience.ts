import { error, warning } from "./entry.js";

/** FLOW4160 to FLOW4179: upstream systems that fail, and limits. */
export const resilienceDiagnostics = {
  upstreamOrigin: error(
    "FLOW4160",
    '"{text}" is no origin.',
    "Write a scheme and a server without a path, as in https://users.example, or a variable, as in $env/USERS_API.",
  ),
  upstreamMember: error(
    "FLOW4161",
    "There is no setting {key} here.",
    "Did you mean {nearest}?",
    "There are: {known}.",
  ),
  upstreamIdle: warning("FLOW4162", "{key} has no effect without {needed}.", "Remove it, or add {needed}."),
  limitKey: error(
    "FLOW4163",
    '"{text}" does not come from the request alone.',
    "Compute it from $request, $env and the variables of tokens, as in concat($jwt/sub, $request/method).",
  ),
  limitKeyVariable: error(
    "FLOW4164",
    "Nothing has set {variable} when requests are counted.",
    "There are $request, $env, and the variables of the tokens that the operation requires.",
  ),
  limitKeyFree: warning(
    "FLOW4165",
    "Clients choose {text} freely: who wants more requests changes it.",
    "Count by $request/client-address, by a claim of a token, or by a field that a security scheme names.",
  ),
  retryOfMethod: warning(
    "FLOW4166",
    "This {method} is sent once, whatever retry says: what it does might be done twice.",
    'Send a field Idempotency-Key, as in { "Idempotency-Key": {{ $request/id }} }, or remove retry.',
  ),
  retryTooLate: warning(
    "FLOW4167",
    "{attempts} attempts of {seconds} s do not fit into the {limit} s of timeout: the last ones are never made.",
    "Give timeout more seconds, or time-to-first-byte-timeout fewer.",
  ),
  retryOnTime: warning(
    "FLOW4168",
    "Without {name}, an attempt takes all the time that there is: none follows a time-out.",
    "Set {name} to the seconds of one attempt.",
  ),
  requestsTooLong: warning(
    "FLOW4169",
    "Up to here, upstream requests may take {seconds} s; FLOW_REQUEST_TIMEOUT allows {limit} unless it is set.",
    "Send them at once, with requests, or give them shorter time-outs.",
  ),
  retryInCircle: warning(
    "FLOW4170",
    "The flow calls itself, and in each round this request is sent up to {attempts} times.",
    "Remove retry, or set retry-budget in x-flow-upstreams.",
  ),
  breakerUnanswered: warning(
    "FLOW4171",
    "Nothing answers the error of this breaker: while it is open, clients get the system error document.",
    "Add x-flow-error with a flow for the code 3208, or test $upstream/<id>/status.",
  ),
  keyInBundle: warning(
    "FLOW4172",
    "The private key in {path} becomes a part of server.js: whoever can read that file has it.",
    "Name it in x-flow-upstreams, under client-certificate: it is read when the app runs, and again when it changes.",
  ),
  additionalMethod: error(
    "FLOW4173",
    "{method} is no method for additionalOperations.",
    "Write get, put, post, delete, options, head, patch, trace and query beside it; others are words without spaces.",
  ),
  retryOfStream: warning(
    "FLOW4174",
    "A {method} with a long body is sent once, whatever retry says: its body is passed on as it comes.",
    "Send it with request and a body of the src $body, which is kept, or remove retry.",
  ),
  shareOfMethod: warning(
    "FLOW4175",
    "The response to this {method} is for one client: only those to GET and HEAD without a body are shared.",
    "Remove share, or send the request with GET and a query.",
  ),
  besideCache: warning(
    "FLOW4176",
    "A request with {name} goes past the cache: {option} has no effect on it.",
    "Remove the field, or the option: with use-http-cache, the cache asks with conditions of its own.",
  ),
  neverCached: warning(
    "FLOW4177",
    "{text} is another value each time, so nothing that {option} keeps is found again.",
    "Leave it out, or remove the option.",
  ),
  cacheOfNothing: warning(
    "FLOW4178",
    "The request option {name} counts as missing: after 0 seconds, nothing is left.",
    "Write how many seconds responses are of use, or remove it.",
  ),
  upstreamUnasked: warning(
    "FLOW4182",
    "No request goes to {origin}: these settings have no effect.",
    "Did you mean {nearest}?",
    "Remove them, or write the origin that the URLs of requests begin with.",
  ),
  retryWait: warning(
    "FLOW4183",
    "After a wait of {wait} s, nothing is left of the {limit} s of timeout: nothing is repeated.",
    "A wait is a number of seconds: write 0.1 for 100 ms, or give timeout more.",
  ),
  retryNever: warning(
    "FLOW4184",
    "With {text}, nothing is repeated.",
    "attempts counts the first one, too, and on lists the failures: remove retry if that is meant.",
  ),
} as const;
