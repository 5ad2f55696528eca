import { createHash } from "node:crypto";
import { hash } from "../source/hash.js";
import type { BundledPackage } from "./bundle-notice.js";
import { optionalPackage } from "./optional-package.js";

/** The path relative to the output directory. */
export const sbomPath = (bundle: string): string => `${bundle}.cdx.json`;

/**
 * The software bill of materials of a bundle (CycloneDX 1.6, JSON): the packages in it, and those that it
 * loads. It has no timestamp, and its serial number is a hash of the content, so that the same input gives
 * the same bytes.
 */
export async function sbom(
  bundle: string,
  code: string,
  packages: readonly BundledPackage[],
): Promise<string> {
  const { Models, Enums, Spec, Serialize, SPDX } = await optionalPackage(
    "A bill of materials",
    "@cyclonedx/cyclonedx-library",
    () => import("@cyclonedx/cyclonedx-library"),
  );
  const licenceOf = ({ name, license, texts: [text] }: BundledPackage) => {
    const id = SPDX.fixupSpdxId(license);
    if (id !== undefined) return new Models.SpdxLicense(id);
    if (/ (?:AND|OR|WITH) /.test(license)) return new Models.LicenseExpression(license);
    const attached = text === undefined ? {} : { text: new Models.Attachment(text) };
    return new Models.NamedLicense(`Licence of ${name}`, attached);
  };
  const component = (contained: BundledPackage) => {
    const { name, version } = contained;
    const [, group, local = name] = /^(@[^/]+)\/(.*)$/.exec(name) ?? [];
    const one = new Models.Component(Enums.ComponentType.Library, local, {
      group,
      version,
      bomRef: `${name}@${version}`,
      // flowc itself is not in any registry.
      purl: name === "flowc" ? undefined : `pkg:npm/${name.replace("@", "%40")}@${version}`,
    });
    one.licenses.add(licenceOf(contained));
    return one;
  };
  const server = new Models.Component(Enums.ComponentType.Application, bundle, { bomRef: bundle });
  server.hashes.set(Enums.HashAlgorithm["SHA-256"], hash(code));
  const bom = new Models.Bom({
    serialNumber: serialNumber(code),
    metadata: new Models.Metadata({ component: server }),
  });
  for (const each of packages) {
    const one = component(each);
    bom.components.add(one);
    server.dependencies.add(one.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** A UUID of version 8 (RFC 9562 §5.8), made of the first bits of a hash. */
function serialNumber(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return `urn:uuid:${bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}`;
}
