import { Reporter } from "../../diagnostics/reporter.js";
import type { Language } from "../../language/language.js";
import type { Readers } from "../../load/index.js";
import { parseFlow } from "../../parse/flow/flow.js";
import { parseOpenApi } from "../../parse/openapi/openapi.js";
import { Files, type Input } from "../../source/files.js";
import type { SourceText } from "../../source/source-text.js";
import type { ValidationModes } from "../../syntax/contract.js";
import type { Flow } from "../../syntax/flow.js";
import type { ApiDescription } from "../../syntax/openapi.js";

/** What reading a file gave, and what it depended on. */
interface Read<T> {
  readonly source: SourceText;
  readonly list: readonly string[];
  /** Other files that were read with it. */
  readonly others: ReadonlyMap<string, SourceText | undefined>;
  readonly modes?: ValidationModes | undefined;
  readonly result: T | undefined;
  readonly reporter: Reporter;
}

/** Parses each file once, and again only if it has changed, or another one that it was read with. */
export class ParseCache {
  readonly #flows = new Map<string, Read<Flow>>();
  #description: Read<ApiDescription> | undefined;
  readonly #sources = new Map<string, SourceText>();

  constructor(private readonly language: Language) {}

  /** The files of an input. Texts that have not changed are the same objects as before. */
  files(input: Input): Files {
    return new Files(input, this.#sources);
  }

  flow(source: SourceText, input: Input): Read<Flow> {
    const files = this.files(input);
    const known = this.#flows.get(source.path);
    if (known !== undefined && isCurrent(known, source, input, files)) return known;
    const read = this.#read(source, input, (watched, reporter) =>
      parseFlow(source, watched, this.language, reporter),
    );
    this.#flows.set(source.path, read);
    return read;
  }

  description(source: SourceText, input: Input, modes: ValidationModes | undefined): Read<ApiDescription> {
    const known = this.#description;
    if (known?.modes === modes && known !== undefined && isCurrent(known, source, input, this.files(input)))
      return known;
    const read = this.#read(source, input, (files, reporter) => parseOpenApi(source, files, reporter, modes));
    this.#description = { ...read, modes };
    return this.#description;
  }

  /** Readers for `load`. */
  readers(input: Input): Readers {
    const report = <T>({ result, reporter }: Read<T>, to: Reporter): T | undefined => {
      to.add(reporter);
      return result;
    };
    return {
      readFlow: (source, _files, _language, reporter) => report(this.flow(source, input), reporter),
      readDescription: (source, _files, reporter, modes) =>
        report(this.description(source, input, modes), reporter),
    };
  }

  /** The flows that were read with a file, which is no flow itself. */
  readersOf(path: string): readonly string[] {
    return [...this.#flows].filter(([, { others }]) => others.has(path)).map(([flow]) => flow);
  }

  #read<T>(
    source: SourceText,
    input: Input,
    parse: (files: Files, reporter: Reporter) => T | undefined,
  ): Read<T> {
    const paths = new Set<string>();
    const files = new Files(
      {
        ...input,
        list: input.list,
        read(path) {
          paths.add(path);
          return input.read(path);
        },
      },
      this.#sources,
    );
    const reporter = new Reporter();
    const result = parse(files, reporter);
    paths.delete(source.path);
    const others = new Map([...paths].map((path) => [path, files.get(path)]));
    return { source, list: input.list, others, result, reporter };
  }
}

function isCurrent<T>(
  { source, list, others }: Read<T>,
  now: SourceText,
  input: Input,
  files: Files,
): boolean {
  if (source !== now || list !== input.list) return false;
  return [...others].every(([path, other]) => files.get(path) === other);
}
