import { misspelt, nearest } from "../../../../runtime/base/nearest.js";
import type { Reporter } from "../../../diagnostics/reporter.js";
import type { YamlEntry } from "../../yaml/yaml.js";

/** The objects of an API description that can have extensions. */
export type ExtensionPlace = "top" | "paths" | "path" | "operation" | "scheme";

interface Extension {
  /** The canonical name, then the public one. */
  readonly names: readonly [string, string];
  readonly places: readonly ExtensionPlace[];
}

const extensions = {
  flow: { names: ["x-flow", "x-flat-flow"], places: ["top", "paths", "path", "operation"] },
  handler: {
    names: ["x-flow-handler", "x-flat-handler"],
    places: ["top", "paths", "path", "operation"],
  },
  init: { names: ["x-flow-init", "x-flat-init"], places: ["top"] },
  error: { names: ["x-flow-error", "x-flat-error"], places: ["top"] },
  proxy: { names: ["x-flow-proxy", "x-flat-proxy"], places: ["paths", "path", "operation"] },
  validate: { names: ["x-flow-validate", "x-flat-validate"], places: ["top", "path", "operation"] },
  cors: { names: ["x-flow-cors", "x-flat-cors"], places: ["top"] },
  problems: { names: ["x-flow-problems", "x-flat-problems"], places: ["top"] },
  upstreams: { names: ["x-flow-upstreams", "x-flat-upstreams"], places: ["top"] },
  limit: { names: ["x-flow-limit", "x-flat-limit"], places: ["top", "path", "operation"] },
  docs: { names: ["x-flow-docs", "x-flat-docs"], places: ["top"] },
  jwt: { names: ["x-flow-jwt", "x-flat-jwt"], places: ["scheme"] },
  cookiename: { names: ["x-flow-cookiename", "x-flat-cookiename"], places: ["scheme"] },
} satisfies Record<string, Extension>;

type ExtensionKind = keyof typeof extensions;

const byName: ReadonlyMap<string, ExtensionKind> = new Map(
  (Object.keys(extensions) as ExtensionKind[]).flatMap((kind) =>
    extensions[kind].names.map((name) => [name, kind] as const),
  ),
);

/** Tells whether a key names a handler. */
export const isHandlerKey = (key: string): boolean => byName.get(key) === "handler";

/** The extensions that an object can have, by their canonical names. */
export function extensionsAt(place: ExtensionPlace): readonly string[] {
  return Object.values<Extension>(extensions)
    .filter(({ places }) => places.includes(place))
    .map(({ names: [canonical] }) => canonical);
}

const placeNames: Readonly<Record<ExtensionPlace, string>> = {
  top: "at the top level",
  paths: "directly under paths",
  path: "in a path",
  operation: "in an operation",
  scheme: "in a security scheme",
};

/**
 * The extensions among the entries of an object, by their kind. Reports those that are unknown, misplaced,
 * repeated or not supported.
 */
export function readExtensions(
  entries: readonly YamlEntry[],
  place: ExtensionPlace,
  reporter: Reporter,
): ReadonlyMap<ExtensionKind, YamlEntry> {
  const found = new Map<ExtensionKind, YamlEntry>();
  for (const entry of entries) {
    const { key, keySpan } = entry;
    const kind = byName.get(key);
    if (kind === undefined) {
      const isOurs = /^x-(flow|flat)(-|$)/i.test(key);
      const meant = isOurs
        ? nearest(key, byName.keys())
        : key.startsWith("x-")
          ? misspelt(key, byName.keys())
          : undefined;
      if (isOurs || meant !== undefined)
        reporter.report(keySpan, "extensionUnknown", { key, nearest: meant });
      continue;
    }
    const { places }: Extension = extensions[kind];
    if (!places.includes(place)) {
      reportMisplaced(entry, reporter);
      continue;
    }
    const first = found.get(kind);
    if (first === undefined) found.set(kind, entry);
    else if (entry.file.isSame(first.value, entry.value))
      reporter.report(keySpan, "extensionTwice", { key, other: first.key });
    else reporter.report(keySpan, "extensionConflict", { key, other: first.key });
  }
  return found;
}

/** Reports an extension where nothing reads it. */
export function reportMisplaced({ key, keySpan }: YamlEntry, reporter: Reporter): void {
  const kind = byName.get(key);
  if (kind === undefined) return;
  const { places }: Extension = extensions[kind];
  reporter.report(keySpan, "extensionMisplaced", {
    key,
    places: places.map((name) => placeNames[name]).join(" or "),
  });
}
