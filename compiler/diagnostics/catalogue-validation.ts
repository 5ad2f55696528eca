import type { ValueProblem } from "../syntax/json-sketch.js";
import { error, warning } from "./entry.js";
import { problemHint, problemText } from "./value-problem.js";

/** FLOW1150 to FLOW1179, FLOW1205 to FLOW1215: what API descriptions and `conf/config.xml` say about validation. */
export const validationDiagnostics = {
  referenceMissing: error<{ reference: string }>(
    "FLOW1150",
    ({ reference }) => `There is nothing at ${reference}.`,
    () => "A reference is a path relative to its file, # and a JSON Pointer: types.yaml#/definitions/Order.",
  ),
  schemaInvalid: error<{ reason: string; hint?: string | undefined }>(
    "FLOW1151",
    ({ reason }) => `This schema is invalid: ${reason}.`,
    ({ hint }) => hint,
  ),
  schemaPattern: error<{ pattern: string }>(
    "FLOW1152",
    ({ pattern }) => `The pattern ${pattern} is no regular expression that JavaScript has.`,
  ),
  schemaPatternSlashes: warning<{ inner: string }>(
    "FLOW1214",
    "The slashes around this pattern belong to it, so no text matches.",
    ({ inner }) => `Leave them out, and modifiers, too: ${inner}`,
  ),
  schemaDialect: warning<{ dialect: string }>(
    "FLOW1215",
    ({ dialect }) => `The dialect ${dialect} is unknown, so its keywords mean what they mean in JSON Schema.`,
    "Leave it out, or name a dialect of json-schema.org or spec.openapis.org.",
  ),
  schemaTooDeep: error<{ limit: number }>(
    "FLOW1153",
    ({ limit }) => `Schemas are nested more than ${limit} deep.`,
    "Give parts of it a place under definitions, and refer to them.",
  ),
  parameterIncomplete: error(
    "FLOW1154",
    "A parameter needs a name, and in: path, query, header, formData or body (cookie in OpenAPI 3).",
  ),
  validateMember: warning<{ key: string; nearest: string | undefined }>(
    "FLOW1155",
    ({ key }) => `There is no setting ${key} of validation; it has no effect.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  validateMode: error<{ name: string }>(
    "FLOW1156",
    ({ name }) => `${name} must be true, false or report-only.`,
  ),
  definitionTwice: error<{ name: string; path: string; other: string }>(
    "FLOW1157",
    ({ name, path, other }) => `${name} means ${path} here, but ${other} in another flow.`,
    ({ path }) => `Write /${path}.`,
  ),
  configRoot: error<{ name: string }>(
    "FLOW1158",
    ({ name }) => `A configuration file starts with <config>, not <${name}>.`,
  ),
  configElement: warning<{ name: string; nearest: string | undefined }>(
    "FLOW1159",
    ({ name }) => `<${name}> has no effect in this version.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean <${nearest}>?`),
  ),
  configPlace: warning<{ name: string }>(
    "FLOW1177",
    ({ name }) => `<${name}> has no effect here.`,
    ({ name }) => `It belongs into <flat>: <config><flat><${name} …/></flat></config>.`,
  ),
  configConstant: warning<{ element: string }>(
    "FLOW1175",
    ({ element }) => `This <${element}> has no effect, since the build has to know what it sets.`,
    "Write it without a condition and without expressions.",
  ),
  certificateExpected: error<{ path: string }>(
    "FLOW1176",
    ({ path }) => `${path} is no certificate.`,
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
  referenceNowhere: warning<{ reference: string; nearest: string | undefined }>(
    "FLOW1162",
    ({ reference }) => `There is nothing at ${reference}, so this says nothing.`,
    ({ nearest }) =>
      nearest === undefined
        ? "A reference is a path relative to its file, # and a JSON Pointer: types.yaml#/definitions/Order."
        : `Did you mean ${nearest}?`,
  ),
  schemaMalformed: warning<{ reason: string; hint?: string | undefined }>(
    "FLOW1163",
    ({ reason }) => `This schema is invalid: ${reason}. Nothing could be validated with it.`,
    ({ hint }) => hint,
  ),
  schemaKeyword: warning<{ key: string; nearest: string }>(
    "FLOW1164",
    ({ key }) => `Schemas have no keyword ${key}; it has no effect.`,
    ({ nearest }) => `Did you mean ${nearest}?`,
  ),
  schemaLimits: warning<{ least: string; most: string }>(
    "FLOW1165",
    ({ least, most }) => `${least} is greater than ${most}, so no value is valid.`,
  ),
  schemaTwice: warning<{ list: string; text: string }>(
    "FLOW1166",
    ({ list, text }) => `${text} is in ${list} twice.`,
    "Remove one of them.",
  ),
  requiredImpossible: warning<{ member: string; nearest: string | undefined }>(
    "FLOW1167",
    ({ member }) => `${member} is required, but not allowed: no object is valid.`,
    ({ nearest }) =>
      nearest === undefined ? "Add it to properties, or remove it here." : `Did you mean ${nearest}?`,
  ),
  requiredUnlisted: warning<{ member: string; nearest: string | undefined }>(
    "FLOW1168",
    ({ member }) => `${member} is required, but properties has only a name much like it.`,
    ({ nearest }) => `Did you mean ${nearest}?`,
  ),
  schemaFormat: warning<{ format: string; nearest: string }>(
    "FLOW1169",
    ({ format }) => `There is no format ${format}; it has no effect.`,
    ({ nearest }) => `Did you mean ${nearest}?`,
  ),
  schemaWithoutEffect: warning<{ key: string; type: string; other: string }>(
    "FLOW1170",
    ({ key, type, other }) =>
      `${key} has no effect here: it is about values of the type ${other}, not ${type}.`,
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
  exampleRefused: warning<{ what: "example" | "default"; problem: ValueProblem }>(
    "FLOW1172",
    ({ what, problem }) => `This ${what} is not as its schema says: ${problemText(problem)}.`,
    ({ problem }) => problemHint(problem),
  ),
  parameterForm: warning<{ what: string; text: string; nearest: string | undefined }>(
    "FLOW1173",
    ({ what, text }) => parameterTexts.get(what)?.(text) ?? "This parameter, or a part of it, has no effect.",
    ({ what, nearest }) => (nearest === undefined ? parameterHints.get(what) : `Did you mean ${nearest}?`),
  ),
  parameterTwice: warning<{ name: string; place: string; line: number }>(
    "FLOW1205",
    ({ name, place }) => `The list has another parameter ${name} in ${place}.`,
    ({ line }) => `See line ${line}. Remove one of them, or give it a name of its own.`,
  ),
  bodyTwice: warning<{ isForm: boolean }>(
    "FLOW1206",
    ({ isForm }) => `A request has one body, and the list has ${isForm ? "a body and a form" : "two"}.`,
    "Describe it by one parameter with in: body, or by formData alone.",
  ),
  bodyOfRead: warning<{ method: string }>(
    "FLOW1207",
    ({ method }) => `A request with the method ${method} has no body.`,
    "Write in: query for a parameter, or describe the body of a POST, PUT or PATCH.",
  ),
  partForm: warning<{ key: string; expected: string }>(
    "FLOW1208",
    ({ key, expected }) => `${key} must be ${expected}, or it has no effect.`,
  ),
  strayProperty: warning<{ key: string }>(
    "FLOW1209",
    ({ key }) => `${key} is no keyword of schemas, so it has no effect.`,
    ({ key }) => `A property of an object is below properties: ${key}.`,
  ),
  basePathTwice: warning<{ base: string }>(
    "FLOW1210",
    ({ base }) => `The base path is ${base}, so requests for this path have it twice.`,
    "Leave it out here: paths are below the base path.",
  ),
  pathColon: warning<{ name: string }>(
    "FLOW1211",
    ({ name }) => `:${name} stands for itself.`,
    ({ name }) => `Write {${name}} for a parameter.`,
  ),
  apiVersion: warning<{ key: string; version: string; known: string }>(
    "FLOW1212",
    ({ key, version, known }) => `There is no version ${version} of ${key}; this is read as ${known}.`,
    'Write swagger: "2.0", or openapi: with a version such as "3.0.3".',
  ),
  partOfOther: warning<{ key: string; version: string; instead: string }>(
    "FLOW1213",
    ({ key, version }) => `${key} has no effect here in ${version}.`,
    ({ instead }) => instead,
  ),
  responseKey: warning<{ key: string; nearest: string | undefined }>(
    "FLOW1174",
    ({ key }) => `${key} is no status, so this describes no response.`,
    ({ nearest }) =>
      nearest === undefined
        ? "Write a status such as 404, a range such as 4XX, or default."
        : `Did you mean ${nearest}?`,
  ),
};

const parameterTexts = new Map<string, (text: string) => string>([
  ["place", (text) => `Parameters are not in ${text}.`],
  ["body", (text) => `In OpenAPI 3, no parameter is in ${text}.`],
  ["name", (text) => `This parameter has no ${text}, so it says nothing.`],
  ["member", (text) => `Parameters have no member ${text}; it has no effect.`],
  ["swagger", () => "In Swagger 2.0, only the parameter in: body has a schema."],
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
  ["swagger", "Write type, format and so on beside name and in."],
  ["openapi", "Write schema: { type: … }."],
  ["optional", "Write required: true."],
]);
