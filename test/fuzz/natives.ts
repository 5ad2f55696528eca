/** Natives that look at much for one call count it. What a regular expression does inside a place is not seen. */
import { count } from "./meter.js";

type Method = (this: unknown, ...given: unknown[]) => unknown;

interface Sized {
  readonly length: number;
}

/** Returns the amount that a call looked at. */
type Cost = (self: Sized, given: readonly unknown[], result: unknown) => number;

/** Puts a counter around methods of an object. */
function wrap(owner: object, names: readonly string[], cost: Cost): void {
  for (const name of names) {
    const native = (owner as Record<string, Method | undefined>)[name];
    if (native === undefined) continue;
    const counted = {
      [name](this: Sized, ...given: unknown[]) {
        const result = native.apply(this, given);
        count(cost(this, given, result));
        return result;
      },
    }[name];
    Object.defineProperty(owner, name, { value: counted, writable: true, configurable: true });
  }
}

const lengthOf = (value: unknown): number => (value as Partial<Sized> | null | undefined)?.length ?? 0;

const own: Cost = ({ length }) => length;
const made: Cost = (_self, _given, result) => lengthOf(result);
const argument: Cost = (_self, [first]) => lengthOf(first);

/** To where it was found, or to the end. */
const forward: Cost = ({ length }, [, from], found) =>
  Math.max(0, ((found as number) < 0 ? length : (found as number)) - (Number(from) || 0)) + 1;

/** The elements behind the place move. */
const moved: Cost = ({ length }, [start], removed) => {
  const at = Number(start) || 0;
  return Math.max(0, length - (at < 0 ? Math.max(0, length + at) : at)) + lengthOf(removed) + 1;
};

/** With a regular expression, its `exec` counts. */
const textual: Cost = ({ length }, [pattern]) => (typeof pattern === "string" ? length : 0);

function wrapRegExp(): void {
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function counted(text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    if (match !== null) count(Math.max(0, match.index + match[0].length - from) + 1);
    else count(this.sticky ? 1 : Math.max(0, String(text).length - from) + 1);
    return match;
  };
}

let isDone = false;

export function wrapNatives(): void {
  if (isDone) return;
  isDone = true;
  wrap(String.prototype, ["indexOf"], forward);
  wrap(String.prototype, ["includes", "lastIndexOf", "normalize", "toLowerCase", "toUpperCase", "trim"], own);
  wrap(String.prototype, ["trimEnd", "trimStart", "localeCompare", "isWellFormed", "toWellFormed"], own);
  wrap(String.prototype, ["split", "replace", "replaceAll"], textual);
  wrap(String.prototype, ["repeat", "padStart", "padEnd"], made);
  wrapRegExp();
  wrap(Array.prototype, ["indexOf"], forward);
  wrap(Array.prototype, ["includes", "lastIndexOf", "join", "reverse", "shift", "unshift"], own);
  wrap(Array.prototype, ["splice"], moved);
  wrap(Array.prototype, ["concat", "flat", "slice", "toReversed", "toSorted", "with"], made);
  wrap(Array.prototype, ["fill", "sort", "copyWithin"], own);
  wrap(Array, ["from"], made);
  const typed = Object.getPrototypeOf(Uint8Array.prototype) as object;
  wrap(typed, ["indexOf"], forward);
  wrap(typed, ["fill", "includes", "join", "lastIndexOf", "reverse", "sort"], own);
  wrap(typed, ["slice"], made);
  wrap(typed, ["set"], argument);
  wrap(Buffer.prototype, ["toString", "write"], own);
  wrap(Buffer, ["concat", "from"], made);
  wrap(Object, ["entries", "getOwnPropertyNames", "keys", "values"], made);
  wrap(Object, ["fromEntries"], argument);
  wrap(TextDecoder.prototype, ["decode"], made);
  wrap(TextEncoder.prototype, ["encode"], made);
  wrap(JSON, ["parse"], argument);
  wrap(JSON, ["stringify"], made);
  wrap(globalThis, ["atob", "btoa", "decodeURIComponent", "encodeURIComponent"], made);
}
