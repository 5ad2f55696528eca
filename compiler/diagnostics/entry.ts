export type Severity = "error" | "warning";

/** A text with the names of arguments in braces, as in `There is no file {path}.`, or a function that makes one. */
export type MessageText<A> = string | ((args: A) => string | undefined);

export interface Entry<A> {
  readonly code: string;
  readonly severity: Severity;
  readonly message: MessageText<A>;
  /** The first one counts whose arguments are all known. */
  readonly hints: readonly MessageText<A>[];
}

type Lower = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m";
type Letter = Lower | "n" | "o" | "p" | "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z";

/** The names in braces. Other braces are text: `{{end}}`, `{ "a": 1 }`. */
type Names<T extends string> = T extends `${string}{${infer Rest}`
  ? Rest extends `{${infer After}`
    ? Names<After>
    : Rest extends `${infer Name}}${infer After}`
      ?
          | (Name extends `${string} ${string}` ? never : Name extends `${Letter}${string}` ? Name : never)
          | Names<After>
      : never
  : never;

/** The items of a list are written with commas between them. */
type Value = string | number | readonly string[];

/** Only arguments that no message has may be unknown. */
type Named<M extends string, H extends string> = [Names<M | H>] extends [never]
  ? undefined
  : { readonly [N in Names<M>]: Value } & { readonly [N in Exclude<Names<H>, Names<M>>]: Value | undefined };

interface Define {
  <const M extends string, const H extends string = never>(
    code: string,
    message: M,
    ...hints: readonly H[]
  ): Entry<Named<M, H>>;
  <A>(code: string, message: MessageText<A>, ...hints: readonly MessageText<A>[]): Entry<A>;
}

const define =
  (severity: Severity): Define =>
  <A>(code: string, message: MessageText<A>, ...hints: readonly MessageText<A>[]): Entry<A> => ({
    code,
    severity,
    message,
    hints,
  });

export const error = define("error");
export const warning = define("warning");

/** The arguments that an entry takes. */
export type ArgumentsOf<E> = E extends Entry<infer A> ? A : never;

/** A message with its arguments. */
export function told({ code, severity, message, hints }: Entry<never>, args: unknown) {
  let hint: string | undefined;
  for (const text of hints) hint ??= written(text, args);
  return { code, severity, message: written(message, args) ?? "", hint };
}

/** `undefined` if an argument is not known. */
function written(text: MessageText<never>, args: unknown): string | undefined {
  if (typeof text === "function") return text(args as never);
  const values = new Map<string, unknown>(Object.entries(args ?? {}));
  let isKnown = true;
  const whole = text.replace(/(?<!\{)\{([a-z]\w*)\}(?!\})/gi, (_, name: string) => {
    const value = values.get(name);
    isKnown &&= value !== undefined;
    return Array.isArray(value) ? value.join(", ") : String(value);
  });
  return isKnown ? whole : undefined;
}
