import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageDirectory } from "../package-directory.js";
import { component, head } from "./object-head.js";

/** The component for clusters with the operator of Prometheus; others do not know a ServiceMonitor, and refuse it. */
export function monitoring(name: string): Readonly<Record<string, string>> {
  return {
    "monitoring/kustomization.yaml": `${component}resources:
  - service-monitor.yaml
  - dashboard.yaml
`,
    "monitoring/service-monitor.yaml": serviceMonitor(name),
    "monitoring/dashboard.yaml": dashboard(),
  };
}

function serviceMonitor(name: string): string {
  return `${head("monitoring.coreos.com/v1", "ServiceMonitor", name)}spec:
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
  endpoints:
    # The port of the pods: the Service leaves it out.
    - targetPort: admin
      path: /metrics
`;
}

/**
 * The same for all apps, and so is its name: it shows whichever app one chooses, and a Grafana must not have two of
 * one `uid`.
 */
function dashboard(): string {
  const text = readFileSync(join(packageDirectory, "docs/monitoring/dashboard.json"), "utf8");
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: flowc-dashboard
  labels:
    # The sidecar of Grafana looks for it.
    grafana_dashboard: "1"
data:
  flowc.json: |
${text.replaceAll(/^(?=.)/gm, "    ")}`;
}
