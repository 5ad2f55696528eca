import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { type Files, resolvePath } from "../../source/files.js";
import type { Cors, LdapSettings } from "../../syntax/openapi.js";
import type { XmlAttribute, XmlElement } from "../../syntax/xml.js";
import { isOrigin } from "../openapi/cors.js";

/** Elements whose settings do not depend on requests, and their attributes. */
export const constantSettings: ReadonlyMap<string, readonly string[]> = new Map([
  ["cors", ["allowed-origins", "allow-credentials", "if"]],
  ["ldap", ["timeout", "cacert-src", "if"]],
]);

/** Reads `<cors>`: the same settings as `x-flow-cors`. Several origins are separated by spaces or commas. */
export function corsOf(element: XmlElement, reporter: Reporter): Cors | undefined {
  if (!isConstant(element, reporter)) return undefined;
  const allowed = element.attributes.get("allowed-origins");
  if (allowed === undefined) {
    reporter.report(element.nameSpan, "corsOrigins", { key: element.name });
    return undefined;
  }
  const origins = textOf(allowed)
    .split(/[\s,]+/)
    .filter((text) => text !== "");
  const wrong = origins.filter((origin) => origin !== "*" && !isOrigin(origin));
  for (const origin of wrong) reporter.report(spanOf(allowed), "corsOrigin", { origin });
  if (origins.length === 0) reporter.report(spanOf(allowed), "corsOrigins", { key: element.name });
  if (wrong.length > 0 || origins.length === 0) return undefined;
  return { origins, credentials: credentialsOf(element, origins, reporter) };
}

function credentialsOf(element: XmlElement, origins: readonly string[], reporter: Reporter): boolean {
  const attribute = element.attributes.get("allow-credentials");
  if (attribute === undefined) return false;
  const text = textOf(attribute);
  if (text !== "true" && text !== "false")
    reporter.report(spanOf(attribute), "apiType", { key: attribute.name, expected: "true or false" });
  if (text === "true" && origins.includes("*")) reporter.report(spanOf(attribute), "corsCredentials");
  return text === "true";
}

/** Reads `<ldap>`: the time-out, and the certificates of authorities that count for directories. */
export function ldapOf(
  element: XmlElement,
  path: string,
  files: Files,
  reporter: Reporter,
): LdapSettings | undefined {
  if (!isConstant(element, reporter)) return undefined;
  const timeout = element.attributes.get("timeout");
  const source = element.attributes.get("cacert-src");
  const seconds = timeout && Number(textOf(timeout));
  if (timeout !== undefined && !(Number(seconds) > 0 && Number.isFinite(seconds)))
    reporter.report(spanOf(timeout), "settingSeconds", { text: textOf(timeout) });
  const certificates = source && certificatesOf(source, path, files, reporter);
  return {
    ...(seconds !== undefined && { timeout: seconds }),
    ...(certificates !== undefined && { certificates }),
  };
}

/** The certificates of a file beside `conf/config.xml`, as PEM. One that is not PEM may be DER. */
function certificatesOf(
  attribute: XmlAttribute,
  path: string,
  files: Files,
  reporter: Reporter,
): string | undefined {
  const src = textOf(attribute);
  const file = resolvePath(path, src);
  const bytes = file === undefined ? undefined : files.bytes(file);
  const text = bytes === undefined ? "" : Buffer.from(bytes).toString("latin1");
  if (file === undefined) reporter.report(spanOf(attribute), "fileOutside", { path: src });
  else if (bytes === undefined)
    reporter.report(spanOf(attribute), "missingFile", { path: file, nearest: nearest(file, files.names) });
  else if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  else if (bytes[0] === 0x30) return pem(bytes);
  else reporter.report(spanOf(attribute), "certificateExpected", { path: file });
  return undefined;
}

function pem(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** These settings count before flows run, so that they cannot depend on a request. */
function isConstant(element: XmlElement, reporter: Reporter): boolean {
  const depending = [...element.attributes.values()].find(
    ({ name, value }) => name === "if" || /[{}]/.test(value.text),
  );
  if (depending !== undefined)
    reporter.report(depending.nameSpan, "configConstant", { element: element.name });
  return depending === undefined;
}

const textOf = ({ value }: XmlAttribute): string => value.text.trim();
const spanOf = ({ value }: XmlAttribute) => value.span(0, value.text.length);
