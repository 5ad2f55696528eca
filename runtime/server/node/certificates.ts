import { logProcessAlert } from "../../observe/logs/log.js";
import { watchConnections } from "../../upstream/shown-certificates.js";
import { loadCheck } from "./check-file.js";
import type { CertificateWatch, KnownCertificate } from "./check-module.js";

/** Milliseconds in which the first requests are answered. */
const afterStart = 100;

let watch: CertificateWatch | undefined;

function watching(): CertificateWatch {
  const alert = (message: string): void => logProcessAlert("certificate", message);
  try {
    watch ??= loadCheck().watchCertificates(alert);
  } catch {
    alert("Certificates cannot be watched: is check.cjs beside server.js?");
    watch = { warn() {}, shown() {}, known: () => [] };
  }
  return watch;
}

/** All that are known so far. */
export function knownCertificates(): readonly KnownCertificate[] {
  return watching().known();
}

/**
 * Watches the certificates that upstream systems show.
 * @param warns whether the app has some of its own, of which this process is to tell
 */
export function watchCertificates(warns: boolean | undefined): void {
  watchConnections((url, socket) => watching().shown(url, socket));
  if (warns) setTimeout(() => watching().warn(), afterStart).unref();
}
