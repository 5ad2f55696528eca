import { renderText } from "../../../compiler/diagnostics/render.js";
import { Refusal } from "../../../compiler/eject/refusal.js";
import { makeStandalone, writeProject } from "../../shared/standalone.js";
import { withFiles } from "../../shared/with-files.js";
import type { Changes } from "./changes.js";
import type { Ejection } from "./ejection.js";

/** A project that is made, and not written yet. */
interface Project {
  /** Returns what is said of it. */
  write(): string;
}

/** The project that somebody asks for, of the app with these changes. @throws Refusal if there are errors */
export async function projectOf(
  { directory, inputs, options: { standalone: out } }: Ejection,
  changes: Changes,
  show: (text: string) => void,
): Promise<Project | undefined> {
  if (out === undefined) return undefined;
  show("making the project");
  const made = await makeStandalone(withFiles(inputs, changes), out);
  const errors = made.diagnostics.filter(({ severity }) => severity === "error");
  // Those of the app were found before.
  if (errors.length > 0)
    throw new Refusal(`The tests have errors:\n${renderText(errors, { directory, colour: false })}`);
  return {
    write() {
      writeProject(out, made);
      const [files, tests] = [made.files.length, made.tests.length];
      return `${out}: ${files} files, ${tests} test${tests === 1 ? "" : "s"}; README.md tells how to go on\n`;
    },
  };
}
