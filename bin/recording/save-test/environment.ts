import { escaped } from "../../../runtime/data/index.js";
import { Masks, maskedText } from "../../../runtime/observe/index.js";
import type { Draft } from "./facts.js";
import { jsonText } from "./json-text.js";
import { xmlComment } from "./xml.js";

/** Stands for the value of a secret. Backend flows do not check it. */
const standIn = "not saved";

/** The `<set-env>` with the variables that the flows of the trace read; empty if there are none. */
export function setEnvironment(draft: Draft): string {
  const saved = savedVariables(draft);
  if (saved.length === 0) return "";
  const secret = secretVariables(draft);
  const text = escaped(jsonText(new Map(saved), 2));
  return [
    ...(secret.length === 0
      ? []
      : [`  ${xmlComment(`The real value of ${secret.join(" and ")} is a secret.`)}`]),
    text.includes("\n") ? `  <set-env>\n  ${text}\n  </set-env>` : `  <set-env>${text}</set-env>`,
  ].join("\n");
}

/** The variables of which a test has no real value, since that is a secret. */
export const secretVariables = (draft: Draft): readonly string[] =>
  savedVariables(draft).flatMap(([name, value]) => (value === draft.facts.environment[name] ? [] : [name]));

function savedVariables(draft: Draft): readonly (readonly [name: string, value: string])[] {
  const { environment, isSecret } = draft.facts;
  const known = readVariables(draft).filter((name) => Object.hasOwn(environment, name) && environment[name]);
  return known.map((name) => [name, withoutSecrets(environment[name] ?? "", isSecret(name))]);
}

/** A URL stays what it is, without its user and password and what it has by secret names. What is public may be saved. */
function withoutSecrets(value: string, isSecret: boolean): string {
  if (/^\s*-----BEGIN (?:PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE)-----/.test(value) && !/PRIVATE/.test(value))
    return value;
  const masks = new Masks();
  const url = /^([\w.+-]+:\/\/)[^/?#]*@(.*)$/s.exec(value);
  const shown = masks.masked(maskedText(url === null ? value : `${url[1]}${url[2]}`, masks));
  return isSecret && url === null ? standIn : shown;
}

/** The names of the variables, in order. */
function readVariables({ trace, facts }: Draft): readonly string[] {
  const found = new Set<string>();
  for (const path of filesOf({ trace, facts }))
    for (const [, ofPath, inDescription] of (facts.read(path) ?? "").matchAll(
      /\$env\/([A-Za-z_]\w*)|\benv["']?\s*:\s*["']?([A-Za-z_]\w*)/g,
    ))
      found.add(ofPath ?? inDescription ?? "");
  return [...found].sort();
}

/** The flows that ran, what they name, and the API description. */
function filesOf({ trace, facts }: Pick<Draft, "trace" | "facts">): ReadonlySet<string> {
  const known = new Set(facts.files);
  const found = new Set<string>();
  const waiting = [
    ...facts.files.filter((path) => /^(swagger|openapi)\.(ya?ml|json)$/.test(path)),
    trace.flow,
    ...trace.ran.map(({ file }) => file),
    ...trace.events.flatMap((event) => [
      ...(event.kind === "flow" ? [event.file] : []),
      ...(event.place === undefined ? [] : [event.place.replace(/(:\d+){1,2}$/, "")]),
    ]),
  ];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path) || !known.has(path)) continue;
    found.add(path);
    if (!path.endsWith(".xml")) continue;
    for (const [, name = ""] of (facts.read(path) ?? "").matchAll(/\bsrc\s*=\s*["']([^"']+)["']/g))
      waiting.push(resolved(path, name));
  }
  return found;
}

/** A path that a flow names, relative to the flow directory. */
function resolved(from: string, name: string): string {
  try {
    const path = name.replace(/^fit:\/\/(site|project)\//, "/");
    return decodeURIComponent(new URL(path, `file:///${from}`).pathname.slice(1));
  } catch {
    return "";
  }
}
