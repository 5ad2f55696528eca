import { analyse, analyseInSteps, type Program } from "../../analyse/program.js";
import { checkTokenKeys } from "../../analyse/rules/token-keys.js";
import type { Steps } from "../../analyse/steps/steps.js";
import { language } from "../../constructs/index.js";
import { type Diagnostic, Reporter } from "../../diagnostics/reporter.js";
import { generate } from "../../generate/app.js";
import { load } from "../../load/index.js";
import { compileSchemas } from "../../output/schemas/compile.js";
import type { Files, Input } from "../../source/files.js";
import type { SourceText } from "../../source/source-text.js";
import { compileStylesheets } from "../../stylesheets/index.js";
import type { Flow } from "../../syntax/flow.js";
import { rootName } from "../reading/loose-xml.js";
import { ParseCache } from "./parse-cache.js";

/** A flow as its text is now, and what is known of it. */
export interface CurrentFlow {
  readonly source: SourceText;
  /** Statements with errors are left out; `undefined` if the XML cannot be read. */
  readonly flow: Flow | undefined;
  /** The app with this flow in it; `undefined` if the app cannot be read, or if nothing leads to the flow. */
  readonly program: Program | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly hasErrors: boolean;
}

export interface Findings {
  /** By the paths of files. Those about no file are in "". */
  readonly found: ReadonlyMap<string, readonly Diagnostic[]>;
  /** Whether the app could be read: otherwise nothing is known of the files that are not listed. */
  readonly isWhole: boolean;
}

/**
 * One flow directory while someone edits it. A flow that has changed is looked at again by itself, with what was known
 * of the others: that takes milliseconds. `checkAll` looks at everything.
 */
export class Project {
  readonly #cache = new ParseCache(language);
  #program: Program | undefined;
  /** What was reported when everything was looked at last. */
  #reported = new Reporter();
  /** Flows as they were when they had no errors last. */
  readonly #sound = new Map<string, Flow>();
  readonly #current = new Map<string, CurrentFlow>();

  /** @param input takes the directory as it is now, with texts that are not saved */
  constructor(private readonly input: () => Input) {}

  /** The app as it was when everything was looked at last. */
  get program(): Program | undefined {
    return this.#program;
  }

  get files(): Files {
    return this.#cache.files(this.input());
  }

  /** The text of a file as it is now. */
  source(path: string): SourceText | undefined {
    return this.files.get(path);
  }

  /** A flow as it is now; `undefined` if there is no such file, or if it is no flow. */
  flow(path: string): CurrentFlow | undefined {
    const input = this.input();
    const source = this.#cache.files(input).get(path);
    if (source === undefined || !this.isFlow(source)) return undefined;
    const known = this.#current.get(path);
    if (known?.source === source) return known;
    const { result, reporter } = this.#cache.flow(source, input);
    const current = this.#analysed(source, result, reporter, input);
    this.#current.set(path, current);
    if (result !== undefined && !current.hasErrors) this.#sound.set(path, result);
    return current;
  }

  /** The flow as it would be with another text. */
  flowWith(path: string, text: string): CurrentFlow | undefined {
    const input = this.input();
    const changed: Input = {
      ...input,
      list: input.list,
      read: (one) => (one === path ? text : input.read(one)),
    };
    const cache = new ParseCache(language);
    const source = cache.files(changed).get(path);
    if (source === undefined) return undefined;
    const { result, reporter } = cache.flow(source, changed);
    return this.#analysed(source, result, reporter, changed);
  }

  /** Whether a file is a flow, whatever state it is in. */
  isFlow({ path, text }: SourceText): boolean {
    return this.#program?.flows.has(path) === true || (path.endsWith(".xml") && rootName(text) === "flow");
  }

  /** Whether a change of a file can be looked at by itself. The others change what is known of the whole app. */
  isAlone(path: string): boolean {
    const source = this.source(path);
    return source !== undefined && this.isFlow(source);
  }

  /** The flows that read a file as their template. */
  readersOf(path: string): readonly string[] {
    return this.#cache.readersOf(path);
  }

  /** Looks at all files. Flows with errors count as they were before, so that the others stay what they are. */
  *checkAll(): Steps<Findings> {
    const input = this.input();
    const files = this.#cache.files(input);
    const reporter = new Reporter();
    const broken = new Set<string>();
    const { readFlow, readDescription } = this.#cache.readers(input);
    const app = load(files, language, reporter, {
      readDescription,
      readFlow: (source, ...rest) => {
        const { result, reporter: own } = this.#cache.flow(source, input);
        const sound = this.#sound.get(source.path);
        if (own.hasErrors && sound !== undefined) {
          broken.add(source.path);
          return sound;
        }
        if (!own.hasErrors && result !== undefined) this.#sound.set(source.path, result);
        return readFlow(source, ...rest);
      },
    });
    yield;
    if (app !== undefined) {
      this.#program = yield* analyseInSteps(app, reporter);
      this.#reported = reporter;
      for (const path of this.#sound.keys()) if (!app.flows.has(path)) this.#sound.delete(path);
      this.#current.clear();
    }
    const found = byFile(reporter.sorted());
    for (const path of broken) found.set(path, this.flow(path)?.diagnostics ?? []);
    return { found, isWhole: app !== undefined };
  }

  /**
   * What is only found where keys are read, and stylesheets and schemas are compiled, of the app as it was when
   * everything was looked at last.
   */
  async checkCompiled(): Promise<readonly Diagnostic[]> {
    const program = this.#program;
    if (program === undefined) return [];
    const reporter = new Reporter();
    reporter.add(this.#reported);
    const before = new Set(reporter.sorted().map(keyOf));
    await checkTokenKeys(program.securitySchemes, reporter);
    const stylesheets = await compileStylesheets(program, program.files, reporter);
    if (!reporter.hasErrors)
      await compileSchemas(generate(program, stylesheets, () => undefined).checks, reporter);
    return reporter.sorted().filter((one) => !before.has(keyOf(one)));
  }

  #analysed(source: SourceText, flow: Flow | undefined, parsed: Reporter, input: Input): CurrentFlow {
    const { path } = source;
    const reporter = new Reporter();
    reporter.add(parsed);
    const before = this.#program;
    const isUsed = before?.flows.has(path) === true;
    const program =
      before !== undefined && flow !== undefined && isUsed
        ? analyseAgain(before, flow, this.#cache.files(input), reporter)
        : undefined;
    const diagnostics = reporter.sorted().filter(({ span }) => span?.source === source);
    return { source, flow, program, diagnostics, hasErrors: parsed.hasErrors };
  }
}

function analyseAgain(before: Program, flow: Flow, files: Files, reporter: Reporter): Program {
  const { path } = flow.source;
  const flows = new Map([[path, flow]]);
  const app = { ...before, files, flows: new Map([...before.flows, ...flows]) };
  const isCalled =
    before.calledFlows.has(path) || path === before.errorFlow || before.postCheckFlows.has(path);
  return analyse(app, reporter, {
    before,
    flows,
    startAnywhere: new Set(isCalled ? [path] : []),
  });
}

const keyOf = ({ code, message, span }: Diagnostic): string =>
  `${code} ${span?.source.path} ${span?.start} ${message}`;

function byFile(diagnostics: readonly Diagnostic[]): Map<string, readonly Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const path = diagnostic.span?.source.path ?? "";
    const list = found.get(path) ?? [];
    list.push(diagnostic);
    found.set(path, list);
  }
  return found;
}
