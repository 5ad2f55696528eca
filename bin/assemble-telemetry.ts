/** Bundles OpenTelemetry for apps, so that it need not be installed with flowc, nor bundled with each app. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileOf } from "../compiler/output/bundle-names.js";
import { packagesOf } from "../compiler/output/bundle-notice.js";
import { bundled } from "../compiler/output/esbuild.js";
import { telemetryBundle, telemetryPackages } from "../compiler/output/files-beside.js";
import { moduleExtension, runtimeDirectory } from "../compiler/output/package-directory.js";

export async function assembleTelemetry(): Promise<void> {
  const { code, included } = await bundled({
    entryPoints: [join(runtimeDirectory, `open-telemetry/index${moduleExtension}`)],
    format: "cjs",
    mainFields: ["module", "main"],
    minify: true,
    legalComments: "none",
    sourcesContent: false,
  });
  writeFileSync(telemetryBundle, code);
  writeFileSync(telemetryPackages, JSON.stringify(packagesOf(included.map(fileOf))));
}
