import { type Connection, LSPErrorCodes, type Position, ResponseError } from "vscode-languageserver/node";
import type { SourceText } from "../../../compiler/source/index.js";
import { messageOf } from "../../shared/values.js";
import { offsetOf } from "./convert.js";
import type { Place, Workspace } from "./workspace.js";

/** A file that a client asks about, and where. */
interface Asked extends Place {
  readonly source: SourceText;
  readonly uri: string;
}

type WithDocument = { readonly textDocument: { readonly uri: string } };
type WithPosition = WithDocument & { readonly position: Position };

/** The common part of all answers: the file that is asked about, and the reply where there is no answer. */
export class Asking {
  /** True if the client can go on at a place inside what it has inserted. */
  takesSnippets = false;

  constructor(
    private readonly connection: Connection,
    private readonly workspace: () => Workspace,
  ) {}

  /** Answers a question about a place; `nothing` about a file that is not open, or that no app has. */
  answer<T>(
    params: WithPosition,
    nothing: T,
    answer: (asked: Asked, offset: number) => T,
  ): T | ResponseError<void> {
    return this.ask(params, nothing, (asked) => answer(asked, offsetOf(asked.source, params.position)));
  }

  /** The same of a question about a whole file. */
  ask<T>(params: WithDocument, nothing: T, answer: (asked: Asked) => T): T | ResponseError<void> {
    try {
      const uri = String(params.textDocument?.uri);
      const place = this.workspace().place(uri);
      const source = place?.app.project.source(place.path);
      return place === undefined || source === undefined ? nothing : answer({ ...place, source, uri });
    } catch (error) {
      if (error instanceof ResponseError) return error;
      this.log(error);
      return new ResponseError(LSPErrorCodes.RequestFailed, messageOf(error));
    }
  }

  attempt<T>(work: () => T, otherwise: T): T {
    try {
      return work();
    } catch (error) {
      this.log(error);
      return otherwise;
    }
  }

  log(error: unknown): void {
    this.connection.console.error(messageOf(error));
  }
}

export const isXml = (path: string): boolean => path.endsWith(".xml");
