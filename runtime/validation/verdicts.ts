import type { SchemaCheck, SchemaError } from "./contract.js";

/** Data of Ajv's code at a validator, beside errors: the properties and items that a schema has evaluated. */
interface Evaluated {
  readonly props?: unknown;
  readonly items?: unknown;
}

/** A validator as Ajv's code defines it. */
interface Validator {
  (value: unknown, place?: object): boolean;
  errors?: readonly SchemaError[] | null;
  evaluated?: Evaluated;
}

interface Verdict {
  readonly error: SchemaError | undefined;
  readonly evaluated: Evaluated | undefined;
}

/** The facts that are known about the values in one validation. */
export interface Verdicts {
  /** Wraps the validator of a schema that contains itself, so that it visits each value once. */
  readonly once: (validate: Validator) => Validator;
  /** Checks a whole value. */
  readonly check: (validate: Validator) => SchemaCheck;
}

/**
 * Keeps the results of validators while a check runs. If several alternatives lead back to their schema, they would
 * visit what is inside a value again and again: twice as often with each level.
 */
export function verdicts(): Verdicts {
  let found = new Map<Validator, WeakMap<object, Verdict>>();
  const knownOf = (validate: Validator): WeakMap<object, Verdict> => {
    const known = found.get(validate) ?? new WeakMap();
    found.set(validate, known);
    return known;
  };

  return {
    once: (validate) => {
      const one: Validator = (value, place) => {
        if (typeof value !== "object" || value === null) return taken(one, fresh(validate, value, place));
        const known = knownOf(validate);
        const verdict = known.get(value) ?? fresh(validate, value, place);
        known.set(value, verdict);
        return taken(one, verdict);
      };
      return one;
    },
    check: (validate) => {
      const one: SchemaCheck = (value) => {
        try {
          const holds = validate(value);
          one.errors = validate.errors ?? null;
          return holds;
        } finally {
          found = new Map(); // values can change before the next check
        }
      };
      return one;
    },
  };
}

/**
 * Keeps only the last error, which is the one that is reported. Keeping all would keep twice as many with each level.
 */
function fresh(validate: Validator, value: unknown, place: object | undefined): Verdict {
  const holds = validate(value, place);
  return { error: holds ? undefined : validate.errors?.at(-1), evaluated: copy(validate.evaluated) };
}

/** Leaves the result where the caller looks for it. */
function taken(one: Validator, { error, evaluated }: Verdict): boolean {
  one.errors = error === undefined ? null : [error];
  one.evaluated = copy(evaluated) ?? {};
  return error === undefined;
}

/** A copy, since the caller adds to the object that it gets. */
function copy(evaluated: Evaluated | undefined): Evaluated | undefined {
  return (
    evaluated && {
      ...evaluated,
      ...(typeof evaluated.props === "object" && { props: { ...evaluated.props } }),
    }
  );
}
