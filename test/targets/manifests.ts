/** The manifests that `--docker` writes, and what is wrong with them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ServiceMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Service } from "kubernetes-models/v1";
import { parse } from "yaml";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { listFiles, tscStrict } from "../support/project.js";

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
}

const models = {
  ConfigMap: { model: ConfigMap, from: "kubernetes-models/v1" },
  Deployment: { model: Deployment, from: "kubernetes-models/apps/v1" },
  HorizontalPodAutoscaler: { model: HorizontalPodAutoscaler, from: "kubernetes-models/autoscaling/v2" },
  NetworkPolicy: { model: NetworkPolicy, from: "kubernetes-models/networking.k8s.io/v1" },
  PodDisruptionBudget: { model: PodDisruptionBudget, from: "kubernetes-models/policy/v1" },
  Service: { model: Service, from: "kubernetes-models/v1" },
  ServiceMonitor: {
    model: ServiceMonitor,
    from: "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1",
  },
};

type Kind = keyof typeof models;

export const readManifest = <T = unknown>(out: string, path: string): T =>
  parse(readFileSync(join(out, "kubernetes", path), "utf8")) as T;

/** The whole objects among the manifests of a build: no patches, and nothing that Kustomize reads itself. */
export function manifestsOf(out: string): readonly Manifest[] {
  return listFiles(join(out, "kubernetes"))
    .filter((path) => !path.endsWith("kustomization.yaml") && !path.startsWith("recordings/"))
    .map((path) => readManifest(out, path));
}

/** The problems of objects, by the schemas of Kubernetes and of the operator of Prometheus. */
export function problems(manifests: readonly Manifest[]): readonly string[] {
  return manifests.flatMap((manifest) => {
    try {
      const { model: Model } = models[manifest.kind as Kind];
      const object = new Model(manifest as never);
      if (manifest.apiVersion !== object.apiVersion) return [`${manifest.kind}: ${manifest.apiVersion}`];
      object.validate();
      return [];
    } catch (error) {
      return [`${manifest.kind}: ${error instanceof Error ? error.message : error}`];
    }
  });
}

/** The members that no schema has. The schemas let them pass; the types of the same packages do not. */
export function unknownMembers(manifests: readonly Manifest[]): Promise<string> {
  const directory = scratchDirectory("manifest-types");
  const text = manifests
    .map(
      ({ kind }, index) =>
        `import type { I${kind} as Kind${index} } from "${models[kind as Kind].from}";
export const manifest${index}: Kind${index} = ${JSON.stringify(manifests[index])};\n`,
    )
    .join("");
  writeFiles(directory, [{ path: "manifests.ts", text }]);
  return tscStrict(directory);
}
