/**
 * Asks something of the rest of an app. Where a result is kept, so are the question and the answer. Questions are functions
 * of a module, and all that one needs is its key: a function within another one would hold on to a whole app.
 */
export interface Ask<World> {
  <Answer>(question: (world: World) => Answer): Answer;
  <Key, Answer>(question: (world: World, key: Key) => Answer, key: Key): Answer;
}

interface Asked<World> {
  readonly question: (world: World, key: never) => unknown;
  readonly key: unknown;
  readonly answer: unknown;
}

/**
 * Results about objects that are never edited, for a process that stays. Each is kept with all that was asked of the rest
 * of the app for it, and holds as long as the answers stay the same: nobody has to know which changes can be seen where.
 * So a computation may read its subject, and nothing else but by asking.
 */
export class KeptResults<Subject extends object, World, Result> {
  readonly #kept = new WeakMap<
    Subject,
    { readonly asked: readonly Asked<World>[]; readonly result: Result }
  >();

  get(subject: Subject, world: World, compute: (ask: Ask<World>) => Result): Result {
    const before = this.#kept.get(subject);
    const holds = ({ question, key, answer }: Asked<World>) => isSame(question(world, key as never), answer);
    if (before?.asked.every(holds) === true) return before.result;
    const asked: Asked<World>[] = [];
    const result = compute(<Key, Answer>(question: (world: World, key: Key) => Answer, key?: Key): Answer => {
      const answer = question(world, key as Key);
      asked.push({ question, key, answer });
      return answer;
    });
    this.#kept.set(subject, { asked, result });
    return result;
  }
}

/** The result that is kept, or a new one where nothing is: a process that does not stay need not remember questions. */
export function resultOf<Subject extends object, World, Result>(
  kept: KeptResults<Subject, World, Result> | undefined,
  subject: Subject,
  world: World,
  compute: (ask: Ask<World>) => Result,
): Result {
  return kept === undefined ? compute(asking(world)) : kept.get(subject, world, compute);
}

/** Answers questions, and remembers none. */
export const asking =
  <World>(world: World): Ask<World> =>
  <Key, Answer>(question: (world: World, key: Key) => Answer, key?: Key): Answer =>
    question(world, key as Key);

/** Values by texts that say all about them: for the same text, the same object, also in later builds. */
export class Remembered<Value> {
  readonly #values = new Map<string, Value>();

  get(text: string, make: () => Value): Value {
    const known = this.#values.get(text);
    if (known !== undefined || this.#values.has(text)) return known as Value;
    if (this.#values.size >= mostRemembered) this.#values.clear();
    const made = make();
    this.#values.set(text, made);
    return made;
  }
}

const mostRemembered = 10_000;

type Table<Key, Value> = Pick<ReadonlyMap<Key, Value>, "get">;

/**
 * A table of facts about the rest of an app, of which each is asked for once.
 * @param table a function of a module
 */
export function askedTable<World, Key, Value>(
  ask: Ask<World>,
  table: (world: World) => Table<Key, Value>,
): Table<Key, Value> {
  const answers = new Map<Key, Value | undefined>();
  return {
    get(key) {
      if (!answers.has(key)) answers.set(key, ask(entryOf<World, Key, Value>, [table, key]));
      return answers.get(key);
    },
  };
}

const entryOf = <World, Key, Value>(
  world: World,
  [table, key]: readonly [(world: World) => Table<Key, Value>, Key],
): Value | undefined => table(world).get(key);

/** With more parts than this, values count as different: it would take longer to compare them than to go on. */
const maxParts = 10_000;

/** Tells whether two values of the compiler are the same: plain data by their parts, everything else by identity. */
export function isSame(a: unknown, b: unknown): boolean {
  let parts = 0;
  const compare = (one: unknown, other: unknown): boolean => {
    if (Object.is(one, other)) return true;
    if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
    if (parts++ > maxParts) return false;
    const kind = Object.getPrototypeOf(one);
    if (kind !== Object.getPrototypeOf(other)) return false;
    if (Array.isArray(one)) return all(one, other as readonly unknown[]);
    if (one instanceof Map) {
      const map = other as ReadonlyMap<unknown, unknown>;
      if (one.size !== map.size) return false;
      return all([...one.keys()], [...map.keys()]) && all([...one.values()], [...map.values()]);
    }
    if (one instanceof Set) {
      const set = other as ReadonlySet<unknown>;
      return one.size === set.size && all([...one], [...set]);
    }
    if (one instanceof Uint8Array) return Buffer.compare(one, other as Uint8Array) === 0;
    if (kind !== Object.prototype) return false;
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every(
        (key) =>
          Object.hasOwn(other, key) &&
          compare((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
      )
    );
  };
  const all = (some: readonly unknown[], others: readonly unknown[]): boolean =>
    some.length === others.length && some.every((part, index) => compare(part, others[index]));
  return compare(a, b);
}
