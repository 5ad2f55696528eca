import type { OutputFile } from "../manifest.js";
import { deploymentName } from "../targets/names.js";
import { dockerfile, dockerignore } from "./dockerfile.js";
import type { ImageFacts } from "./facts.js";
import { kubernetesFiles } from "./kubernetes.js";

/** The files that build and run containers of `server.js`. */
export function dockerFiles(facts: ImageFacts): readonly OutputFile[] {
  return [
    { path: "Dockerfile", text: dockerfile(facts) },
    { path: ".dockerignore", text: dockerignore(facts) },
    ...kubernetesFiles(deploymentName(facts.title), facts),
  ];
}
