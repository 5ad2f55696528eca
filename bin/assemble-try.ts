/** Puts Swagger UI beside the command line, for the view of `flowc dev` that tries operations. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { packageDirectory } from "../compiler/output/package-directory.js";
import { browserBundle } from "./assemble-browser.js";

const frame = join(packageDirectory, "bin/commands/dev/page/try/frame");
const swagger = join(packageDirectory, "node_modules/swagger-ui-dist");
const out = join(packageDirectory, "dist/bin/commands/dev/try");

/** The assets are kept as they are sent: compressed, they are a quarter as large. */
export async function assembleTry(): Promise<void> {
  const { outputFiles } = await browserBundle({
    entryPoints: [join(frame, "start.ts"), join(frame, "start.css")],
    outdir: out,
  });
  const own = outputFiles.map(({ path, text }) => [path.slice(out.length + 1), text] as const);
  const theirs = [
    ["swagger-ui.js", read("swagger-ui-bundle.js")],
    ["swagger-ui.css", read("swagger-ui.css")],
  ] as const;
  mkdirSync(out, { recursive: true });
  for (const [name, text] of [...own, ...theirs])
    writeFileSync(
      join(out, `${name}.gz`),
      gzipSync(text.replace(/\/[/*]# sourceMappingURL=.*$/m, ""), { level: 9 }),
    );
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const licences = ["NOTICE", "LICENSE", "swagger-ui-bundle.js.LICENSE.txt"].map((name) => read(name).trim());
  writeFileSync(join(out, "licenses.txt"), `swagger-ui-dist ${version}\n\n${licences.join("\n\n")}\n`);
}

const read = (name: string): string => readFileSync(join(swagger, name), "utf8");
