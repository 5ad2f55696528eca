import { error, warning } from "./entry.js";

/** FLOW1150 to FLOW1179: what API descriptions and `conf/config.xml` say about validation. */
export const validationDiagnostics = {
  referenceMissing: error<{ reference: string }>(
    "FLOW1150",
    ({ reference }) => `There is nothing at ${reference}.`,
    () => "A reference is a path relative to its file, # and a JSON Pointer: types.yaml#/definitions/Order.",
  ),
  schemaInvalid: error<{ reason: string }>("FLOW1151", ({ reason }) => `This schema is invalid: ${reason}.`),
  schemaPattern: error<{ pattern: string }>(
    "FLOW1152",
    ({ pattern }) => `The pattern ${pattern} is no regular expression that JavaScript has.`,
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
      keywords.startsWith("$")
        ? "Write $ref instead."
        : "Write items with an anyOf of the allowed items instead.",
  ),
};
