import type { ValueProblem } from "../syntax/json-sketch.js";
import { error, warning } from "./entry.js";
import { problemHint, problemText, withArticle } from "./value-problem.js";

/** FLOW1150 to FLOW1179, FLOW1205 to FLOW1215, FLOW1230 to FLOW1249: what API descriptions and `conf/config.xml` say about validation. */
export const validationDiagnostics = {
  referenceMissing: error(
    "FLOW1150",
    "There is nothing at {reference}.",
    "A reference is a path relative to its file, # and a JSON Pointer: types.yaml#/definitions/Order.",
  ),
  schemaInvalid: error<{ reason: string; hint?: string | undefined }>(
    "FLOW1151",
    ({ reason }) => `This schema is invalid: ${reason}.`,
    ({ hint }) => hint,
  ),
  schemaPattern: error("FLOW1152", "The pattern {pattern} is no regular expression that JavaScript has."),
  schemaPatternSlashes: warning(
    "FLOW1214",
    "The slashes around this pattern belong to it, so no text matches.",
    "Leave them out, and modifiers, too: {inner}",
  ),
  schemaPatternEscape: warning(
    "FLOW1249",
    "In this pattern, two backslashes are one, and {letter} is a letter.",
    "Write \\{letter}: between single quotes, and without quotes, a backslash is one already.",
  ),
  ownSpelling: warning(
    "FLOW1246",
    "{written} counts here, but other programs that read this version of OpenAPI do not know it.",
    "Write {meant}.",
  ),
  schemaDialect: warning(
    "FLOW1215",
    "The dialect {dialect} is unknown, so its keywords mean what they mean in JSON Schema.",
    "Leave it out, or name a dialect of json-schema.org or spec.openapis.org.",
  ),
  schemaTooDeep: error(
    "FLOW1153",
    "Schemas are nested more than {limit} deep.",
    "Give parts of it a place under definitions, and refer to them.",
  ),
  parameterIncomplete: error(
    "FLOW1154",
    "A parameter needs a name, and in: path, query, header, formData or body (cookie in OpenAPI 3).",
  ),
  validateMember: warning(
    "FLOW1155",
    "There is no setting {key} of validation; it has no effect.",
    "Did you mean {nearest}?",
    "There are: {known}.",
  ),
  validateMode: error("FLOW1156", "{name} must be true, false or report-only."),
  definitionTwice: error(
    "FLOW1157",
    "{name} means {path} here, but {other} in another flow.",
    "Write /{path}.",
  ),
  configRoot: error("FLOW1158", "A configuration file starts with <config>, not <{name}>."),
  configElement: warning("FLOW1159", "<{name}> has no effect in this version.", "Did you mean <{nearest}>?"),
  configPlace: warning(
    "FLOW1177",
    "<{name}> has no effect here.",
    "It belongs into <flat>: <config><flat><{name} …/></flat></config>.",
  ),
  configConstant: warning(
    "FLOW1175",
    "This <{element}> has no effect, since the build has to know what it sets.",
    "Write it without a condition and without expressions.",
  ),
  certificateExpected: error(
    "FLOW1176",
    "{path} is no certificate.",
    "Take a file with certificates in PEM, or one certificate in DER.",
  ),
  examplesRepeated: error(
    "FLOW1160",
    "References repeat too much text of examples.",
    "Each operation that answers with an example has a copy of it.",
  ),
  schemaUnsupported: error<{ keywords: string }>(
    "FLOW1161",
    ({ keywords }) => `This version cannot validate ${keywords}.`,
    ({ keywords }) =>
      keywords === "unevaluatedItems beside contains"
        ? "Write items with an anyOf of the allowed items instead."
        : "Write $ref instead.",
  ),
  referenceNowhere: warning(
    "FLOW1162",
    "There is nothing at {reference}, so this says nothing.",
    "Did you mean {nearest}?",
    "A reference is a path relative to its file, # and a JSON Pointer: types.yaml#/definitions/Order.",
  ),
  schemaMalformed: warning<{ reason: string; hint?: string | undefined }>(
    "FLOW1163",
    ({ reason }) => `This schema is invalid: ${reason}. Nothing could be validated with it.`,
    ({ hint }) => hint,
  ),
  schemaKeyword: warning(
    "FLOW1164",
    "Schemas have no keyword {key}; it has no effect.",
    "Did you mean {nearest}?",
  ),
  schemaLimits: warning("FLOW1165", "{least} is greater than {most}, so no value is valid."),
  schemaTwice: warning("FLOW1166", "{text} is in {list} twice.", "Remove one of them."),
  requiredImpossible: warning(
    "FLOW1167",
    "{member} is required, but not allowed: no object is valid.",
    "Did you mean {nearest}?",
    "Add it to properties, or remove it here.",
  ),
  requiredUnlisted: warning(
    "FLOW1168",
    "{member} is required, but properties has only a name much like it.",
    "Did you mean {nearest}?",
  ),
  schemaFormat: warning(
    "FLOW1169",
    "There is no format {format}; it has no effect.",
    "Did you mean {nearest}?",
  ),
  schemaWithoutEffect: warning(
    "FLOW1170",
    "{key} has no effect here: it is about values of the type {other}, not {type}.",
  ),
  enumType: warning<{ text: string; types: readonly string[] }>(
    "FLOW1171",
    ({ text, types }) => `${text} is never valid here, since it is no ${types.join(" or ")}.`,
    ({ text, types }) => {
      if (text === "null")
        return "To allow null, write nullable: true, or in OpenAPI 3.1 null beside the type.";
      return types.includes("string") ? `Write "${text}" for a text.` : undefined;
    },
  ),
  typesExclude: warning<{ types: readonly string[]; others: readonly string[] }>(
    "FLOW1241",
    ({ types, others }) => {
      const [here, there] = [types, others].map((names) => names.map(withArticle).join(" or "));
      return `Only ${here} is valid here, and only ${there} in another part of this schema: no value is both.`;
    },
    () => "Values must match all schemas of allOf. If one of them is enough, write oneOf.",
  ),
  memberExcluded: warning(
    "FLOW1242",
    "No object can have {member}: another part of this schema has additionalProperties: false, and does not list it.",
    "Write additionalProperties: false in none of the parts that allOf lists.",
  ),
  bodyOfStatus: warning(
    "FLOW1243",
    "A response with the status {status} has no body, so {key} has no effect.",
    "Leave it out, or describe it for a status with a body, such as 200.",
  ),
  sunsetBefore: warning(
    "FLOW1244",
    "x-sunset is before x-deprecated-since: what is gone cannot be deprecated later.",
    "Write the day from which requests fail, behind the other one.",
  ),
  mediaTypeKey: warning(
    "FLOW1245",
    "{key} is no media type, so this describes nothing.",
    "Write a media type such as application/json.",
  ),
  exampleRefused: warning<{
    what: "example" | "default" | "const" | "enum" | "value of enum";
    problem: ValueProblem;
  }>(
    "FLOW1172",
    ({ what, problem }) => `This ${what} is not as its schema says: ${problemText(problem)}.`,
    ({ problem }) => problemHint(problem),
  ),
  parameterForm: warning<{ what: string; text: string; nearest: string | undefined }>(
    "FLOW1173",
    ({ what, text }) => parameterTexts.get(what)?.(text) ?? "This parameter, or a part of it, has no effect.",
    ({ what, nearest }) => (nearest === undefined ? parameterHints.get(what) : `Did you mean ${nearest}?`),
  ),
  parameterTwice: warning(
    "FLOW1205",
    "The list has another parameter {name} in {place}.",
    "The other one is in {line}. Remove one of them, or give it a name of its own.",
  ),
  bodyTwice: warning<{ isForm: boolean }>(
    "FLOW1206",
    ({ isForm }) => `A request has one body, and the list has ${isForm ? "a body and a form" : "two"}.`,
    "Describe it by one parameter with in: body, or by formData alone.",
  ),
  bodyOfRead: warning(
    "FLOW1207",
    "A request with the method {method} has no body.",
    "Write in: query for a parameter, or describe the body of a POST, PUT or PATCH.",
  ),
  partForm: warning("FLOW1208", "{key} must be {expected}, or it has no effect."),
  strayProperty: warning(
    "FLOW1209",
    "{key} is no keyword of schemas, so it has no effect.",
    "A property of an object is below properties: {key}.",
  ),
  basePathTwice: warning(
    "FLOW1210",
    "The base path is {base}, so requests for this path have it twice.",
    "Leave it out here: paths are below the base path.",
  ),
  pathColon: warning<{ name: string }>(
    "FLOW1211",
    ({ name }) => `:${name} stands for itself.`,
    ({ name }) => `Write {${name}} for a parameter.`,
  ),
  apiVersion: warning(
    "FLOW1212",
    "There is no version {version} of {key}; this is read as {known}.",
    'Write swagger: "2.0", or openapi: with a version such as "3.0.3".',
  ),
  partOfOther: warning<{ key: string; version: string; instead: string | undefined }>(
    "FLOW1213",
    ({ key, version }) => `${key} has no effect here in ${version}.`,
    ({ instead }) => instead,
  ),
  memberBelongs: warning(
    "FLOW1230",
    "{key} has no effect here.",
    "It belongs below {into}:, one level deeper.",
  ),
  besideReference: warning(
    "FLOW1231",
    "{key} has no effect beside $ref, which stands for the whole object.",
    "Write it where the reference leads, or describe the object here without the reference.",
  ),
  keywordBesideReference: warning(
    "FLOW1232",
    "{key} has no effect beside $ref.",
    "Write allOf: with the reference in its list, and {key} beside that.",
  ),
  objectNeeds: warning("FLOW1233", "{what} needs {name}; without it, this says nothing."),
  memberWord: warning(
    "FLOW1234",
    "{key} is {text} here, which is none of {known}.",
    "Did you mean {nearest}?",
  ),
  keywordUntyped: warning(
    "FLOW1239",
    "{key} checks nothing: a parameter without a type is a text.",
    "Write type: {type}, or integer, beside it.",
  ),
  consumedOtherwise: warning(
    "FLOW1240",
    "No request can have {name}: it would be of another media type than those that are consumed.",
    "Write {media} into consumes.",
  ),
  parameterUntyped: warning<{ name: string; isFlat: boolean }>(
    "FLOW1235",
    ({ name }) => `Nothing says what the parameter ${name} may be, so any value passes.`,
    ({ isFlat }) =>
      isFlat ? "Write type:, or schema: for a parameter with in: body." : "Write schema: { type: … }.",
  ),
  exampleWithoutValue: warning(
    "FLOW1236",
    "This example has no value, so nothing is answered with it.",
    "Write value: and the example below it.",
  ),
  discriminatorUnlisted: warning(
    "FLOW1237",
    "The discriminator names {name}, but properties has no such member.",
    "Did you mean {nearest}?",
    "Add it to properties, and to required.",
  ),
  responseKey: warning(
    "FLOW1174",
    "{key} is no status, so this describes no response.",
    "Did you mean {nearest}?",
    "Write a status such as 404, a range such as 4XX, or default.",
  ),
};

const parameterTexts = new Map<string, (text: string) => string>([
  ["place", (text) => `Parameters are not in ${text}.`],
  ["body", (text) => `In OpenAPI 3, no parameter is in ${text}.`],
  ["name", (text) => `This parameter has no ${text}, so it says nothing.`],
  ["member", (text) => `Parameters have no member ${text}; it has no effect.`],
  ["schema", () => "In Swagger 2.0, only the parameter in: body has a schema."],
  ["openapi", () => "In OpenAPI 3, the type of a parameter is in its schema."],
  ["value", (text) => `There is no ${text}.`],
  ["optional", (text) => `The path parameter ${text} is in every path that matches, so it is required.`],
]);

const parameterHints = new Map<string, string>([
  ["place", "Write in: path, query or header; formData or body in Swagger 2.0, and cookie in OpenAPI 3."],
  [
    "body",
    "Describe the body beside the parameters: requestBody: { content: { application/json: { schema: … } } }.",
  ],
  ["name", "A parameter needs name and in."],
  ["schema", "Write type, format and so on beside name and in."],
  ["openapi", "Write schema: { type: … }."],
  ["optional", "Write required: true."],
]);
