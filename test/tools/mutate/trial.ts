/** Tries a change in a copy of the tree, where the project itself stays as it is whatever happens. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { repository } from "../sources.js";
import { askedFor } from "./asked.js";
import type { Mutation } from "./choose.js";

export interface Verdict {
  /** `stopped`: tests took much longer than they do otherwise, as in an endless loop; that is noticed, too. */
  readonly kind: "noticed" | "stopped" | "survived" | "unreached";
  /** Which tests noticed, or how many did not. */
  readonly detail: string;
}

/** The tree without what is made, but for what saves the copy from making it. */
export function copyTree(): string {
  const tree = mkdtempSync(join(tmpdir(), "flowc-mutate-"));
  const left = /^(?:node_modules|\.git|test\/runtimes\/node_modules)$|^test\/\.tmp\/(?!flowc(?:\/|$))/;
  cpSync(repository, tree, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !left.test(relative(repository, path)),
  });
  symlinkSync(join(repository, "node_modules"), join(tree, "node_modules"));
  return tree;
}

/** Files to ask first: most changes are noticed by the tests that are about them. */
const first = 5;

export class Trial {
  /** Of test files that have failed: whether they pass in the copy as it is. */
  readonly #passes = new Map<string, boolean>();

  constructor(private readonly tree: string) {}

  async run(mutation: Mutation): Promise<Verdict> {
    const asked = askedFor(mutation.path, mutation.line);
    if (asked.length === 0) return { kind: "unreached", detail: "no test runs it" };
    const file = join(this.tree, mutation.path);
    const text = readFileSync(file, "utf8");
    try {
      for (const part of [asked.slice(0, first), asked.slice(first)]) {
        writeFileSync(file, mutation.text);
        const outcome = await this.#test(
          part.map(({ testFile }) => testFile),
          limit(part.map(({ seconds }) => seconds)),
        );
        writeFileSync(file, text);
        if (outcome === "stopped") return { kind: "stopped", detail: "" };
        for (const failed of outcome)
          if (await this.#isNews(failed)) return { kind: "noticed", detail: failed };
      }
      writeFileSync(file, mutation.text);
      if (await this.#breaksTypes()) return { kind: "noticed", detail: "types" };
    } finally {
      writeFileSync(file, text);
    }
    return { kind: "survived", detail: `${asked.length} test files` };
  }

  /** Whether it passes without the change. */
  async #isNews(testFile: string): Promise<boolean> {
    const known = this.#passes.get(testFile) ?? (await this.#test([testFile], 300)).length === 0;
    this.#passes.set(testFile, known);
    return known;
  }

  /** The first test files that fail. */
  async #test(testFiles: readonly string[], seconds: number): Promise<readonly string[] | "stopped"> {
    if (testFiles.length === 0) return [];
    const report = join(this.tree, "report.json");
    rmSync(report, { force: true });
    const vitest = join(this.tree, "node_modules/vitest/vitest.mjs");
    const options = ["run", "--config", "test/vitest.config.ts", "--bail=1"];
    const code = await this.#process([vitest, ...options, ...testFiles], seconds, { TEST_REPORT: report });
    if (code === undefined) return "stopped";
    if (code === 0) return [];
    if (!existsSync(report)) return testFiles.slice(0, 1);
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
      testResults: readonly { readonly name: string; readonly status: string }[];
    };
    const failed = testResults.filter(({ status }) => status === "failed");
    return failed.map(({ name }) => relative(this.tree, name).replaceAll("\\", "/"));
  }

  async #breaksTypes(): Promise<boolean> {
    const compiler = join(repository, "node_modules/typescript/bin/tsc");
    return (await this.#process([compiler, "-p", "tsconfig.build.json", "--noEmit"], 120)) !== 0;
  }

  /** The exit code; `undefined` where the time was over. */
  async #process(
    args: readonly string[],
    seconds: number,
    env: Readonly<Record<string, string>> = {},
  ): Promise<number | null | undefined> {
    // A group of its own, so that its workers end with it.
    const child = spawn(process.execPath, [...args], {
      cwd: this.tree,
      stdio: "ignore",
      detached: true,
      env: { ...process.env, ...env },
    });
    const stop = () => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    };
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      stop();
    }, 1000 * seconds);
    process.once("exit", stop);
    const [code] = (await once(child, "exit")) as [number | null];
    clearTimeout(timer);
    process.off("exit", stop);
    return isOver ? undefined : code;
  }
}

/** Much more than they should take, also on a machine with other work. */
const limit = (seconds: readonly number[]): number => 60 + 5 * seconds.reduce((sum, each) => sum + each, 0);
