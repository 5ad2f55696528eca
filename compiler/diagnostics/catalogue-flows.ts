import { error, warning } from "./entry.js";

export const flowDiagnostics = {
  flowRoot: error<{ name: string }>(
    "FLOW4001",
    ({ name }) => `A flow file starts with <flow>, not <${name}>.`,
  ),
  unknownAction: error<{ name: string; nearest: string | undefined; advice: string | undefined }>(
    "FLOW4002",
    ({ name }) => `There is no action <${name}>.`,
    ({ nearest, advice }) => advice ?? (nearest === undefined ? undefined : `Did you mean <${nearest}>?`),
  ),
  unknownAttribute: warning<{
    name: string;
    element: string;
    nearest: string | undefined;
    advice: string | undefined;
  }>(
    "FLOW4004",
    ({ name, element }) => `<${element}> has no attribute ${name}; it has no effect.`,
    ({ nearest, advice }) => advice ?? (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  missingAttribute: error<{ name: string; element: string }>(
    "FLOW4005",
    ({ name, element }) => `<${element}> needs the attribute ${name}.`,
  ),
  unexpectedText: error<{ element: string }>("FLOW4006", ({ element }) => `<${element}> takes no text.`),
  unexpectedElement: error<{ name: string; element: string; advice: string | undefined }>(
    "FLOW4007",
    ({ name, element }) => `<${name}> cannot stand inside <${element}>.`,
    ({ advice }) => advice ?? "Write &lt; for a < that is text.",
  ),
  elseWithoutIf: error<{ name: string }>(
    "FLOW4008",
    ({ name }) => `<${name}> must follow directly after an <if> or <elseif>.`,
  ),
  variableName: error<{ text: string }>(
    "FLOW4009",
    ({ text }) => `"${text}" is no variable name.`,
    ({ text }) =>
      /^[A-Za-z_][\w-]*$/.test(text)
        ? `Write $${text}.`
        : "A name is $, a letter or underscore, then letters, digits, underscores or hyphens.",
  ),
  strictVariableName: warning<{ name: string }>(
    "FLOW4010",
    ({ name }) => `$${name} is outside the strict rule for out: a letter, then letters or digits.`,
  ),
  missingFile: error<{ path: string; nearest: string | undefined }>(
    "FLOW4011",
    ({ path }) => `There is no file ${path}.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  fileOutside: error<{ path: string }>("FLOW4012", ({ path }) => `${path} is outside the flow directory.`),
  unreachable: warning<{ after: string }>(
    "FLOW4013",
    ({ after }) => `Nothing after <${after}> is ever executed.`,
  ),
  lostContent: warning<{ status: number; element: string }>(
    "FLOW4031",
    ({ status, element }) =>
      `A response with status ${status} has no content, so what <${element}> writes is not sent.`,
    "Choose another status, or remove the action.",
  ),
  definitionOperation: warning<{ definition: string; method: string | undefined }>(
    "FLOW4033",
    ({ definition, method }) =>
      method === undefined
        ? `${definition} has no path for this URL.`
        : `${definition} has this path, but not with the method ${method}.`,
    "Write a URL and a method of the description: the base path, and one of its paths.",
  ),
  emptyBranches: warning(
    "FLOW4032",
    "Nothing stands under this condition, so it has no effect.",
    "Remove it, or write inside of it what depends on it.",
  ),
  errorProperty: error<{ name: string; expected: string }>(
    "FLOW4014",
    ({ name, expected }) => `The error property ${name} must be ${expected}.`,
  ),
  errorStatusTwice: warning(
    "FLOW4015",
    "The status attribute and the status property are both set; the attribute wins.",
    "Remove one of them.",
  ),
  statusCode: error<{ text: string }>(
    "FLOW4016",
    ({ text }) => `"${text}" is no HTTP status code.`,
    "Use an integer from 100 to 599.",
  ),
  unsupportedRequestProperty: warning<{
    kind: "property" | "option";
    name: string;
    nearest: string | undefined;
    advice: string | undefined;
  }>(
    "FLOW4017",
    ({ kind, name }) =>
      `The request ${kind === "option" ? kind : "property"} ${name} has no effect in this version.`,
    ({ nearest, advice }) => advice ?? (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  requestWithoutUrl: error(
    "FLOW4018",
    "This request has no url.",
    'Write "url": "https://api.example.com/orders", or its expression.',
  ),
  location: error<{ text: string; attribute: "in" | "out" }>(
    "FLOW4019",
    ({ text, attribute }) =>
      attribute === "out" ? `Nothing can be written to "${text}".` : `"${text}" is no location to read.`,
    ({ attribute }) =>
      attribute === "out"
        ? "Use a variable, $name, or a location: fit://request/content/<id> or fit://request/<name>."
        : "Use a variable, a file of the flow directory, fit://request/content or fit://request/<name>.",
  ),
  stylesheet: error<{ reason: string }>(
    "FLOW4020",
    ({ reason }) => `This stylesheet does not compile: ${reason}`,
  ),
  dynamicAttribute: error<{ name: string }>(
    "FLOW4021",
    ({ name }) => `The attribute ${name} cannot hold an expression: the build has to know it.`,
    "Choose between constant ones with <if>.",
  ),
  conditionExpected: error<{ element: string }>(
    "FLOW4022",
    ({ element }) => `<${element}> needs the attribute test.`,
    ({ element }) => `Write <${element} test="…"> with a condition.`,
  ),
  emptyEval: error("FLOW4023", "<eval> needs an XPath expression as its text."),
  bodyShape: error<{ element: string; expected: string }>(
    "FLOW4024",
    ({ element, expected }) => `The body of <${element}> must be ${expected}.`,
  ),
  templateTwice: error<{ element: string }>(
    "FLOW4025",
    ({ element }) => `<${element}> has both a src attribute and a body.`,
    "Remove one of them.",
  ),
  headerValue: error<{ name: string; expected: string }>(
    "FLOW4026",
    ({ name, expected }) => `The header field ${name} must be ${expected}.`,
  ),
  unsetVariable: warning<{ name: string; isSetElsewhere: boolean; nearest: string | undefined }>(
    "FLOW4027",
    ({ name, isSetElsewhere }) =>
      isSetElsewhere
        ? `Nothing that runs before this sets $${name}: it is always empty here.`
        : `Nothing sets $${name}: it is always empty.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean $${nearest}?`),
  ),
  unknownRequest: warning<{ id: string; nearest: string | undefined }>(
    "FLOW4030",
    ({ id }) => `No request that is sent before this has the ID ${id}: this is always empty.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  proxyWithoutServer: error(
    "FLOW4040",
    "This proxy names no server.",
    "Set origin, to keep the path of the client's request, or url.",
  ),
  idleMember: warning<{ name: string; other: string }>(
    "FLOW4041",
    ({ name, other }) => `Beside ${other}, ${name} has no effect.`,
    "Remove one of them.",
  ),
  proxyAndFlow: error<{ key: string; other: string }>(
    "FLOW4042",
    ({ key, other }) => `${key} and ${other} cannot stand side by side: each of them answers the requests.`,
    "Remove one of them.",
  ),
  proxyConfiguration: error<{ key: string; expected: string }>(
    "FLOW4043",
    ({ key, expected }) => `${key} must be ${expected}.`,
  ),
  requestOption: error<{ name: string; expected: string }>(
    "FLOW4044",
    ({ name, expected }) => `The request option ${name} must be ${expected}.`,
  ),
  requestOptionAlone: error<{ name: string; needed: string }>(
    "FLOW4045",
    ({ name, needed }) => `The request option ${name} needs ${needed}, too.`,
    ({ name, needed }) => `Set ${needed}, or remove ${name}.`,
  ),
  requestLocation: error<{ text: string }>(
    "FLOW4047",
    ({ text }) => `A request cannot send what is at "${text}".`,
    "Name a file of the flow directory, a variable, or fit://request/content/… for a response.",
  ),
  certificateNotConstant: error(
    "FLOW4048",
    "The name of a client certificate must be constant: the file becomes part of the app.",
  ),
  optionExcluded: error<{ name: string; topic: string }>(
    "FLOW4046",
    ({ name, topic }) => `The request option ${name} excludes those about the ${topic}.`,
    "Remove one of them.",
  ),
  clientServer: warning(
    "FLOW4050",
    "A client chooses the server of this request: what it sends stands before the end of the server's name.",
    "End the name with a slash before it, and write urlencode(…) around it; or choose among the servers that there are.",
  ),
  clientInPath: warning(
    "FLOW4051",
    "What a client sends gets into the path of this request as it is: with a slash or a ? in it, it asks for something else.",
    "Write urlencode(…) around it.",
  ),
  clientInQuery: warning(
    "FLOW4052",
    "What a client sends gets into the query of this request as it is: with an & or a # in it, it asks for something else.",
    'Write urlencode(…) around it, or "query": { "name": … } for the whole query.',
  ),
  cachedTwice: error(
    "FLOW4060",
    "The request options use-http-cache and force-cache-ttl exclude each other.",
    "Remove force-cache-ttl to keep responses as their header fields say, or use-http-cache to keep all of them.",
  ),
  idleOption: warning<{ name: string; needed: string }>(
    "FLOW4061",
    ({ name, needed }) => `Without ${needed}, the request option ${name} has no effect.`,
    ({ needed }) => `Set ${needed}, or remove the option.`,
  ),
} as const;
