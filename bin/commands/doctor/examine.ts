import { existsSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { manifestPath } from "../../../compiler/output/manifest.js";
import { tryVariables } from "../../../runtime/base/environment-variables.js";
import { misspeltSettings, settings, wrongSettings } from "../../../runtime/base/settings.js";
import { answers } from "../../../runtime/server/node/upstream-probes.js";
import { type FoundVariables, readVariables } from "../../../runtime/server/node/variables.js";
import { parsedJson } from "../../shared/values.js";
import { type Check, credentialChecks, type Pems, pemSources, pemsOf } from "./credentials.js";
import { askRedis, connect, startApp } from "./reach.js";

const manifest = z.object({
  needs: z.object({
    environment: z.array(z.string()),
    secrets: z.array(z.object({ name: z.string(), file: z.string() })),
    tokens: z.array(z.string()).default([]),
    upstreams: z.array(
      z.object({ origin: z.string(), health: z.string().optional(), credentials: pemSources.optional() }),
    ),
  }),
});

type Variables = FoundVariables["variables"];

type Upstream = z.infer<typeof manifest>["needs"]["upstreams"][number];

/**
 * Looks at the surroundings of a built app, with the environment of this process as that of the deployment.
 * @throws Error if nothing was built there
 */
export async function examine(directory: string): Promise<readonly Check[]> {
  const path = join(directory, manifestPath);
  const { success, data } = manifest.safeParse(
    existsSync(path) ? parsedJson(readFileSync(path, "utf8")) : undefined,
  );
  if (!success) throw new Error(`${path} is no manifest of this version of flowc: build the app first.`);
  const { environment, secrets, tokens, upstreams } = data.needs;
  const files = new Map(secrets.map(({ name, file }) => [name, file]));
  // The app itself tells which files cannot be read.
  const { variables } = readVariables(process.env);
  const checks = [
    examineSettings(directory, variables),
    environment.map((name) => variable(name, files.get(name), tokens.includes(name))),
    ...upstreams.map((upstream) => examineUpstream(upstream)),
    examineReadyUrls(variables),
    examineCache(variables),
  ];
  return (await Promise.all(checks)).flat();
}

/** Those that the table of settings finds, and those that the app itself tells when it starts. */
async function examineSettings(directory: string, variables: Variables): Promise<readonly Check[]> {
  const start = await startApp(join(directory, "server.js"));
  const wrong = new Set([
    ...tryVariables(variables, wrongSettings),
    ...(start.isServing === false ? start.problems : []),
  ]);
  const misspelt = misspeltSettings(Object.keys(process.env));
  const check =
    (state: Check["state"]) =>
    (message: string): Check => ({ state, check: "settings", subject: "", message });
  return [
    ...[...wrong].map(check("wrong")),
    ...misspelt.map(check("warning")),
    ...(wrong.size + misspelt.length === 0 ? [check("ok")("all are right")] : []),
    start.isServing === false
      ? { state: "wrong", check: "start", subject: "server.js", message: "does not start" }
      : {
          state: "ok",
          check: "start",
          subject: "server.js",
          message: start.isServing ? "starts" : "is not there, so it was not started",
        },
  ];
}

/**
 * @param file the variable that may name a file with the value
 * @param isOfTokens true if no token is accepted without it
 */
function variable(name: string, file = name, isOfTokens = false): Check {
  const check = "environment";
  const path = process.env[file];
  if (process.env[name]) return { state: "ok", check, subject: name, message: "is set" };
  if (!path && isOfTokens)
    return { state: "wrong", check, subject: name, message: "is not set, so no token is accepted" };
  if (!path) return { state: "warning", check, subject: name, message: "is not set, and the app reads it" };
  return isReadable(path)
    ? { state: "ok", check, subject: file, message: "is a file that can be read" }
    : { state: "wrong", check, subject: file, message: "is no file that can be read" };
}

function isReadable(path: string): boolean {
  try {
    return readFileSync(path).length > 0;
  } catch {
    return false;
  }
}

async function examineUpstream({
  origin,
  health = "",
  credentials = {},
}: Upstream): Promise<readonly Check[]> {
  const text = origin.replace(/\$([A-Za-z_]\w*)/g, (_, name: string) => process.env[name] ?? "");
  const checks = credentialChecks(origin, credentials);
  // A variable that is not set is told of already; one may also be a host alone, or something else.
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return checks;
  const subject = origin.includes("$") ? `${origin} (${new URL(text).host})` : origin;
  return [await reached(subject, new URL(text), health, pemsOf(credentials)), ...checks];
}

async function reached(subject: string, url: URL, health: string, pems: Pems = {}): Promise<Check> {
  const check = "upstream";
  if (health !== "" && !(await answers(url.origin + health)))
    return { state: "wrong", check, subject, message: `${health} does not say that it is well` };
  const problem =
    health === ""
      ? await connect(portOf(url), hostOf(url), url.protocol === "https:" ? pems : undefined)
      : undefined;
  if (problem !== undefined)
    return { state: "wrong", check, subject, message: `cannot be connected to: ${problem}` };
  return {
    state: "ok",
    check,
    subject,
    message: health === "" ? "can be connected to" : `${health} says that it is well`,
  };
}

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === "https:" ? 443 : 80));

function hostOf({ hostname }: URL): string {
  const address = hostname.replace(/^\[|\]$/g, "");
  return isIP(address) === 6 ? address : hostname;
}

async function examineReadyUrls(variables: Variables): Promise<readonly Check[]> {
  const urls = tryVariables(variables, () =>
    wrongSettings().some((message) => message.includes("READY_URLS"))
      ? []
      : settings.READY_URLS.of(undefined),
  );
  return Promise.all(
    urls.map((text) =>
      reached(`FLOW_READY_URLS (${new URL(text).host})`, new URL(text), new URL(text).pathname),
    ),
  );
}

async function examineCache(variables: Variables): Promise<readonly Check[]> {
  for (const name of settings.CACHE_URL.names) {
    const subject = process.env[`${name}_FILE`] ? `${name}_FILE` : name;
    const url = variables[name]?.trim() ?? "";
    if (!URL.canParse(url) || !/^rediss?:/.test(url)) continue;
    const problem = await askRedis(url);
    const host = new URL(url).host;
    return [
      problem === undefined
        ? { state: "ok", check: "cache", subject, message: `Redis answers at ${host}` }
        : {
            state: "wrong",
            check: "cache",
            subject,
            message: `Redis does not answer at ${host}: ${problem}`,
          },
    ];
  }
  return [];
}
