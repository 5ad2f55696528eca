import { nearest } from "../../../runtime/base/nearest.js";
import { entry, object } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionChecker, ActionGenerator } from "../../language/action-definition.js";
import { placeOf } from "../../source/place.js";
import type { Span } from "../../source/source-text.js";
import type { JsonNode, ObjectNode } from "../../syntax/json-template.js";
import { named } from "../action-parts/settings.js";
import { requestOptions } from "./request-options.js";

/** A location that the configuration of a request names. Its files become part of the app. */
interface Named {
  readonly written: string;
  readonly span: Span;
}

/** Proves that the files are there. */
export function checkFiles(
  config: ObjectNode,
  { files, reporter }: Pick<ActionChecker, "files" | "reporter">,
): void {
  for (const { written, span } of locationsIn(config)) {
    const place = placeOf(written, span.source.path);
    if (place.kind === "outside") reporter.report(span, "fileOutside", { path: written });
    else if (place.kind === "elsewhere") reporter.report(span, "requestLocation", { text: written });
    else if (place.kind === "file" && !files.has(place.path))
      reporter.report(span, "missingFile", { path: place.path, nearest: nearest(place.path, files.names) });
  }
  for (const certificate of certificatesOf(config)) {
    const { span } = certificate;
    if (certificate.kind !== "constant") reporter.report(span, "certificateNotConstant");
    const place = certificate.kind === "constant" && placeOf(String(certificate.value), span.source.path);
    const path = place && place.kind === "file" ? place.path : "";
    if (/-----BEGIN (?:RSA |EC )?PRIVATE KEY-----/.test(files.get(path)?.text ?? ""))
      reporter.report(span, "keyInBundle", { path });
  }
}

/** The files by their names as they are written, for generated code; nothing if there are none. */
export function fileFacts(configs: readonly ObjectNode[], generator: ActionGenerator): readonly Doc[] {
  const files = new Map<string, Doc>();
  for (const { written, span } of configs.flatMap(locationsIn)) {
    const place = placeOf(written, span.source.path);
    if (place.kind === "file") files.set(written, generator.asset(place.path, "file"));
  }
  if (files.size === 0) return [];
  return [entry("files", object([...files].map(([written, file]) => entry(written, file))))];
}

function locationsIn(config: ObjectNode): readonly Named[] {
  const uploads = named(config, "uploads")?.value;
  const parts = [
    named(config, "body")?.value,
    ...(uploads?.kind === "array"
      ? uploads.items.map((item) => (item.kind === "item" ? item.value : undefined))
      : []),
  ];
  return [...parts.map((part) => memberOf(part, "src")), ...certificatesOf(config)].flatMap((value) => {
    if (value?.kind !== "constant" || typeof value.value !== "string") return [];
    return value.value === "" || value.value.startsWith("$")
      ? []
      : [{ written: value.value, span: value.span }];
  });
}

const certificatesOf = (config: ObjectNode): readonly JsonNode[] =>
  certificateOptions.flatMap((name) => memberOf(named(config, "options")?.value, name) ?? []);

const certificateOptions = requestOptions.flatMap(({ name, value }) =>
  value === "certificate" ? [name] : [],
);

export const memberOf = (value: JsonNode | undefined, name: string): JsonNode | undefined =>
  value?.kind === "object" ? named(value, name)?.value : undefined;
