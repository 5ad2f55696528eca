/** Joins the page of `flowc dev` to one HTML file, which loads nothing else. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileOf } from "../compiler/output/bundle-names.js";
import { licenceTexts, packagesOf } from "../compiler/output/bundle-notice.js";
import { packageDirectory } from "../compiler/output/package-directory.js";
import { browserBundle } from "./assemble-browser.js";

const source = join(packageDirectory, "bin/commands/dev/page");
const out = join(packageDirectory, "dist/bin/commands/dev");

/**
 * Writes `page.html` and the licences of the packages that are in it. The server reads the hashes of its script and its
 * style, and lets nothing else run.
 */
export async function assemblePage(): Promise<void> {
  const { outputFiles, metafile } = await browserBundle({
    entryPoints: [join(source, "main.tsx")],
    tsconfig: join(source, "tsconfig.json"),
    absWorkingDir: packageDirectory,
    outdir: out,
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const textOf = (extension: string) =>
    outputFiles.find(({ path }) => path.endsWith(extension))?.text.trim() ?? "";
  const script = inlined(textOf(".js"), "script");
  const style = inlined(textOf(".css"), "style");
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "page.html"), document(script, style));
  const packages = packagesOf(Object.keys(metafile.inputs).map(fileOf)).filter(
    ({ name }) => name !== "flowc",
  );
  writeFileSync(join(out, "page-licenses.txt"), licenceTexts(packages));
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='none' stroke='%230b57a8' stroke-width='2' d='M2 4h7a3 3 0 0 1 0 6H2m9 3 3-3-3-3'/%3E%3C/svg%3E";

function document(script: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>flowc dev</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<script>${script}</script>
</body>
</html>
`;
}

/** The content of an element ends where its end tag is, whatever the language of the element says. */
function inlined(text: string, element: "script" | "style"): string {
  if (text === "") throw new Error(`The page has no ${element}.`);
  if (new RegExp(`</${element}|<!--`, "i").test(text)) throw new Error(`The ${element} would end early.`);
  return text;
}
