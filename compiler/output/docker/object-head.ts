/** How each object begins. All have the name of the app, by which its pods are found, too. */
export function head(apiVersion: string, kind: string, name: string): string {
  return `apiVersion: ${apiVersion}
kind: ${kind}
metadata:
  name: ${name}
  labels:
    app.kubernetes.io/name: ${name}
`;
}

/** The beginning of a component of Kustomize: a part that an overlay asks for. */
export const component = `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
`;
