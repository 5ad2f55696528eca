/** `flowc build --docker`: a Dockerfile that Docker's grammar takes, and manifests that refer to what the app needs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { fixture, flowc, listFiles } from "../support/project.js";
import { type Manifest, manifestsOf, problems, readManifest } from "./manifests.js";

interface App {
  readonly title: string;
  readonly flow: string;
}

async function build({ title, flow }: App): Promise<string> {
  const directory = scratchDirectory("docker");
  const description = {
    swagger: "2.0",
    info: { title, version: 'v"1\\\n$HOME' },
    paths: { "/a": { "x-flow": "a.xml" } },
  };
  writeFiles(join(directory, "flows"), [
    { path: "swagger.json", text: JSON.stringify(description) },
    { path: "a.xml", text: `<flow>${flow}</flow>` },
  ]);
  const out = join(directory, "gen");
  expect(await flowc("build", join(directory, "flows"), "-o", out, "--docker")).toMatchObject({ code: 0 });
  return out;
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: unknown }[];
}

function containerOf(out: string): Container {
  const { spec } = readManifest<{
    spec: { template: { spec: { containers: readonly Container[] } } };
  }>(out, "deployment.yaml");
  return spec.template.spec.containers[0] as Container;
}

const hostile = 'on\n"$(rm -rf /)" \\ $PATH # {{ x }}';

describe("flowc build --docker", () => {
  test.each<App>([
    { title: "Orders", flow: "<template>{}</template>" },
    { title: hostile, flow: "<template>{{ $env/KEY }}</template>" },
    { title: "on", flow: "<template>{ {{: $env/NO | $env/null | $env/größe }} }</template>" },
    { title: "", flow: "" },
    { title: "x".repeat(300), flow: "" },
  ])("is sound for $title", async (app) => {
    const out = await build(app);
    expect(problems(manifestsOf(out))).toEqual([]);
    expect(validate(readFileSync(join(out, "Dockerfile"), "utf8"))).toEqual([]);
    expect(readManifest<Manifest>(out, "deployment.yaml").metadata.name).toMatch(/^[a-z][a-z0-9-]{0,39}$/);
  });

  test("a title stays a label", async () => {
    const text = readFileSync(join(await build({ title: hostile, flow: "" }), "Dockerfile"), "utf8");
    expect(text).toContain(
      String.raw`LABEL org.opencontainers.image.title="on \"\$(rm -rf /)\" \\ \$PATH # {{ x }}" \
      org.opencontainers.image.version="v\"1\\ \$HOME"`,
    );
    expect(text.match(/^[A-Z]+ /gm)).toEqual(
      "ARG FROM LABEL WORKDIR COPY ENV EXPOSE USER HEALTHCHECK STOPSIGNAL CMD ".match(/\w+ /g),
    );
  });

  test("refers to what flows read of the environment: secrets by their names", async () => {
    const out = scratchDirectory("docker-aggregator");
    expect(await flowc("build", fixture("aggregator"), "-o", out, "--docker")).toMatchObject({ code: 0 });
    const { env } = containerOf(out);
    const from = (kind: string, key: string) => ({
      name: key,
      valueFrom: { [kind]: { name: "aggregator", key, optional: true } },
    });
    expect(env.filter(({ valueFrom }) => valueFrom !== undefined)).toEqual([
      from("secretKeyRef", "FLOW_CACHE_URL"),
      from("configMapKeyRef", "ORDERS_API"),
      from("secretKeyRef", "ORDERS_CREDENTIALS"),
      from("configMapKeyRef", "USERS_API"),
    ]);
    expect(env.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["FLOW_ADMIN_PORT", "FLOW_DRAIN_DELAY"]),
    );
    const docker = readFileSync(join(out, "Dockerfile"), "utf8");
    expect(docker).toContain(
      'COPY --chown=0:0 ["server.js","server.js.map","server.js.LICENSES.txt","redis-client.cjs","telemetry.cjs","recording.cjs","check.cjs","log-form.cjs","on-demand.cjs","./"]',
    );
    expect(problems(manifestsOf(out))).toEqual([]);
  });

  test("mounts secrets that are read again when they change", async () => {
    const out = scratchDirectory("docker-secrets");
    const description = {
      swagger: "2.0",
      basePath: "/api",
      info: { title: "Shop", version: "1" },
      securityDefinitions: {
        Token: {
          ...{ type: "apiKey", in: "header", name: "Authorization" },
          "x-flow-jwt": { key: { env: "TOKEN_KEY" }, alg: "RS256", claims: { iss: { env: "ISSUER" } } },
        },
      },
      security: [{ Token: [] }],
      "x-flow-upstreams": {
        "$env/USERS_API": {
          "client-certificate": { certificate: { env: "USERS_CERT" }, key: { env: "USERS_KEY" } },
        },
      },
      paths: { "/x": { get: { "x-flow": "x.xml" } } },
    };
    writeFiles(join(out, "flows"), [
      { path: "swagger.json", text: JSON.stringify(description) },
      { path: "x.xml", text: "<flow><template>{{ $env/USERS_API }}</template></flow>" },
    ]);
    const gen = join(out, "gen");
    expect(await flowc("build", join(out, "flows"), "-o", gen, "--docker")).toMatchObject({ code: 0 });
    const { env, volumeMounts } = containerOf(gen) as Container & { readonly volumeMounts: unknown };
    expect(volumeMounts).toEqual([{ name: "secrets", mountPath: "/run/secrets/app", readOnly: true }]);
    const at = (name: string, key: string) => ({ name, value: `/run/secrets/app/${key}` });
    expect(env).toEqual(
      expect.arrayContaining([
        ...[at("TOKEN_KEY_FILE", "TOKEN_KEY"), at("USERS_CERT", "USERS_CERT"), at("USERS_KEY", "USERS_KEY")],
      ]),
    );
    const referred = env.filter(({ valueFrom }) => valueFrom !== undefined).map(({ name }) => name);
    expect(referred).toEqual(["ISSUER", "USERS_API"]);
    expect(problems(manifestsOf(gen))).toEqual([]);
  });

  test("leaves nothing behind when it is no longer asked for", async () => {
    const out = await build({ title: "A", flow: "" });
    expect(await flowc("build", join(out, "../flows"), "-o", out)).toMatchObject({ code: 0 });
    expect(listFiles(out).filter((path) => /docker|kubernetes/i.test(path))).toEqual([]);
  });

  test("is for server.js", async () => {
    const out = scratchDirectory("docker-target");
    const { code, stderr } = await flowc("build", fixture("hello"), "-o", out, "--docker", "--target", "bun");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "flowc: --docker is for server.js, which only --target node writes.\n",
    });
  });
});
