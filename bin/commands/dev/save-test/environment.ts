import type { Draft } from "./facts.js";
import { jsonText } from "./json-text.js";
import { xmlComment, xmlText } from "./xml.js";

/** What stands for the value of a secret. Backend flows do not ask whether it is right. */
const standIn = "not saved";

/** The `<set-env>` with the variables that the flows of the trace read; empty if there are none. */
export function setEnvironment(draft: Draft): string {
  const { environment, isSecret } = draft.facts;
  const known = readVariables(draft).filter((name) => Object.hasOwn(environment, name) && environment[name]);
  if (known.length === 0) return "";
  const saved = (name: string) => withoutSecrets(environment[name] ?? "", isSecret(name));
  const secret = known.filter((name) => saved(name) !== environment[name]);
  const variables = new Map(known.map((name) => [name, saved(name)]));
  const text = xmlText(jsonText(variables, 2));
  return [
    ...(secret.length === 0
      ? []
      : [`  ${xmlComment(`The real value of ${secret.join(" and ")} is a secret.`)}`]),
    text.includes("\n") ? `  <set-env>\n  ${text}\n  </set-env>` : `  <set-env>${text}</set-env>`,
  ].join("\n");
}

/** A URL stays what it is, without its user and password. */
function withoutSecrets(value: string, isSecret: boolean): string {
  const url = /^([\w.+-]+:\/\/)[^/?#]*@(.*)$/s.exec(value);
  if (url !== null) return `${url[1]}${url[2]}`;
  return isSecret ? standIn : value;
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
