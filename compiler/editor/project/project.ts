import { analyse, analyseInSteps, type Program, type Steps } from "../../analyse/index.js";
import { language } from "../../constructs/index.js";
import { type Diagnostic, Reporter } from "../../diagnostics/index.js";
import { compileProgram } from "../../index.js";
import { load } from "../../load/index.js";
import { parseFlow } from "../../parse/index.js";
import { Memory } from "../../session/index.js";
import { Files, type Input, type SourceText } from "../../source/index.js";
import { type Flow, treesOf } from "../../syntax/index.js";
import { rootName } from "../reading/loose-xml.js";

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
  /** True if the app could be read: otherwise nothing is known of the files that are not listed. */
  readonly isWhole: boolean;
}

/**
 * One flow directory while someone edits it. A flow that has changed is looked at again by itself, with what was known
 * of the others: that takes milliseconds. `checkAll` looks at everything.
 */
export class Project {
  readonly #memory = new Memory();
  #program: Program | undefined;
  /** The reports from when everything was looked at last. */
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

  /** The flows of that app. */
  get trees(): ReadonlyMap<string, Flow> {
    return this.#program === undefined ? new Map() : treesOf(this.#program.flows);
  }

  get files(): Files {
    return this.#memory.files(this.input());
  }

  /** The text of a file as it is now. */
  source(path: string): SourceText | undefined {
    return this.files.get(path);
  }

  /** A flow as it is now; `undefined` if there is no such file, or if it is no flow. */
  flow(path: string): CurrentFlow | undefined {
    const { files } = this;
    const source = files.get(path);
    if (source === undefined || !this.isFlow(source)) return undefined;
    const known = this.#current.get(path);
    if (known?.source === source) return known;
    const { result, reporter } = this.#memory.flow(source, files);
    const current = this.#analysed(source, result, reporter, files);
    this.#current.set(path, current);
    if (result !== undefined && !current.hasErrors) this.#sound.set(path, result);
    return current;
  }

  /** The flow as it would be with another text. */
  flowWith(path: string, text: string): CurrentFlow | undefined {
    const input = this.input();
    const files = new Files({
      ...input,
      list: input.list,
      read: (one) => (one === path ? text : input.read(one)),
    });
    const source = files.get(path);
    if (source === undefined) return undefined;
    const reporter = new Reporter();
    return this.#analysed(source, parseFlow(source, files, language, reporter), reporter, files);
  }

  /** Returns true if a file is a flow, whatever state it is in. */
  isFlow({ path, text }: SourceText): boolean {
    return this.#program?.flows.has(path) === true || (path.endsWith(".xml") && rootName(text) === "flow");
  }

  /** Looks at all files. Flows with errors count as they were before, so that the others stay what they are. */
  *checkAll(): Steps<Findings> {
    const { files } = this;
    const reporter = new Reporter();
    const broken = new Set<string>();
    const { readers } = this.#memory;
    const app = load(files, language, reporter, {
      ...readers,
      readFlow: (source, ...rest) => {
        const { result, reporter: own } = this.#memory.flow(source, files);
        const sound = this.#sound.get(source.path);
        if (own.hasErrors && sound !== undefined) {
          broken.add(source.path);
          return sound;
        }
        if (!own.hasErrors && result !== undefined) this.#sound.set(source.path, result);
        return readers.readFlow(source, ...rest);
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
   * Returns the diagnostics that are only found where keys are read, and stylesheets and schemas are
   * compiled, of the app as it was when everything was looked at last.
   */
  async checkCompiled(): Promise<readonly Diagnostic[]> {
    const program = this.#program;
    if (program === undefined) return [];
    const reporter = new Reporter();
    reporter.add(this.#reported);
    const before = new Set(reporter.sorted().map(keyOf));
    await compileProgram(program, reporter, { findsOnly: true });
    return reporter.sorted().filter((one) => !before.has(keyOf(one)));
  }

  #analysed(source: SourceText, flow: Flow | undefined, parsed: Reporter, files: Files): CurrentFlow {
    const { path } = source;
    const reporter = new Reporter();
    reporter.add(parsed);
    const before = this.#program;
    const isUsed = before?.flows.has(path) === true;
    const program =
      before !== undefined && flow !== undefined && isUsed
        ? analysePart(before, flow, files, reporter)
        : undefined;
    const diagnostics = reporter.sorted().filter(({ span }) => span?.source === source);
    return { source, flow, program, diagnostics, hasErrors: parsed.hasErrors };
  }
}

function analysePart(before: Program, flow: Flow, files: Files, reporter: Reporter): Program {
  const flows = new Map([[flow.source.path, flow]]);
  const app = { ...before, files, flows: new Map([...before.flows, ...flows]) };
  return analyse(app, reporter, { before, flows });
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
