/**
 * The manifests of `--docker` hang together: one finds another by names, labels and ports, and the app does what they ask
 * of it. Kustomize joins them, with the overlay of docs/deploying.md.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { writeFiles } from "../support/compile.js";
import { type Need, needing } from "../support/needs.js";
import { listFiles, repository } from "../support/project.js";
import { built, served } from "../support/served.js";
import { blockOf } from "./deploying-page.js";
import { type Manifest, manifestsOf, problems, readManifest, unknownMembers } from "./manifests.js";

const kubectl: Need = {
  name: "kubectl, for Kustomize: https://kubernetes.io/docs/tasks/tools/",
  isThere: (process.env.PATH ?? "").split(delimiter).some((path) => existsSync(join(path, "kubectl"))),
};

interface Labels {
  readonly matchLabels: Readonly<Record<string, string>>;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly resources: unknown;
  readonly securityContext: unknown;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: unknown }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

interface Deployment extends Manifest {
  readonly spec: {
    readonly selector: Labels;
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly initContainers: readonly [Container];
        readonly containers: readonly [Container];
        readonly volumes: readonly { name: string; emptyDir?: { sizeLimit: string } }[];
      };
    };
  };
}

interface NetworkPolicy extends Manifest {
  readonly spec: {
    readonly podSelector: Labels;
    readonly ingress: readonly { readonly from?: unknown; readonly ports: readonly { port: string }[] }[];
    readonly egress: readonly {
      readonly to?: readonly { readonly ipBlock?: { readonly cidr: string; readonly except: unknown } }[];
      readonly ports: readonly { readonly protocol: string; readonly port?: number }[];
    }[];
  };
}

interface ServiceMonitor extends Manifest {
  readonly spec: {
    readonly selector: Labels;
    readonly endpoints: readonly [{ readonly targetPort: string; readonly path: string }];
  };
}

let out: string;
let manifests: readonly Manifest[];

const of = <T extends Manifest>(kind: string, among = manifests): T =>
  among.find((manifest) => manifest.kind === kind) as T;

/** Reads variables, among them some to which the manifests give values themselves. */
const flow = `<flow>
  <if test="$request/get/fail = '1'"><error status="500">{ "message": "no" }</error></if>
  <request>{ "url": {{ $env/USERS_API }}, "options": { "exit-on-error": false } }</request>
  <template>{ {{: $env/USERS_API | $env/FLOW_RECORD | $env/FLOW_ADMIN_HOST }} }</template>
</flow>`;

beforeAll(async () => {
  const description = {
    swagger: "2.0",
    info: { title: "Orders", version: "1" },
    paths: { "/a": { "x-flow": "a.xml" } },
  };
  out = await built({ "swagger.json": JSON.stringify(description), "a.xml": flow }, "--docker");
  manifests = manifestsOf(out);
});

describe("the manifests", () => {
  test("are what the schemas say, without unknown members", async () => {
    expect(problems(manifests)).toEqual([]);
    expect(await unknownMembers(manifests)).toBe("");
  });

  test("are refused with a wrong or an unknown member", async () => {
    const [wrong, old, unknown] = [{ spec: 1, data: 1 }, { apiVersion: "v0" }, { selektor: 1 }].map(
      (change) => manifests.map((manifest) => ({ ...manifest, ...change })),
    ) as [Manifest[], Manifest[], Manifest[]];
    expect(problems(wrong)).toHaveLength(manifests.length);
    expect(problems(old)).toHaveLength(manifests.length);
    expect((await unknownMembers(unknown)).match(/error TS2353/g)).toHaveLength(manifests.length);
  });

  test("are all named by the kustomization of their directory", () => {
    const files = listFiles(join(out, "kubernetes"));
    const joined = files
      .filter((path) => path.endsWith("kustomization.yaml"))
      .flatMap((path) => {
        const read = readManifest<{ resources?: string[]; patches?: { path: string }[] }>(out, path);
        const directory = path.slice(0, -"kustomization.yaml".length);
        const named = [...(read.resources ?? []), ...(read.patches ?? []).map((patch) => patch.path)];
        return [path, ...named.map((name) => directory + name)];
      });
    expect(joined.sort()).toEqual(files);
  });

  test("find the pods by their labels", () => {
    const { spec } = of<Deployment>("Deployment");
    const { labels } = spec.template.metadata;
    const selector = (kind: string) => of<Manifest & { spec: { selector: unknown } }>(kind).spec.selector;
    expect(spec.selector).toEqual({ matchLabels: labels });
    expect(selector("Service")).toEqual(labels);
    expect(selector("PodDisruptionBudget")).toEqual({ matchLabels: labels });
    expect(of<NetworkPolicy>("NetworkPolicy").spec.podSelector).toEqual({ matchLabels: labels });
    // A ServiceMonitor finds the Service, by the Service's own labels.
    expect(selector("ServiceMonitor")).toEqual({ matchLabels: of("Service").metadata.labels });
  });

  test("name ports that the container has", () => {
    const [{ ports, env, ...container }] = of<Deployment>("Deployment").spec.template.spec.containers;
    const value = (name: string) => env.find((variable) => variable.name === name)?.value;
    expect(ports).toEqual([
      { name: "http", containerPort: Number(value("PORT")) },
      { name: "admin", containerPort: Number(value("FLOW_ADMIN_PORT")) },
    ]);
    const service = of<Manifest & { spec: { ports: unknown } }>("Service");
    expect(service.spec.ports).toEqual([{ name: "http", port: 80, targetPort: "http" }]);
    expect(of<ServiceMonitor>("ServiceMonitor").spec.endpoints[0].targetPort).toBe("admin");
    for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe])
      expect(probe.httpGet.port).toBe("admin");
  });

  test("check first, with the same image, environment and volumes; only the app's own faults count", async () => {
    const { initContainers, containers } = of<Deployment>("Deployment").spec.template.spec;
    const [{ name, args = [], ...check }] = initContainers;
    const [{ image, env, resources, securityContext, volumeMounts }] = containers;
    expect([name, check]).toEqual(["check", { image, env, resources, securityContext, volumeMounts }]);
    const values = Object.fromEntries(
      env.flatMap((one) => (one.value === undefined ? [] : [[one.name, one.value]])),
    );
    const run = async (more: Readonly<Record<string, string>>) => {
      const options = { cwd: out, env: { PATH: process.env.PATH ?? "", ...values, ...more } };
      const [file = "", ...rest] = args;
      const ended = promisify(execFile)(process.execPath, [file, ...rest], options);
      return ended.then(
        ({ stdout }) => [0, stdout] as const,
        ({ code, stdout }) => [code, stdout] as const,
      );
    };
    const [code, found] = await run({ USERS_API: "http://127.0.0.1:1" });
    expect(found).toMatch(/^warning +upstream +\$USERS_API .*ECONNREFUSED$/m);
    expect(code).toBe(0);
    const [wrong, says] = await run({ FLOW_MAX_STEPS: "many" });
    expect(says).toMatch(/^wrong +settings +FLOW_MAX_STEPS must be/m);
    expect(wrong).toBe(1);
  });

  test("let in clients, and Prometheus where it is; let out DNS, and TCP but to link-local addresses", () => {
    const { ingress, egress } = of<NetworkPolicy>("NetworkPolicy").spec;
    const monitoring = { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } };
    expect(ingress).toEqual([
      { ports: [{ port: "http" }] },
      { from: [{ namespaceSelector: monitoring }], ports: [{ port: "admin" }] },
    ]);
    expect(egress).toEqual([
      {
        ports: [
          { protocol: "UDP", port: 53 },
          { protocol: "TCP", port: 53 },
        ],
      },
      {
        to: [
          { namespaceSelector: {} },
          { ipBlock: { cidr: "0.0.0.0/0", except: ["169.254.0.0/16"] } },
          { ipBlock: { cidr: "::/0", except: ["fd00:ec2::/32", "fe80::/10"] } },
        ],
        ports: [{ protocol: "TCP" }],
      },
    ]);
  });

  test("always leave a pod when a node is drained", () => {
    const { spec: budget } = of<Manifest & { spec: { maxUnavailable: number } }>("PodDisruptionBudget");
    const { spec: scale } = of<Manifest & { spec: { minReplicas: number } }>("HorizontalPodAutoscaler");
    expect(budget.maxUnavailable).toBeLessThan(scale.minReplicas);
  });

  test("have the dashboard as it is in docs/monitoring/, where Grafana looks for it", () => {
    const { data, metadata } = of<Manifest & { data: Readonly<Record<string, string>> }>("ConfigMap");
    expect(metadata.labels).toEqual({ grafana_dashboard: "1" });
    const file = readFileSync(join(repository, "docs/monitoring/dashboard.json"), "utf8");
    expect(data).toEqual({ "flowc.json": file });
  });
});

describe("Kustomize, with the overlay of docs/deploying.md", needing(kubectl), () => {
  let joined: readonly Manifest[];

  async function kustomize(overlay: string): Promise<readonly Manifest[]> {
    const production = join(out, "../production");
    writeFiles(production, [
      { path: "kustomization.yaml", text: overlay },
      { path: "secrets.env", text: "TOKEN=a\n" },
    ]);
    const { stdout } = await promisify(execFile)("kubectl", ["kustomize", production]);
    return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
  }

  beforeAll(async () => {
    if (kubectl.isThere) joined = await kustomize(blockOf("# production/kustomization.yaml"));
  });

  test("joins all of them, with the components", () => {
    const made = (all: readonly Manifest[]) =>
      all.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
    expect(made(joined)).toEqual([...made(manifests), "ConfigMap orders", "Secret orders"].sort());
    const known = joined.filter(({ kind }) => kind !== "Secret");
    expect(problems(known)).toEqual([]);
    for (const { metadata } of joined) expect(metadata).toMatchObject({ namespace: "shop" });
    expect(of("ServiceMonitor", joined).metadata.labels).toMatchObject({ release: "prometheus" });
  });

  test("has each fault keep a pod from starting, as the page shows", async () => {
    const page = blockOf("# production/kustomization.yaml") + blockOf("# Systems that are away count, too.");
    const [{ args }] = of<Deployment>("Deployment", await kustomize(page)).spec.template.spec.initContainers;
    expect(args).toEqual(["server.js", "--check"]);
  });

  test("narrows the network policy as the page shows", async () => {
    const narrowed = await kustomize(blockOf("# production/kustomization.yaml") + blockOf("patches:"));
    expect(problems(narrowed.filter(({ kind }) => kind === "NetworkPolicy"))).toEqual([]);
    const { ingress, egress } = of<NetworkPolicy>("NetworkPolicy", narrowed).spec;
    const matchLabels = { "kubernetes.io/metadata.name": "observability" };
    expect(ingress[1]?.from).toEqual([{ namespaceSelector: { matchLabels } }]);
    expect(egress[1]).toEqual({
      to: [{ ipBlock: { cidr: "10.20.0.0/16" } }],
      ports: [{ protocol: "TCP", port: 443 }],
    });
  });

  test("gives recordings a volume that holds more than they may have", () => {
    const { initContainers, containers, volumes } = of<Deployment>("Deployment", joined).spec.template.spec;
    const both = ({ env, volumeMounts }: Container) => ({ env, volumeMounts });
    expect(both(initContainers[0])).toEqual(both(containers[0]));
    const value = (name: string) => containers[0].env.find((variable) => variable.name === name);
    expect(value("FLOW_RECORD")).toEqual({ name: "FLOW_RECORD", value: "failed" });
    expect(containers[0].volumeMounts).toContainEqual({
      name: "recordings",
      mountPath: value("FLOW_RECORD_DIRECTORY")?.value,
    });
    const limit = volumes.find(({ name }) => name === "recordings")?.emptyDir?.sizeLimit ?? "";
    expect(limit).toMatch(/^\d+Mi$/);
    expect(Number.parseInt(limit, 10) * 1024 ** 2).toBeGreaterThan(
      Number(value("FLOW_RECORD_MAX_BYTES")?.value),
    );
    expect(volumes.map(({ name }) => name)).toEqual(expect.arrayContaining(["recordings", "secrets"]));
  });

  test("makes a Deployment whose app answers probes and Prometheus at all addresses, and keeps what fails", async () => {
    const [container] = of<Deployment>("Deployment", joined).spec.template.spec.containers;
    const values = container.env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]));
    const app = await served(out, {
      ...(Object.fromEntries(values) as Readonly<Record<string, string>>),
      // The test has no ports and no volumes of its own.
      ...{ HOST: "127.0.0.1", PORT: "0", FLOW_ADMIN_PORT: "0", FLOW_DRAIN_DELAY: "0" },
      FLOW_RECORD_DIRECTORY: join(out, "../recordings"),
    });
    const admin = `http://127.0.0.2:${new URL(app.admin).port}`;
    const { path } = of<ServiceMonitor>("ServiceMonitor", joined).spec.endpoints[0];
    const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
    for (const asked of [path, ...probes.map(({ httpGet }) => httpGet.path)])
      expect([asked, (await fetch(admin + asked)).status]).toEqual([asked, 200]);
    expect(await (await fetch(admin + path)).text()).toContain('title="Orders"');
    expect((await app.get("/a?fail=1")).status).toBe(500);
    await expect
      .poll(async () => (await fetch(`${admin}/recordings`)).json(), { timeout: 10_000 })
      .toMatchObject({ recordings: [{ cause: expect.stringContaining("failed 500"), count: 1 }] });
  });
});

test("the base is complete without components", () => {
  const { resources, components } = parse(
    readFileSync(join(out, "kubernetes/kustomization.yaml"), "utf8"),
  ) as { resources: readonly string[]; components?: unknown };
  expect(components).toBeUndefined();
  const { containers, volumes } = of<Deployment>("Deployment").spec.template.spec;
  expect(volumes.map(({ name }) => name)).toEqual(["secrets"]);
  // Flows read FLOW_RECORD, and only the component gives it a value.
  expect(containers[0].env.filter(({ name }) => name.startsWith("FLOW_RECORD"))).toEqual([]);
  expect(resources).not.toContain("service-monitor.yaml");
});
