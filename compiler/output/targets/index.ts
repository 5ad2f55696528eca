import { quoted } from "../../code/code.js";
import type { PlatformPart } from "../../language/function-definition.js";
import { serverEntry } from "../bundle.js";
import type { BundleEntry, Wanted } from "../bundle-runtime.js";
import { loaders } from "../files-beside.js";
import type { OutputFile } from "../manifest.js";
import { type BundleFacts, wranglerConfiguration } from "./wrangler.js";

/** A platform that an app is built for. */
export interface Target {
  /** Its name in messages. */
  readonly platform: string;
  readonly lacks: readonly PlatformPart[];
  readonly entry: BundleEntry;
  /** It has an admin port, which tells what the API is. */
  readonly tellsApi?: true;
  /** Files that the platform wants beside the bundle. */
  readonly files?: (facts: BundleFacts) => readonly OutputFile[];
}

/** The platforms, by the names that the command line has for them. */
export const targets = {
  node: { platform: "Node.js", lacks: [], entry: serverEntry, tellsApi: true },
  bun: {
    platform: "Bun",
    lacks: ["connections"],
    entry: entryOf("bun.js", ["flowc/runtime/bun", "listen"]),
    tellsApi: true,
  },
  deno: {
    platform: "Deno",
    lacks: ["connections"],
    entry: entryOf("deno.js", ["flowc/runtime/deno", "listen"]),
    tellsApi: true,
  },
  workers: {
    platform: "Cloudflare Workers",
    lacks: ["connections", "directories", "later-stylesheets", "shared-cache"],
    entry: {
      ...entryOf("worker.js", ["flowc/runtime/workers", "worker"], "export default "),
      replaced: { "upstream/cache/redis-store": "upstream/cache/no-redis-store" },
    },
    files: (facts) => [wranglerConfiguration(facts)],
  },
  lambda: {
    platform: "AWS Lambda",
    lacks: [],
    entry: entryOf(
      "lambda.mjs",
      ["flowc/runtime/lambda", "lambda"],
      "export const { handler, streamHandler } = ",
    ),
  },
} as const satisfies Readonly<Record<string, Target>>;

export type Platform = keyof typeof targets;

/** How the bundle for a target ends, which may tell what the API is. */
export function entryFor(
  { entry, tellsApi }: Target,
  { title, version, hasCertificates }: ApiFacts,
): BundleEntry {
  if (tellsApi !== true || (title === "" && version === "" && !hasCertificates)) return entry;
  const more = hasCertificates ? ", hasCertificates: true" : "";
  const call = `(app, { title: ${quoted(title)}, version: ${quoted(version)}${more} });`;
  return { ...entry, text: entry.text.replace("(app);", () => call) };
}

/** The API's names in its description, and whether the app has certificates of its own. */
interface ApiFacts {
  readonly title: string;
  readonly version: string;
  readonly hasCertificates: boolean;
}

/** An entry that hands the app to a function of the runtime. */
function entryOf(file: string, wanted: Wanted, takes = ""): BundleEntry {
  const [module, name] = wanted;
  const imports = `import { ${name} } from ${JSON.stringify(module)};\nimport app from "./app.js";\n`;
  const text = `${imports}\n${takes === "" ? "" : "result = "}${name}(app);\n`;
  return { file, takes, replaced: loaders, imports: [wanted], text };
}
