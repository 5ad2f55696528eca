import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Inputs } from "../../../../compiler/source/read-directory.js";
import type { Store } from "../../../../compiler/source/store.js";
import { inNewDirectory } from "../../../shared/directory.js";
import { withFiles } from "../../../shared/with-files.js";
import type { Outcome } from "../../test/outcome.js";
import { defaultTimeout } from "../../test/pool.js";
import { runTests } from "../../test/run.js";
import { NoTest, type WrittenTest } from "./facts.js";

/**
 * Runs a test twice before it is written: with the app as it is, but nothing in the flow directory changes.
 * @param inputs the files of the app
 * @param store has what earlier builds have made
 * @throws NoTest if the app or the test does not compile
 */
export async function tryTest(
  { path, text, files }: WrittenTest,
  inputs: Inputs,
  store: Store,
): Promise<readonly Outcome[]> {
  const paths = [path, path.replace(/\.xml$/, ".again.xml")];
  const written = new Map([...files, ...paths.map((each) => [each, text] as const)]);
  return inNewDirectory("test", async (folder) => {
    // The files that assertions compare with are read while the test runs.
    for (const [name, content] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const options = {
      ...{ allowsNetwork: false, updates: false, bails: false, counts: false, traces: false },
      ...{ store, timeout: defaultTimeout },
    };
    const { outcomes, diagnostics } = await runTests(
      folder,
      withFiles(inputs, written),
      paths,
      options,
      () => {},
    );
    const error = diagnostics.find(({ severity }) => severity === "error");
    if (error === undefined) return outcomes;
    const { message, span } = error;
    const place = span && `${span.source.path}:${span.source.place(span.start).line}: `;
    throw new NoTest(`The app and the test do not compile: ${place ?? ""}${message}`);
  });
}
