import type { Doc } from "../../code/doc.js";
import type { Statement } from "../../syntax/flow.js";
import { type Draft, end } from "./draft.js";
import type { Parts } from "./parts.js";
import type { Entry } from "./writer.js";
import { NoCounterpart } from "./written.js";

/** What a response has beside its content. Flows set it before and after the content, handlers with it. */
interface Options {
  readonly type?: Doc;
  readonly status?: Doc;
  /** The status, if it is a constant. */
  readonly code?: number;
  readonly headers?: readonly Entry[];
}

export const noOptions: Options = {};

/** A response that is made; what is set right behind it belongs to it, too. */
export interface Respond {
  readonly value: Doc;
  /** The comments of the actions that set the options. */
  comments: readonly Doc[];
  options: Options;
}

/** The statements of a block, while they are written. */
export class Block {
  readonly isWhole: boolean;
  /** Tells, once all is written, whether nothing comes behind it. */
  readonly isTail: () => boolean;
  /** What is set for the next response. */
  options: Options;
  /** The actions that have set it. */
  origins: readonly Statement[] = [];
  /** It has been set here, and no response has it. */
  isPending = false;
  readonly #drafts: (Draft | Respond)[] = [];
  /** The latest response, if nothing has happened since that it might matter to. */
  #latest: Respond | undefined;
  /** Those that are comments. */
  readonly #asides = new Set<Draft>();
  /** Those of the statement that comes next. */
  #comments: readonly Doc[] = [];
  /** The flow that the latest action is in that stays XML, and where that was. */
  #part: { readonly path: string; readonly at: number } | undefined;

  /** @param options what is set around it */
  constructor({ isWhole, isTail, options }: Pick<Block, "isWhole" | "isTail" | "options">) {
    this.isWhole = isWhole;
    this.isTail = isTail;
    this.options = options;
  }

  /** An action that stays XML; it shares a flow with one right before it. */
  part(parts: Parts, origin: Statement): void {
    const isNext = this.#part?.at === this.#drafts.length;
    const last = isNext && this.#comments.length === 0 ? this.#part?.path : undefined;
    const { path, draft } = parts.add(origin, last);
    if (last === undefined) this.add(draft);
    this.#part = { path, at: this.#drafts.length };
  }

  /** @param isAside the statement has nothing to do with the response */
  add(draft: Draft, isAside = false): void {
    if (!isAside) this.#latest = undefined;
    this.#drafts.push(this.#comment(), draft);
  }

  comment(comments: readonly Doc[]): void {
    this.#comments = [...this.#comments, ...comments];
  }

  #comment(): Draft {
    const comments = this.#comments;
    this.#comments = [];
    const draft = () => comments;
    this.#asides.add(draft);
    return draft;
  }

  /** Tells whether a statement is the last of the block. */
  isLast(draft: Draft): boolean {
    return this.#drafts.findLast((each) => typeof each !== "function" || !this.#asides.has(each)) === draft;
  }

  /** Tells whether what is said of a response from here on belongs to one that is there. */
  get hasResponse(): boolean {
    return this.#latest !== undefined;
  }

  /** Returns what takes back all that is added from here on. */
  kept(): () => void {
    const { options, isPending, origins } = this;
    const [count, latest, comments, part] = [this.#drafts.length, this.#latest, this.#comments, this.#part];
    const ofLatest = { ...latest };
    return () => {
      this.#drafts.length = count;
      Object.assign(this, { options, isPending, origins });
      if (latest !== undefined) Object.assign(latest, ofLatest);
      this.#latest = latest;
      this.#comments = comments;
      this.#part = part;
    };
  }

  respond(value: Doc, before: readonly Doc[], options: Options = noOptions): void {
    const comments = this.#comment();
    this.#latest = { value, comments: [], options: joined(options, this.options) };
    this.#drafts.push(comments, () => before, this.#latest);
    this.settled();
  }

  /** A status or header fields: of the response right before them, or of the next one. */
  option(option: Options, before: readonly Doc[], origin: Statement | undefined): void {
    const latest = before.length === 0 ? this.#latest : undefined;
    if (latest !== undefined) {
      latest.options = joined(latest.options, option);
      latest.comments = [...latest.comments, ...this.#comments];
      this.#comments = [];
      return;
    }
    this.#drafts.push(this.#comment(), () => before);
    this.options = joined(this.options, option);
    this.isPending = true;
    if (origin !== undefined) this.origins = [...this.origins, origin];
  }

  settled(): void {
    this.options = noOptions;
    this.isPending = false;
    this.origins = [];
  }

  draft(respond: (made: Respond) => Doc): Draft {
    this.#drafts.push(this.#comment());
    // Where nothing follows, nobody has to say that it ends.
    const isSaid = (draft: Draft | Respond) => draft !== end || !this.isTail() || !this.isLast(end);
    return () =>
      this.#drafts
        .filter(isSaid)
        .flatMap((draft) => (typeof draft === "function" ? draft() : [...draft.comments, respond(draft)]));
  }
}

/** @throws NoCounterpart if both have the same */
function joined(one: Options, other: Options): Options {
  if ((one.type && other.type) !== undefined || (one.status && other.status) !== undefined)
    throw new NoCounterpart("a second status");
  const headers = [...(one.headers ?? []), ...(other.headers ?? [])];
  // What is spread may have any names, and a field `Status` is no field.
  const names = headers.map(({ name }) => name?.toLowerCase());
  const isStatusTwice = names.includes("status") && (one.status ?? other.status) !== undefined;
  const isSpread = (one.headers && other.headers) !== undefined && names.includes(undefined);
  if (new Set(names).size < names.length || isStatusTwice || isSpread)
    throw new NoCounterpart("a second field");
  return { ...one, ...other, ...(headers.length === 0 ? {} : { headers }) };
}
