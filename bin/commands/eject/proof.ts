import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { renderText } from "../../../compiler/diagnostics/render.js";
import type { Diagnostic } from "../../../compiler/diagnostics/reporter.js";
import { type Answered, answeredOperations, methodAndPath } from "../../../compiler/eject/operations.js";
import { Refusal } from "../../../compiler/eject/refusal.js";
import { compile } from "../../../compiler/index.js";
import { checkTypes } from "../../../compiler/output/type-check.js";
import type { Inputs } from "../../../compiler/source/read-directory.js";
import { inNewDirectory } from "../../shared/directory.js";
import { exitCodes, type Run, type Surroundings } from "../../shared/surroundings.js";
import { chosenTests } from "../../shared/testing/find-tests.js";
import { failedAssertions, type Outcome } from "../../shared/testing/outcome.js";
import { defaultTimeout } from "../../shared/testing/pool.js";
import { runTests } from "../../shared/testing/run.js";
import { escapedLine } from "../../shared/visible-lines.js";
import type { WithProgram } from "./plan.js";

/** Proves that an app stays what it is, before anything is written. Each proof throws a Refusal where it is not. */
export class Proof {
  /** @param before the app as it is on disk */
  constructor(
    private readonly directory: string,
    private readonly before: WithProgram,
    private readonly inputs: Inputs,
    private readonly run: Run,
    private readonly surroundings: Surroundings,
  ) {}

  /**
   * Compiles the app, whose operations have to be answered as before, but by these.
   * @param moved the handler that takes the place of a flow, or the reverse, by the names of operations
   */
  async compiles(after: Inputs, moved: ReadonlyMap<string, string>): Promise<WithProgram> {
    const found = await compile(after);
    const { program } = found;
    this.#refuseErrors("The app would have errors", found.diagnostics, this.before.diagnostics);
    if (program === undefined) throw new Refusal("The API description could not be read any more.");
    const now = new Map(answeredOperations(program).map((one) => [keyOfOperation(one), one.flow]));
    for (const one of answeredOperations(this.before.program)) {
      const wanted = moved.get(keyOfOperation(one)) ?? one.flow;
      if (now.get(keyOfOperation(one)) !== wanted)
        throw new Refusal(
          `${one.name} would not be answered by ${wanted}: its description is shared, or has an unusual form. Edit it by hand.`,
          one.operation.flow.span,
        );
    }
    return { ...found, program };
  }

  /** Warnings that there were not before. */
  warnings({ diagnostics }: WithProgram): readonly Diagnostic[] {
    return unknownOf(diagnostics, this.before.diagnostics);
  }

  types({ modules }: WithProgram): void {
    const found = checkTypes(modules);
    if (found.length === 0) return;
    this.#refuseErrors("TypeScript would find errors", found, checkTypes(this.before.modules));
  }

  /** Runs all tests before and after. Returns how many pass, and for each flow and handler the tests that have run it. */
  async tests(after: Inputs) {
    const paths = chosenTests(this.directory, this.inputs, [], undefined);
    const [was, is] = [await this.#run(this.inputs, paths), await this.#run(after, paths)];
    const passed = new Set(was.outcomes.filter(({ isOk }) => isOk).map(({ path }) => path));
    const broken = is.outcomes.filter(({ path, isOk }) => !isOk && passed.has(path));
    if (broken.length > 0)
      throw new Refusal(
        `Tests would fail that pass now:\n${broken.flatMap(failureLines).join("\n")}`,
        undefined,
        new Set(broken.flatMap(({ path }) => [...(is.reached.get(path) ?? [])])),
      );
    const reached = (path: string): number => [...is.reached.values()].filter((all) => all.has(path)).length;
    return { passed: passed.size, failed: paths.length - passed.size, reached };
  }

  async #run(inputs: Inputs, paths: readonly string[]) {
    const options = { allowsNetwork: false, updates: false, bails: false, store: undefined, traces: false };
    const all = { ...options, counts: true, timeout: defaultTimeout };
    if (paths.length === 0) return { outcomes: [], reached: new Map<string, ReadonlySet<string>>() };
    const result = await runTests(this.directory, inputs, paths, all, () => {});
    this.#refuseErrors("The tests have errors", result.diagnostics, []);
    return result;
  }

  /** Compares what both answer to recorded requests, as `flowc compare` does. */
  async recording(after: Inputs, recording: string): Promise<void> {
    await inNewDirectory("eject", async (folder) => {
      copyInto(folder, after);
      let report = "";
      const stdout = (text: string): void => {
        report += text;
      };
      const args = ["compare", folder, recording, "--against", this.directory, "--no-cache"];
      const code = await this.run(args, { ...this.surroundings, stdout });
      if (code === exitCodes.misused) throw new Error(`${recording} cannot be compared.`);
      if (code !== exitCodes.fine)
        throw new Refusal(`The recording does not show that the answers stay the same.\n${report}`);
    });
  }

  #refuseErrors(what: string, found: readonly Diagnostic[], before: readonly Diagnostic[]): void {
    const errors = unknownOf(found, before).filter(({ severity }) => severity === "error");
    if (errors.length === 0) return;
    throw new Refusal(
      `${what}:\n${renderText(errors, { directory: this.directory, colour: false })}`,
      undefined,
      new Set(errors.flatMap(({ span }) => span?.source.path ?? [])),
    );
  }
}

export const keyOfOperation = ({ route, operation }: Answered): string => methodAndPath(route, operation);

function unknownOf(found: readonly Diagnostic[], before: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Set(before.map(keyOf));
  return found.filter((one) => !known.has(keyOf(one)));
}

const keyOf = ({ code, message, span }: Diagnostic): string => `${code} ${span?.source.path} ${message}`;

/** A test that failed: its assertions, with what they found. */
function failureLines({ path, problem, ...rest }: Outcome): readonly string[] {
  const assertions = failedAssertions({ path, problem, ...rest }).flatMap(
    ({ place, expression, message, failure }) => [
      `  ${place} ${message ?? expression}: ${failure?.why ?? ""}`,
      ...(failure?.expected === undefined ? [] : [`    expected: ${failure.expected}`]),
      ...(failure?.actual === undefined ? [] : [`    actual:   ${failure.actual}`]),
    ],
  );
  return [path, ...assertions, ...(problem === undefined ? [] : [`  ${problem}`])].map(escapedLine);
}

/** Writes the files of an app into an empty folder, with the packages that handlers import. */
function copyInto(folder: string, { list, root, readBytes }: Inputs): void {
  for (const path of list) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), readBytes(path) ?? "");
  }
  for (let above = root ?? folder; above !== dirname(above); above = dirname(above)) {
    if (!existsSync(join(above, "node_modules"))) continue;
    symlinkSync(join(above, "node_modules"), join(folder, "node_modules"), "junction");
    return;
  }
}
