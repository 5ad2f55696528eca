/** `flowc dev` on a copy of an app, with the two APIs that it calls, and requests that it has answered. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { WorkbenchState } from "../../../bin/commands/dev/api.js";
import { fixture, repository } from "../../support/project.js";
import { ordersApi, usersApi } from "./apis.js";

const flowc = join(repository, "dist/bin/flowc.js");
const directory = join(repository, "test/.tmp/pictured/aggregator");

export interface PicturedApp {
  /** Where it answers, without a slash at the end. */
  readonly app: string;
  /** Where the page is, without a slash at the end. */
  readonly page: string;
  /** Edits a file, and waits until the app is built with it. */
  change(path: string, edit: (text: string) => string): Promise<void>;
  stop(): Promise<void>;
}

export async function startApp(): Promise<PicturedApp> {
  rmSync(directory, { recursive: true, force: true });
  cpSync(fixture("aggregator"), directory, { recursive: true });
  const apis = await Promise.all([usersApi(), ordersApi()]);
  const [users, orders] = apis.map(({ url }) => url);
  const env = {
    ...process.env,
    HOST: "",
    PORT: "",
    // The map tells which operations are tested by what is kept here.
    FLOWC_CACHE_DIR: join(repository, "test/.tmp/pictured/cache"),
    USERS_API: users,
    ORDERS_API: orders,
    ORDERS_CREDENTIALS: "reporter:secret",
  };
  await promisify(execFile)(process.execPath, [flowc, "test", directory], { env });
  const child = spawn(process.execPath, [flowc, "dev", directory, "--port", "0"], {
    stdio: ["ignore", "pipe", "ignore"],
    env,
  });
  const { app, page } = await places(child);
  return {
    app,
    page,
    change: async (path, edit) => {
      const { number } = await buildOf(page);
      const file = join(directory, path);
      writeFileSync(file, edit(readFileSync(file, "utf8")));
      while ((await buildOf(page)).number === number) await setTimeout(50);
    },
    stop: async () => {
      child.kill();
      await once(child, "exit");
      await Promise.all(apis.map((api) => api.stop()));
    },
  };
}

/** Where the app and its page are, once it is built. */
const places = ({ stdout }: ChildProcess) =>
  new Promise<{ readonly app: string; readonly page: string }>((resolve, reject) => {
    let text = "";
    stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const [, app, page] = /^app +(\S+)\n(?:.*\n)*?workbench +(\S+)\n(?:.*\n)*?built /m.exec(text) ?? [];
      if (app !== undefined && page !== undefined) resolve({ app, page });
    });
    stdout?.once("end", () => reject(new Error(`flowc dev did not start:\n${text}`)));
  });

async function buildOf(page: string): Promise<WorkbenchState["build"]> {
  const response = await fetch(`${page}/api/state`, { headers: { "x-flowc": "1" } });
  return ((await response.json()) as WorkbenchState).build;
}
