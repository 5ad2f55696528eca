import type { OutputFile } from "../manifest.js";
import { deploymentName } from "../targets/names.js";
import { dockerfile, dockerignore } from "./dockerfile.js";
import type { ImageFacts } from "./facts.js";
import { kubernetesFiles } from "./kubernetes.js";

/** What containers of `server.js` are built and run by. */
export function dockerFiles(facts: ImageFacts): readonly OutputFile[] {
  return [
    { path: "Dockerfile", text: dockerfile(facts) },
    { path: ".dockerignore", text: dockerignore(facts) },
    ...kubernetesFiles(deploymentName(facts.title), facts),
  ];
}
