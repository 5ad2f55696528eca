import { isDeepStrictEqual } from "node:util";
import { language } from "../constructs/index.js";
import { Reporter } from "../diagnostics/reporter.js";
import type { Readers } from "../load/index.js";
import { readUpstreamDescription, type UpstreamDescription } from "../load/upstream-descriptions.js";
import { parseFlow } from "../parse/flow/flow.js";
import { parseOpenApi } from "../parse/openapi/openapi.js";
import { Files, type Input, type Look } from "../source/files.js";
import type { SourceText } from "../source/source-text.js";
import type { Flow } from "../syntax/flow.js";
import type { ApiDescription } from "../syntax/openapi.js";

interface Read<T> {
  readonly result: T | undefined;
  readonly reporter: Reporter;
}

/** The files of an app as they were parsed, for a process that stays. */
export class Memory {
  readonly #sources = new Map<string, SourceText>();
  readonly #flows = new KeptParses<Read<Flow>>();
  readonly #upstream = new KeptParses<UpstreamDescription>();
  readonly #descriptions = new KeptParses<Read<ApiDescription>>();

  /** The files of an input. Texts that have not changed are the same objects as before. */
  files(input: Input): Files {
    return new Files(input, this.#sources);
  }

  flow(source: SourceText, files: Files): Read<Flow> {
    return this.#flows.get(source, files, undefined, () => {
      const reporter = new Reporter();
      return { result: parseFlow(source, files, language, reporter), reporter };
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
      const read = this.#descriptions.get(source, files, modes, () => {
        const own = new Reporter();
        return { result: parseOpenApi(source, files, own, modes), reporter: own };
      });
      reporter.add(read.reporter);
      return read.result;
    },
    readUpstream: (source, files) =>
      this.#upstream.get(source, files, undefined, () => readUpstreamDescription(source, files)),
  };
}

interface Parse<Result> {
  readonly list: readonly string[];
  readonly options: unknown;
  /** The other files that it looked at, and all that it saw there. */
  readonly looks: readonly (readonly [path: string, look: Look, seen: readonly unknown[]])[];
  readonly result: Result;
}

/** Parsed files. Each is taken again while all files that it leads to are the same. */
class KeptParses<Result> {
  readonly #kept = new WeakMap<SourceText, Parse<Result>>();

  get(source: SourceText, files: Files, options: unknown, parse: () => Result): Result {
    const { path } = source;
    const { list } = files.input;
    return files.during(path, () => {
      const known = this.#kept.get(source);
      const holds =
        known?.list === list &&
        isDeepStrictEqual(known.options, options) &&
        known.looks.every(([other, look, seen]) => isDeepStrictEqual(files.look(other, look), seen));
      if (known !== undefined && holds) return known.result;
      const result = parse();
      const looks = [...(files.readFor.get(path) ?? [])].map(
        ([other, look]) => [other, look, files.look(other, look)] as const,
      );
      this.#kept.set(source, { list, options, looks, result });
      return result;
    });
  }
}
