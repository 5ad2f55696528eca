import { type ImageFacts, ports } from "./facts.js";

/** Names of variables with secrets. */
const secretName =
  /KEY|SECRET|PASSWORD|PASSPHRASE|PASSWD|TOKEN|CREDENTIAL|AUTH|CERT|PRIVATE|(?:^|_)(?:PASS|PWD|PIN)(?:_|$)/i;

/** The names that Kubernetes takes everywhere. */
const usableName = /^[A-Za-z_][\w.-]*$/;

/** The list `env` of the container. What flows read comes from a ConfigMap and a Secret with the app's name. */
export function environment(name: string, { variables, usesCache }: ImageFacts, drainDelay: number): string {
  const own = {
    PORT: ports.http,
    FLOW_ADMIN_PORT: ports.admin,
    // The kubelet asks at the address of the pod.
    FLOW_ADMIN_HOST: "0.0.0.0",
    FLOW_DRAIN_DELAY: drainDelay,
    // Five eighths of the limit: bodies and code take memory, too. Limits of requests follow from it.
    NODE_OPTIONS: "--max-old-space-size=320",
  };
  const fixed = Object.entries(own).map(
    ([key, value]) => `- name: ${key}\n  value: ${JSON.stringify(`${value}`)}\n`,
  );
  const read = variables.filter((variable) => usableName.test(variable) && !Object.hasOwn(own, variable));
  const references = [...new Set([...(usesCache ? ["FLOW_CACHE_URL"] : []), ...read])].map((variable) =>
    reference(name, variable),
  );
  const unusable = variables.filter((variable) => !usableName.test(variable));
  const notes = [
    ...(references.length > 0 ? [referenceNote(name)] : []),
    ...unusable.map((variable) => `# Flows read ${variable}, which is no name that Kubernetes takes.\n`),
  ];
  return indented([...fixed, ...notes, ...references].join(""));
}

function referenceNote(name: string): string {
  return `# What flows read, from the ConfigMap and the Secret ${name}. Nothing tells here which of them the app can do without.\n`;
}

function reference(name: string, variable: string): string {
  const isSecret = variable === "FLOW_CACHE_URL" || secretName.test(variable);
  const key = JSON.stringify(variable);
  return `- name: ${key}
  valueFrom:
    ${isSecret ? "secretKeyRef" : "configMapKeyRef"}:
      name: ${name}
      key: ${key}
      optional: true
`;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, " ".repeat(12));
}
