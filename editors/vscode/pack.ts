/** `npm run pack:vscode`: packs the extension as `flowc-<version>.vsix`, a ZIP file with its manifest. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { strToU8, zipSync } from "fflate";

/** npm runs scripts in the directory of the package. */
const root = process.cwd();
const place = join(root, "editors/vscode");

interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly version: string;
  readonly publisher: string;
  readonly categories: readonly string[];
  readonly engines: { readonly vscode: string };
}

const manifest = JSON.parse(readFileSync(join(place, "package.json"), "utf8")) as Manifest;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(place, "extension.ts")],
    bundle: true,
    write: false,
    external: ["vscode"],
    platform: "node",
    target: "node20",
    format: "cjs",
    minify: true,
    legalComments: "eof",
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** What an installer reads: the parts of the package, and for which versions it is. */
function vsixManifest({
  name,
  displayName,
  description,
  version,
  publisher,
  categories,
  engines,
}: Manifest): string {
  const asset = (type: string, path: string) =>
    `    <Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${path}" Addressable="true"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escaped(name)}" Version="${escaped(version)}" Publisher="${escaped(publisher)}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Categories>${escaped(categories.join(","))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
${asset("Code.Manifest", "package.json")}
${asset("Services.Content.Details", "README.md")}
${asset("Services.Content.License", "LICENSE.txt")}
  </Assets>
</PackageManifest>
`;
}

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".cjs" ContentType="application/javascript"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".txt" ContentType="text/plain"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
`;

const own = (path: string): Uint8Array => readFileSync(join(place, path));
const files = {
  "[Content_Types].xml": strToU8(contentTypes),
  "extension.vsixmanifest": strToU8(vsixManifest(manifest)),
  "extension/package.json": own("package.json"),
  "extension/README.md": own("README.md"),
  "extension/LICENSE.txt": readFileSync(join(root, "LICENSE")),
  "extension/extension.cjs": strToU8(await bundle()),
  "extension/syntaxes/flow.injection.json": own("syntaxes/flow.injection.json"),
};
const target = join(place, `${manifest.name}-${manifest.version}.vsix`);
// The same input gives the same file, whatever the time.
writeFileSync(target, zipSync(files, { level: 9, mtime: new Date("2000-01-01T00:00:00Z") }));
console.log(`editors/vscode/${manifest.name}-${manifest.version}.vsix is packed.`);
