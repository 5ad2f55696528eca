import type { FunctionDefinition } from "../../language/function-definition.js";
import { applyCodecsFunction } from "./apply-codecs.js";
import { arrayFunctions } from "./arrays.js";
import { booleanFunctions } from "./booleans.js";
import { contentFunctions } from "./contents.js";
import { cryptographyFunctions } from "./cryptography.js";
import { directoryFunctions } from "./directories.js";
import { exsltMathFunctions } from "./exslt-math.js";
import { exsltSetFunctions } from "./exslt-sets.js";
import { exsltStringFunctions } from "./exslt-strings.js";
import { fileExistsFunction } from "./file-exists.js";
import { fitDocumentFunction } from "./fit-document.js";
import { jsonFunctions } from "./json.js";
import { jsonDocFunction } from "./json-doc.js";
import { lookupFunction } from "./lookup.js";
import { matchesFunction } from "./matches.js";
import { nodeFunctions } from "./nodes.js";
import { numberFunctions } from "./numbers.js";
import { replaceFunction } from "./replace.js";
import { sortFunction } from "./sort.js";
import { splitFunction } from "./split.js";
import { stringFunctions } from "./strings.js";
import { stylesheetFunctions } from "./stylesheets.js";
import { systemFunctions } from "./system.js";
import { engineStringFunctions } from "./text.js";
import { tokenFunctions } from "./tokens.js";
import { xmlFunctions } from "./xml.js";
import { xmlSecurityFunctions } from "./xml-security.js";

const definitions: readonly FunctionDefinition[] = [
  ...nodeFunctions,
  ...stringFunctions,
  ...booleanFunctions,
  ...numberFunctions,
  ...contentFunctions,
  ...engineStringFunctions,
  applyCodecsFunction,
  matchesFunction,
  replaceFunction,
  splitFunction,
  ...jsonFunctions,
  jsonDocFunction,
  lookupFunction,
  fitDocumentFunction,
  fileExistsFunction,
  ...xmlFunctions,
  ...arrayFunctions,
  sortFunction,
  ...systemFunctions,
  ...cryptographyFunctions,
  ...xmlSecurityFunctions,
  ...tokenFunctions,
  ...directoryFunctions,
];

const byName = (list: readonly FunctionDefinition[]): ReadonlyMap<string, FunctionDefinition> =>
  new Map(list.map((definition) => [definition.name, definition]));

/** The functions that flows can call. */
export const flowFunctions = byName(definitions);

/** All functions, those that only stylesheets have among them. */
export const functions = byName([
  ...definitions,
  ...stylesheetFunctions,
  ...exsltMathFunctions,
  ...exsltSetFunctions,
  ...exsltStringFunctions,
]);
