import { component } from "./object-head.js";

const path = "/var/lib/recordings";

/** The default of `FLOW_RECORD_MAX_BYTES`, and room for the directory itself and a file that is just written. */
const [maxBytes, volume] = [256 * 1024 * 1024, "320Mi"];

const variables = {
  FLOW_RECORD: "failed",
  FLOW_RECORD_DIRECTORY: path,
  FLOW_RECORD_MAX_BYTES: `${maxBytes}`,
};

/** The component gives these their values, so the Deployment refers to no others. */
export const recordingVariables: readonly string[] = Object.keys(variables);

/** The members that both containers get: the check sees whether the directory can be written. */
const members = `          env:
${Object.entries(variables)
  .map(([key, value]) => `            - name: ${key}\n              value: ${JSON.stringify(value)}\n`)
  .join("")}          volumeMounts:
            - name: recordings
              mountPath: ${path}
`;

/** The component that keeps requests that fail, in a volume: the rest of the file system cannot be written. */
export function recordings(name: string): Readonly<Record<string, string>> {
  return {
    "recordings/kustomization.yaml": `${component}patches:
  - path: deployment.yaml
`,
    "recordings/deployment.yaml": `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  template:
    spec:
      initContainers:
        - name: check
${members}      containers:
        - name: app
${members}      volumes:
        # Lasts as long as the pod, also while the process is restarted.
        - name: recordings
          emptyDir:
            # More than FLOW_RECORD_MAX_BYTES: a pod that is over the limit is evicted.
            sizeLimit: ${volume}
`,
  };
}
