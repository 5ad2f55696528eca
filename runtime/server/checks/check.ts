/**
 * Looks at the surroundings of an app: its settings, files, keys and certificates, and the systems that it needs. It becomes the
 * file `check.cjs` beside `server.js`, which loads it for `--check`, and where there are certificates to watch.
 * @module
 */
import { accessSync, constants } from "node:fs";
import { parseArgs } from "node:util";
import { SettingError } from "../../base/setting.js";
import { setting } from "../../base/settings.js";
import { writeLogWith } from "../../observe/logs/log.js";
import type { CheckModule } from "../node/check-module.js";
import { ownUrl } from "../node/own-url.js";
import { adminSettings, insteadOfEnding, keepSettings } from "../node/process-settings.js";
import { openRecordings } from "../node/recordings.js";
import { openTelemetry } from "../node/telemetry.js";
import type { TelemetryModule, TelemetrySettings } from "../node/telemetry-module.js";
import { readSettings } from "../open-telemetry/telemetry-settings.js";
import { cacheOf } from "./cache.js";
import { examine, type Start } from "./examine.js";
import type { Needs } from "./needs.js";
import { asJson, asText, fails, withoutOutages } from "./report.js";
import { Watch } from "./watch.js";

/** The build writes it behind the code: `needs` of the app, as JSON. */
declare const flowcNeeds: string | undefined;

const nothing: Needs = { environment: [], secrets: [], upstreams: [] };

function ownNeeds(): Needs {
  return typeof flowcNeeds === "string" ? (JSON.parse(flowcNeeds) as Needs) : nothing;
}

export const checkModule: CheckModule = {
  run(args, faultsAtStart) {
    const options = optionsIn(args);
    if (typeof options === "string") {
      end(process.stderr, `${options}\n${usage}`, 2);
      return;
    }
    void check(faultsAtStart).then((found) => {
      const checks = options["allow-unreachable"] ? withoutOutages(found) : found;
      const text = options.format === "json" ? asJson(checks) : asText(checks);
      end(process.stdout, text, fails(checks, options.strict === true) ? 1 : 0);
    });
  },
  watchCertificates: (alert) => new Watch(ownNeeds(), alert),
};

const usage = "Usage: server.js [--check [--format text|json] [--strict] [--allow-unreachable]]\n";

/** The sentence is about what is wrong with them. */
function optionsIn(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        check: { type: "boolean" },
        format: { type: "string", default: "text" },
        strict: { type: "boolean" },
        "allow-unreachable": { type: "boolean" },
      },
    });
    if (!values.check) return "The other options are for --check.";
    return ["text", "json"].includes(values.format) ? values : "--format must be text or json.";
  } catch (error) {
    return (error as Error).message;
  }
}

/** Ends the process when the text is written, or nobody reads it. */
function end(stream: NodeJS.WriteStream, text: string, exitCode: number): void {
  const exit = (): never => process.exit(exitCode);
  stream.on("error", exit).write(text, exit);
}

async function check(faultsAtStart: Parameters<CheckModule["run"]>[1]) {
  try {
    const needs = ownNeeds();
    const start = tryStart(needs);
    return await examine(needs, { ...start, faults: [...start.faults, ...((await faultsAtStart()) ?? [])] });
  } catch (error) {
    // Told as everything else, rather than as a crash.
    const message = `The check failed: ${(error as Error).message}`;
    return [{ state: "wrong", check: "start", subject: "check.cjs", message } as const];
  }
}

/** What would end the process at its start. */
class Refused extends Error {
  constructor(readonly faults: readonly string[]) {
    super();
  }
}

/** Does what a start does until it would listen. */
function tryStart({ files = [] }: Needs): Start {
  const cache = cacheOf();
  writeLogWith(() => {}); // what is wrong is told, and nothing else
  insteadOfEnding((faults) => {
    throw new Refused(faults);
  });
  let sent: TelemetrySettings | undefined;
  const module = { readSettings } as TelemetryModule;
  const steps = [
    keepSettings,
    () => adminSettings(setting(undefined, "PORT")),
    () => {
      sent = openTelemetry(setting(undefined, "ADMIN_PORT") !== undefined, () => module)?.settings;
    },
    openRecordings,
  ];
  const faults = steps.flatMap((step) => {
    try {
      step();
      return [];
    } catch (error) {
      if (error instanceof Refused) return error.faults;
      if (error instanceof SettingError) return []; // the first step has told it
      throw error;
    }
  });
  const goes = (ways: readonly string[] = []): boolean => ways.some((way) => way !== "console");
  const signals = [...(goes(sent?.traces) ? ["TRACES"] : []), ...(goes(sent?.metrics) ? ["METRICS"] : [])];
  return { faults, says: "starts", cache, signals, missing: files.filter((path) => !isThere(path)) };
}

function isThere(path: string): boolean {
  try {
    accessSync(new URL(path, ownUrl()), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
