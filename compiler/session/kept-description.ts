import type { Program } from "../analyse/program.js";
import { Reporter } from "../diagnostics/reporter.js";
import { documentTexts } from "../generate/descriptions.js";
import { ownReaders, type Readers } from "../load/index.js";
import { changed } from "../source/changed.js";
import type { Files, Look } from "../source/files.js";
import type { ApiDescription } from "../syntax/openapi.js";
import { type PlainTree, plainTree, treeOf } from "./plain-tree.js";

/** An API description without findings, and the text of its document if that was made. */
interface PlainDescription {
  readonly tree: PlainTree;
  readonly document: string | undefined;
  /** The other files that it is made of. */
  readonly reads: readonly (readonly [path: string, look: Look])[];
}

/** The API description of a build as it was read: what takes longest to read of an app in which one flow has changed. */
export class KeptDescription {
  private constructor(
    private readonly made: { readonly api: ApiDescription; readonly files: Files } | string,
  ) {}

  /** @param isSaid tells of a file whether it has to be read each time, for what was found there */
  static of({ api, files }: Program, isSaid: (file: string) => boolean): KeptDescription | undefined {
    const reads = files.readFor.get(api.source.path)?.keys() ?? [];
    if ([api.source.path, ...reads].some(isSaid)) return undefined;
    // The file that has these is read each time.
    return new KeptDescription({ api: changed(api, { validation: undefined, ldap: undefined }), files });
  }

  static read(line: string): KeptDescription | undefined {
    return line === "" ? undefined : new KeptDescription(line);
  }

  /** One line. */
  text(): string {
    if (typeof this.made === "string") return this.made;
    const { api, files } = this.made;
    const tree = plainTree(api, files);
    const reads = [...(files.readFor.get(api.source.path) ?? [])];
    const document = api.document && documentTexts.get(api.document);
    return tree === undefined ? "" : JSON.stringify({ tree, document, reads } satisfies PlainDescription);
  }

  /** For an app in which no file of the description has changed. */
  readonly readers: Pick<Readers, "readDescription"> = {
    readDescription: (source, files, reporter, modes) => {
      const { readDescription } = ownReaders;
      if (typeof this.made !== "string") return readDescription(source, files, reporter, modes);
      const { tree, document, reads } = JSON.parse(this.made) as PlainDescription;
      for (const [path, look] of reads) files.look(path, look);
      const again = () => readDescription(source, files, new Reporter(), modes) as ApiDescription;
      const api = treeOf(tree, files, again);
      if (api.document !== undefined && document !== undefined) documentTexts.set(api.document, document);
      return api;
    },
  };
}
