import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { delimiter, join } from "node:path";

/** Text of a file of proc(5); empty where there is none. */
export function procFile(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}

/** The part of a process in a benchmark. Each has a core of its own, as far as there are cores. */
export type Role = "server" | "load" | "upstream";

const roles: readonly Role[] = ["server", "load", "upstream"];

/** The start of a command that keeps a process on the core of its role; empty where that cannot be done. */
export function pinned(role: Role): readonly string[] {
  const cores = allowedCores();
  if (cores.length < 2 || !isInstalled("taskset")) return [];
  const core = cores[Math.min(roles.indexOf(role), cores.length - 1)];
  return ["taskset", "-c", String(core)];
}

function allowedCores(): readonly number[] {
  const [, list = ""] = /^Cpus_allowed_list:\s*(\S+)/m.exec(procFile("self/status")) ?? [];
  return list.split(",").flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 || 0 }, (_, index) => first + index);
  });
}

export function isInstalled(name: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((directory) => existsSync(join(directory, name)));
}

/** Hundredths of a second of all cores since the machine was started. */
interface Times {
  readonly busy: number;
  readonly stolen: number;
  readonly total: number;
  /** Of this process and its children that have ended. */
  readonly own: number;
}

/** Parts of the time of all cores. */
export interface OtherWork {
  /** Other programs. */
  readonly others: number;
  /** Other virtual machines. */
  readonly stolen: number;
}

/** From now on: what else the machine does. `undefined` where the system does not say. */
export function watchMachine(): () => OtherWork | undefined {
  const before = times();
  return () => {
    const after = times();
    if (before === undefined || after === undefined) return undefined;
    const total = after.total - before.total;
    const others = after.busy - before.busy - (after.own - before.own);
    return { others: Math.max(others, 0) / total, stolen: (after.stolen - before.stolen) / total };
  };
}

function times(): Times | undefined {
  const line = /^cpu +(.*)/.exec(procFile("stat"))?.[1];
  if (line === undefined) return undefined;
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, hard = 0, soft = 0, stolen = 0] = line
    .split(" ")
    .map(Number);
  const busy = user + nice + system + hard + soft;
  const fields = statFields("self");
  const own = fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
  return { busy, stolen, total: busy + idle + wait + stolen, own };
}

/** The fields of proc(5) `stat` after the name of the program: from the third on. */
function statFields(pid: string): readonly string[] {
  const text = procFile(`${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** The machine as a reader has to know it: the figures depend on it as much as on the programs. */
export function describeMachine(work: OtherWork | undefined): string {
  const models = [...new Set(cpus().map(({ model }) => model.trim()))];
  const cores = allowedCores().length || cpus().length;
  const machine = `${cores} cores (${models.join(", ")}), Node ${process.versions.node}, ${process.platform}`;
  if (work === undefined || work.others + work.stolen < 0.05) return `Measured with ${machine}.`;
  return (
    `Measured with ${machine}. The cores were shared: other programs took ${percent(work.others)} of their time, ` +
    `other virtual machines ${percent(work.stolen)}. Only ratios mean something.`
  );
}

const percent = (part: number): string => `${(part * 100).toFixed(0)} %`;
