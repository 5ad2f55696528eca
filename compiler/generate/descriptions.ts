import type { JsonObject } from "../../runtime/data/model/values.js";
import type { Program } from "../analyse/program.js";
import { language } from "../constructs/index.js";
import { Reporter } from "../diagnostics/reporter.js";
import { loadDescription } from "../load/description.js";
import { documentText, withOneServer } from "../parse/openapi/document/document.js";
import { Files, type Input } from "../source/files.js";
import { needsOf } from "./needs.js";

/** The text of `api.json`, and the data for the files beside the code. */
export function describe(program: Program) {
  const { document = noDocument, title, version } = program.api;
  const description = documentTexts.get(document) ?? documentText(document());
  documentTexts.set(document, description);
  const needs = needsOf(program);
  const hasCertificates =
    needs.certificates !== undefined || needs.upstreams.some((one) => one.credentials !== undefined);
  return {
    description,
    needs,
    traits: { title, version, hasCertificates },
  };
}

const noDocument = (): JsonObject => ({});

/** Each description makes its document by a function of its own. */
export const documentTexts = new WeakMap<() => JsonObject, string>();

/**
 * The API description as clients may see it, in JSON; `undefined` if there is none that can be read.
 * @param origin comes before the base path in the address of its one server
 */
export function describeApi(input: Input, origin: string): string | undefined {
  const api = loadDescription(new Files(input), language, new Reporter());
  const document = api?.document?.();
  return api && document && documentText(withOneServer(document, origin + api.basePath));
}
