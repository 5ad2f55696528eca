import { keepVariables } from "../../base/environment-variables.js";
import { misspeltSettings, setting, wrongSettings } from "../../base/settings.js";
import { faultsAtStart } from "../../base/start-checks.js";
import { logProcessAlert } from "../../observe/logs/log.js";
import { settingsAreChecked } from "../service/check-settings.js";
import { formLog } from "./log-form.js";
import { type FoundVariables, readVariables } from "./variables.js";

/** Where those who watch over the process ask, and how the process ends. */
export interface AdminSettings {
  /** `undefined`: nowhere. */
  readonly port: number | undefined;
  readonly host: string;
  /** Milliseconds from the signal to the end until the server takes no more connections. */
  readonly drainDelay: number;
  /** URLs of what must answer before requests may come. */
  readonly readyUrls: readonly string[];
}

/**
 * Takes the settings as they are now for what they stay. One that is wrong ends the process with exit code 2; all that
 * are wrong are told.
 */
export function keepSettings(): void {
  environment = { ...process.env };
  const { variables, faults } = variablesNow();
  useVariables(variables);
  const wrong = [...faults, ...wrongSettings()];
  if (wrong.length > 0) end(wrong, "settings", 2);
  settingsAreChecked();
  formLog();
}

/** The environment that the process was started with: it names files that may change. */
let environment: NodeJS.ProcessEnv = {};

/** The variables that a process would be started with now. */
export function variablesNow(): FoundVariables {
  return readVariables(environment);
}

/** Takes these variables for the environment. The processes of `FLOW_WORKERS` inherit them. */
export function useVariables(variables: FoundVariables["variables"]): void {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(variables, name)) delete process.env[name];
  for (const [name, value] of Object.entries(variables))
    if (process.env[name] !== value) process.env[name] = value;
  keepVariables(variables);
}

/**
 * Serves once it is known that the variables that the app itself asks for, such as those with keys, can be used. Otherwise
 * the process ends with exit code 2.
 */
export function serveChecked(serve: () => void): void {
  const finding = faultsAtStart();
  if (finding === undefined) serve();
  else void finding.then((faults) => (faults.length === 0 ? serve() : end(faults, "settings", 2)));
}

type End = (messages: readonly string[], topic: string, exitCode: number) => never;

/** Says why the process does not serve, and ends it. */
let end: End = (messages, topic, exitCode) => {
  for (const message of messages) logProcessAlert(topic, message, "error");
  process.exit(exitCode);
};

/** @param other is done instead, and throws */
export function insteadOfEnding(other: End): void {
  end = other;
}

/** Logs the names of variables that look like settings and are none. */
export function warnOfMisspelt(): void {
  for (const message of misspeltSettings(Object.keys(process.env))) logProcessAlert("settings", message);
}

/** @param taken the port of the server. The same one for both ends the process with exit code 2. */
export function adminSettings(taken: number): AdminSettings {
  const port = setting(undefined, "ADMIN_PORT");
  if (port === taken && port !== 0) refuse("FLOW_ADMIN_PORT", "another port than PORT", port);
  return {
    port,
    host: setting(undefined, "ADMIN_HOST"),
    // These may change while the process runs.
    get drainDelay() {
      return setting(undefined, "DRAIN_DELAY") * 1000;
    },
    get readyUrls() {
      return setting(undefined, "READY_URLS");
    },
  };
}

/**
 * Says what a setting must be, and ends the process.
 * @param value `undefined` if it may be a secret
 */
export function refuse(name: string, wanted: string, value: unknown): never {
  const shown = value === undefined ? "" : `, not ${JSON.stringify(value)}`;
  quit("settings", `${name} must be ${wanted}${shown}`, 2);
}

/** Ends the process before it serves, and says why. */
export function quit(topic: string, message: string, exitCode: number): never {
  return end([message], topic, exitCode);
}
