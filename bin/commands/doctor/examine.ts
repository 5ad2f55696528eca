import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { checkPath } from "../../../compiler/output/files-beside.js";
import { manifestPath } from "../../../compiler/output/manifest.js";
import { tryVariables } from "../../../runtime/base/environment-variables.js";
import { wrongSettings } from "../../../runtime/base/settings.js";
import { cacheOf } from "../../../runtime/server/checks/cache.js";
import { examine as examineNeeds } from "../../../runtime/server/checks/examine.js";
import type { Check } from "../../../runtime/server/checks/report.js";
import { readVariables } from "../../../runtime/server/node/variables.js";
import { problemsOf } from "../../shared/app-log.js";
import { parsedJson } from "../../shared/values.js";

const pemSource = z.union([z.object({ env: z.string() }), z.object({ path: z.string() })]);

const manifest = z.object({
  needs: z.object({
    environment: z.array(z.string()),
    secrets: z.array(z.object({ name: z.string(), file: z.string() })),
    tokens: z.array(z.string()).optional(),
    upstreams: z.array(
      z.object({
        origin: z.string(),
        from: z.array(z.string()),
        health: z.string().optional(),
        credentials: z.record(z.string(), pemSource).optional(),
        options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
      }),
    ),
    certificates: z.record(z.string(), z.string()).optional(),
  }),
});

/**
 * Looks at the surroundings of a built app, with the environment of this process as that of the deployment.
 * @throws Error if nothing was built there
 */
export async function examine(directory: string): Promise<readonly Check[]> {
  const path = join(directory, manifestPath);
  const { success, data } = manifest.safeParse(
    existsSync(path) ? parsedJson(readFileSync(path, "utf8")) : undefined,
  );
  const server = join(directory, "server.js");
  const isServed = existsSync(server);
  // An older app knows no --check, and would serve.
  if (!success || (isServed && !existsSync(join(directory, checkPath))))
    throw new Error(`${path} is no manifest of this version of flowc: build the app first.`);
  if (isServed) return checkedBy(server);
  const { variables, faults } = readVariables(process.env);
  const wrong = tryVariables(variables, wrongSettings);
  return examineNeeds(data.needs, {
    ...{ faults: [...faults, ...wrong], missing: [], signals: [], cache: cacheOf() },
    says: "is not there, so it was not started",
  });
}

const results = z.object({ checks: z.array(z.custom<Check>((one) => typeof one === "object")) });

/** Milliseconds in which an app that has many systems has asked all of them. */
const patience = 120_000;

/** What the app itself finds. One that cannot even begin has told why. */
function checkedBy(server: string): Promise<readonly Check[]> {
  const limits = { timeout: patience, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(process.execPath, [server, "--check", "--format", "json"], limits, (_, stdout, stderr) => {
      const { data } = results.safeParse(parsedJson(stdout));
      const failed = { state: "wrong", check: "start", subject: "server.js" } as const;
      const reasons = problemsOf(stderr).slice(0, 20);
      const message = `does not start${reasons.length > 0 ? `: ${reasons.join(" ")}` : ""}`;
      resolve(data?.checks ?? [{ ...failed, message }]);
    });
  });
}
