/**
 * New values for a process that runs. All of them are checked before one is taken; then all are taken at once. A setting
 * that the process reads only when it starts keeps its value.
 * @module
 */
import { keptVariables, tryVariables } from "../../base/environment-variables.js";
import { rereadAll } from "../../base/reread.js";
import type { Setting } from "../../base/setting.js";
import { settings, wrongSettings } from "../../base/settings.js";
import { faultsAtStart } from "../../base/start-checks.js";
import { logProcessAlert } from "../../observe/logs/log.js";
import { tellReload } from "./process-events.js";
import { useVariables, variablesNow } from "./process-settings.js";
import type { FoundVariables } from "./variables.js";

export type Variables = FoundVariables["variables"];

/** What has been checked. */
export interface Checked {
  /** A sentence for each. If there are any, nothing is taken. */
  readonly faults: readonly string[];
  /** The names of what is new, and is taken. */
  readonly changed: readonly string[];
}

/** New values that a process could take now. */
interface Prepared extends Checked {
  /** The names of what is new, and needs a new process. */
  readonly restart: readonly string[];
  readonly variables: Variables;
}

/** Called when new values are in force. */
type Adapt = () => void;
const adapting: Adapt[] = [];

/** Lets a part of the process that keeps something of settings follow them. */
export function adaptWith(adapt: Adapt): void {
  adapting.push(adapt);
}

/** Checks new values in this process. */
export async function prepareReload(found: FoundVariables): Promise<Prepared> {
  const before: Variables = Object.fromEntries(keptVariables() ?? []);
  const variables: Record<string, string> = { ...found.variables };
  const changed: string[] = [];
  const restart: string[] = [];
  const wrong = tryVariables(variables, wrongSettings);
  for (const { names, isFixed } of Object.values(settings) as readonly Setting<unknown>[]) {
    const [old, young] = [before, variables].map((all) => names.find((name) => all[name]));
    if ((old && before[old]) === (young && variables[young])) continue;
    (isFixed ? restart : changed).push(young ?? old ?? "");
    if (isFixed)
      for (const name of names) {
        delete variables[name];
        if (before[name] !== undefined) variables[name] = before[name];
      }
  }
  const files = rereadAll();
  // A key may be whole, and of no use.
  const broken = files.faults.length > 0 ? files.faults : await faultsAtStart();
  const faults = [...new Set([...found.faults, ...wrong, ...(broken ?? [])])];
  return { faults, changed: [...changed, ...files.changed], restart, variables };
}

/** Takes new values. */
export function commitReload(variables: Variables): void {
  useVariables(variables);
  for (const adapt of adapting) adapt();
}

/** Processes that are to take what this one takes. */
export interface Followers {
  prepare(variables: Variables): Promise<readonly Checked[]>;
  /** Resolves when all have taken them. */
  commit(variables: Variables): Promise<unknown>;
}

function failed(fault: string): void {
  logProcessAlert("settings", `Nothing is reloaded: ${fault}`, "error");
}

/**
 * Returns what reloads the settings when it is called: one time after the other, and once more if it is called
 * meanwhile.
 */
export function reloader(followers?: Followers): () => void {
  let isRunning = false;
  let isAskedAgain = false;
  const reload = async (): Promise<void> => {
    const { faults, changed, restart, variables } = await prepareReload(variablesNow());
    const others = faults.length > 0 ? [] : ((await followers?.prepare(variables)) ?? []);
    const allFaults = new Set([...faults, ...others.flatMap((other) => other.faults)]);
    allFaults.forEach(failed);
    if (allFaults.size > 0) return;
    commitReload(variables);
    await followers?.commit(variables);
    tellReload([...new Set([...changed, ...others.flatMap((other) => other.changed)])], restart);
  };
  return () => {
    isAskedAgain = true;
    if (isRunning) return;
    isRunning = true;
    const next = async (): Promise<void> => {
      while (isAskedAgain) {
        isAskedAgain = false;
        await reload().catch((error) => failed(error instanceof Error ? error.name : "a fault"));
      }
      isRunning = false;
    };
    void next();
  };
}
