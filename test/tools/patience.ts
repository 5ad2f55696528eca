/** `vi.waitFor` gives up after one second, unless told otherwise: a busy machine may take longer for anything. */
import { vi } from "vitest";

const { waitFor } = vi;
const isPatient = Symbol.for("flowc test: patient");

// Files that share a process share `vi`.
if (!(isPatient in waitFor)) {
  const patient: typeof waitFor = (callback, options) =>
    waitFor(callback, typeof options === "number" ? options : { timeout: 15_000, ...options });
  vi.waitFor = Object.assign(patient, { [isPatient]: true });
}
