import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { repository } from "../../support/project.js";

export interface Replaying {
  /** Where the page is. */
  readonly page: string;
  /** Returns the text that it has printed. */
  printed(): string;
}

/** Starts `flowc dev --trace` until the test has finished. */
export async function replaying(directory: string, file: string): Promise<Replaying> {
  const child = spawn(
    process.execPath,
    [join(repository, "dist/bin/flowc.js"), "dev", directory, "--port", "0", "--trace", file],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, "exit");
  });
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    text += chunk;
    const [, page] = /^workbench +(\S+)$/m.exec(text) ?? [];
    if (page !== undefined) return { page, printed: () => text };
  }
  throw new Error(`It did not start:\n${text}`);
}
