import { error, warning } from "./entry.js";
import { variableAdvice } from "./foreign-names.js";

export const flowDiagnostics = {
  flowRoot: error("FLOW4001", "A flow file starts with <flow>, not <{name}>."),
  unknownAction: error("FLOW4002", "There is no action <{name}>.", "{advice}", "Did you mean <{nearest}>?"),
  unknownAttribute: warning(
    "FLOW4004",
    "<{element}> has no attribute {name}; it has no effect.",
    "{advice}",
    "Did you mean {nearest}?",
    "There are: {known}.",
  ),
  missingAttribute: error("FLOW4005", "<{element}> needs the attribute {name}."),
  unexpectedText: error("FLOW4006", "<{element}> takes no text."),
  unexpectedElement: error(
    "FLOW4007",
    "<{name}> cannot stand inside <{element}>.",
    "{advice}",
    "Write &lt; for a < that is text.",
  ),
  elseWithoutIf: error("FLOW4008", "<{name}> must follow directly after an <if> or <elseif>."),
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
  missingFile: error("FLOW4011", "There is no file {path}.", "Did you mean {nearest}?"),
  fileOutside: error("FLOW4012", "{path} is outside the flow directory."),
  unreachable: warning("FLOW4013", "Nothing after <{after}> is ever executed."),
  lostContent: warning(
    "FLOW4031",
    "A response with status {status} has no content, so what <{element}> writes is not sent.",
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
  errorProperty: error("FLOW4014", "The error property {name} must be {expected}."),
  errorStatusTwice: warning(
    "FLOW4015",
    "The status attribute and the status property are both set; the attribute wins.",
    "Remove one of them.",
  ),
  errorCodeForStatus: warning<{ code: number }>(
    "FLOW2146",
    ({ code }) =>
      `The property code is a number of the app's own: the client gets the status 500, not ${code}.`,
    ({ code }) => `Write status="${code}" if it is meant to be the status.`,
  ),
  refusesNobody: warning<{ status: number }>(
    "FLOW2147",
    ({ status }) =>
      `This refuses nobody: the operation runs all the same, and its answer goes out with the status ${status}.`,
    ({ status }) => `Write <error status="${status}" …>, or <break/> behind it.`,
  ),
  statusCode: error("FLOW4016", '"{text}" is no HTTP status code.', "Use an integer from 100 to 599."),
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
  stylesheet: error("FLOW4020", "This stylesheet does not compile: {reason}"),
  dynamicAttribute: error(
    "FLOW4021",
    "The attribute {name} cannot hold an expression: the build has to know it.",
    "Choose between constant ones with <if>.",
  ),
  conditionExpected: error(
    "FLOW4022",
    "<{element}> needs the attribute test.",
    'Write <{element} test="…"> with a condition.',
  ),
  emptyEval: error("FLOW4023", "<eval> needs an XPath expression as its text."),
  bodyShape: error("FLOW4024", "The body of <{element}> must be {expected}."),
  templateTwice: error("FLOW4025", "<{element}> has both a src attribute and a body.", "Remove one of them."),
  headerValue: error("FLOW4026", "The header field {name} must be {expected}."),
  unsetVariable: warning<{
    name: string;
    isSetElsewhere: boolean;
    isRequest: boolean;
    nearest: string | undefined;
    /** The variable before a minus, if the name looks like a difference. */
    minuend: string | undefined;
  }>(
    "FLOW4027",
    ({ name, isSetElsewhere }) =>
      isSetElsewhere
        ? `Nothing that runs before this sets $${name}: it is always empty here.`
        : `Nothing sets $${name}: it is always empty.`,
    ({ name, isRequest, nearest, minuend }) => {
      if (isRequest)
        return `The response of the request ${name} is content("${name}") and $upstream/${name}.`;
      if (minuend !== undefined)
        return `A name may have hyphens: for a difference, write $${minuend} - ${name.slice(minuend.length + 1)}, with spaces.`;
      return nearest === undefined ? variableAdvice(name) : `Did you mean $${nearest}?`;
    },
  ),
  unknownRequest: warning(
    "FLOW4030",
    "No request that is sent before this has the ID {id}: this is always empty.",
    "Did you mean {nearest}?",
  ),
  proxyWithoutServer: error(
    "FLOW4040",
    "This proxy names no server.",
    "Set origin, to keep the path of the client's request, or url.",
  ),
  idleMember: warning("FLOW4041", "Beside {other}, {name} has no effect.", "Remove one of them."),
  proxyAndFlow: error(
    "FLOW4042",
    "{key} and {other} cannot stand side by side: each of them answers the requests.",
    "Remove one of them.",
  ),
  proxyConfiguration: error("FLOW4043", "{key} must be {expected}."),
  requestOption: error("FLOW4044", "The request option {name} must be {expected}."),
  requestOptionAlone: error(
    "FLOW4045",
    "The request option {name} needs {needed}, too.",
    "Set {needed}, or remove {name}.",
  ),
  requestLocation: error(
    "FLOW4047",
    'A request cannot send what is at "{text}".',
    "Name a file of the flow directory, a variable, or fit://request/content/… for a response.",
  ),
  certificateNotConstant: error(
    "FLOW4048",
    "The name of a client certificate must be constant: the file becomes part of the app.",
  ),
  optionExcluded: error(
    "FLOW4046",
    "The request option {name} excludes those about the {topic}.",
    "Remove one of them.",
  ),
  clientServer: warning<{ inHandler: boolean }>(
    "FLOW4050",
    "A client chooses the server of this request: what it sends stands before the end of the server's name.",
    ({ inHandler }) =>
      `End the name with a slash before it, and write ${encoding(inHandler)} around it; or choose among the servers that there are.`,
  ),
  clientInPath: warning<{ inHandler: boolean }>(
    "FLOW4051",
    "What a client sends gets into the path of this request as it is: with a slash or a ? in it, it asks for something else.",
    ({ inHandler }) => `Write ${encoding(inHandler)} around it.`,
  ),
  clientInQuery: warning<{ inHandler: boolean }>(
    "FLOW4052",
    "What a client sends gets into the query of this request as it is: with an & or a # in it, it asks for something else.",
    ({ inHandler }) =>
      `Write ${encoding(inHandler)} around it, or "query": { "name": … } for the whole query.`,
  ),
  cachedTwice: error(
    "FLOW4060",
    "The request options use-http-cache and force-cache-ttl exclude each other.",
    "Remove force-cache-ttl to keep responses as their header fields say, or use-http-cache to keep all of them.",
  ),
  idleOption: warning(
    "FLOW4061",
    "Without {needed}, the request option {name} has no effect.",
    "Set {needed}, or remove the option.",
  ),
} as const;

/** The function that makes a text a part of a URL. */
const encoding = (inHandler: boolean): string => `${inHandler ? "encodeURIComponent" : "urlencode"}(…)`;
