import type { OptionName } from "../../../runtime/upstream/options/all.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { named, settingOf } from "../action-parts/settings.js";
import { checkRetry, checkShare } from "./check-retry.js";
import { useOf } from "./index.js";

/** Finds options without effect for the method of a request, in upper case if it is known, or for its URL. */
export function checkIdleOptions(config: ObjectNode, method: string | undefined, reporter: Reporter): void {
  checkRetry(config, method, reporter);
  checkShare(config, method, reporter);
  const options = named(config, "options")?.value;
  if (options?.kind !== "object") return;
  const url = settingOf(config, "url");
  const isPlain = url.kind === "constant" && /^\s*http:\/\//i.test(url.value);
  if (isPlain && named(options, "transport-protocol") === undefined) checkSecureOptions(options, reporter);
}

/** A request that follows redirects may come to a URL of https. */
function checkSecureOptions(options: ObjectNode, reporter: Reporter): void {
  if (named(options, "follow-redirects") !== undefined) return;
  for (const name of secureOptions)
    if (useOf(options, name)?.isCertain === true)
      reporter.report(named(options, name)?.span, "secureOption", { name });
}

const secureOptions: readonly OptionName[] = [
  "tls-version",
  "tls-ciphers",
  "ignore-certificate-errors",
  "client-certificate-file",
];
