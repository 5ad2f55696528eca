import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../../../../compiler/diagnostics/reporter.js";
import type { Inputs } from "../../../../compiler/source/read-directory.js";
import type { Outcome } from "../../test/outcome.js";
import { runTests } from "../../test/run.js";
import type { WrittenTest } from "./facts.js";

/** What became of a test that was tried: its outcome, or why it does not compile. */
export type Trial = Outcome | string;

/** Milliseconds. */
const timeout = 30_000;

/**
 * Runs a test before it is written: with the app as it is, but nothing in the flow directory changes.
 * @param inputs the files of the app
 */
export async function tryTest(test: WrittenTest, inputs: Inputs): Promise<Trial> {
  const files = new Map<string, Uint8Array>(
    [...test.files, [test.path, test.text] as const].map(([path, content]) => [
      path,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    ]),
  );
  const folder = mkdtempSync(join(tmpdir(), "flowc-test-"));
  try {
    // The files that assertions compare with are read while the test runs.
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const options = { allowsNetwork: false, updates: false, bails: false, cache: false, timeout };
    const { outcomes, diagnostics } = await runTests(
      folder,
      withFiles(inputs, files),
      [test.path],
      options,
      () => {},
    );
    const [error] = diagnostics.filter(({ severity }) => severity === "error");
    return outcomes[0] ?? `The app and the test do not compile: ${error && found(error)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function found({ message, span }: Diagnostic): string {
  return span === undefined
    ? message
    : `${span.source.path}:${span.source.place(span.start).line}: ${message}`;
}

/** The files of a directory, with some more. */
function withFiles(inputs: Inputs, more: ReadonlyMap<string, Uint8Array>): Inputs {
  return {
    list: [...new Set([...inputs.list, ...more.keys()])].sort(),
    read(path) {
      const found = more.get(path);
      return found === undefined ? inputs.read(path) : new TextDecoder().decode(found);
    },
    readBytes: (path) => more.get(path) ?? inputs.readBytes(path),
    inspect(path) {
      const found = more.get(path);
      return found === undefined ? inputs.inspect(path) : { size: found.length, isReadable: true };
    },
  };
}
