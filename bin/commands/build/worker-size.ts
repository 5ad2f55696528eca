import { gzipSync } from "node:zlib";
import type { Finding } from "../../../compiler/diagnostics/render.js";
import type { OutputFile } from "../../../compiler/output/manifest.js";
import { targets } from "../../../compiler/output/targets/index.js";
import { finding } from "../../shared/findings.js";

/** The most that Cloudflare's free plan takes, in bytes, compressed. */
const freePlan = 3_000_000;

/** How large a worker is for Cloudflare, which counts it compressed. */
interface WorkerSize {
  /** For people; empty if there is no worker. */
  readonly line: string;
  readonly findings: readonly Finding[];
}

export function workerSize(files: readonly OutputFile[]): WorkerSize {
  const { file: path } = targets.workers.entry;
  const worker = files.find((file) => file.path === path);
  if (worker === undefined) return { line: "", findings: [] };
  const bytes = gzipSync(worker.text, { level: 9 }).length;
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return {
    line: `${path} has ${size} compressed\n`,
    findings: bytes > freePlan ? [finding("workerSize", { path, size })] : [],
  };
}
