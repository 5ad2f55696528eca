import { KeptAnalysis } from "../analyse/program.js";
import { language } from "../constructs/index.js";
import { Reporter } from "../diagnostics/reporter.js";
import type { CodeFacts } from "../generate/flow/handler.js";
import type { Readers } from "../load/index.js";
import { readUpstreamDescription, type UpstreamDescription } from "../load/upstream-descriptions.js";
import type { PrintedModule } from "../output/print.js";
import { parseFlow } from "../parse/flow/flow.js";
import { parseOpenApi } from "../parse/openapi/openapi.js";
import { Files, type Input } from "../source/files.js";
import { KeptResults } from "../source/kept-results.js";
import type { SourceText } from "../source/source-text.js";
import type { ValidationModes } from "../syntax/contract.js";
import type { Flow } from "../syntax/flow.js";
import type { ApiDescription } from "../syntax/openapi.js";

interface Read<T> {
  readonly result: T | undefined;
  readonly reporter: Reporter;
}

interface Validated {
  readonly files: Files;
  readonly modes: ValidationModes | undefined;
}

// Questions.
const itself = (files: Files) => files;
const filesOf = ({ files }: Validated) => files;
const modesOf = ({ modes }: Validated) => modes;

/**
 * The data that a process that stays keeps of an app: its files as they were parsed, and what was made of
 * each flow.
 */
export class Memory {
  readonly analysis = new KeptAnalysis();
  readonly modules = new KeptResults<Flow, CodeFacts, PrintedModule>();
  readonly #sources = new Map<string, SourceText>();
  readonly #flows = new KeptResults<SourceText, Files, Read<Flow>>();
  readonly #upstream = new KeptResults<SourceText, Files, UpstreamDescription>();
  readonly #descriptions = new KeptResults<SourceText, Validated, Read<ApiDescription>>();

  /** The files of an input. Texts that have not changed are the same objects as before. */
  files(input: Input): Files {
    return new Files(input, this.#sources);
  }

  flow(source: SourceText, files: Files): Read<Flow> {
    return this.#flows.get(source, files, (ask) => {
      const reporter = new Reporter();
      return { result: parseFlow(source, files.asked(ask, itself), language, reporter), reporter };
    });
  }

  /** Readers for `load`. */
  readonly readers: Readers = {
    readFlow: (source, files, _language, reporter) => {
      const read = this.flow(source, files);
      reporter.add(read.reporter);
      return read.result;
    },
    readDescription: (source, files, reporter, modes) => {
      const read = this.#descriptions.get(source, { files, modes }, (ask) => {
        const own = new Reporter();
        const result = parseOpenApi(source, files.asked(ask, filesOf), own, ask(modesOf));
        return { result, reporter: own };
      });
      reporter.add(read.reporter);
      return read.result;
    },
    readUpstream: (source, files) =>
      this.#upstream.get(source, files, (ask) => readUpstreamDescription(source, files.asked(ask, itself))),
  };
}
