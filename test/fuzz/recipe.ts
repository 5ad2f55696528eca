/** Inputs that can be made in any size, so that it can be told how their cost grows. */
import type { Random } from "./random.js";
import type { Dictionary } from "./target.js";

export interface Recipe {
  readonly head: string;
  /** One after the other, with equal shares of the size. */
  readonly phases: readonly Phase[];
  readonly tail: string;
}

export interface Phase {
  /** Repeated; `{#}` in it becomes a number that differs each time. */
  readonly unit: string;
  /** Repeated as often after all that comes after this phase: what the unit opened. */
  readonly end?: string;
}

const number = "{#}";

/**
 * Pairs that open and close nest this deep, and then begin anew: enough for all that doubles with each level.
 * Readers have a limit for depth, so that what grows with depth alone has an end; what opens without an end
 * goes as deep as it likes.
 */
const deepest = 32;

/** The input of about that size. */
export function render({ head, phases, tail }: Recipe, size: number): string {
  const longest = Math.max(
    0,
    ...phases.map(({ unit, end }) => (end === undefined ? 0 : unit.length + end.length)),
  );
  const groups = longest === 0 ? 1 : Math.max(1, Math.ceil(size / phases.length / (deepest * longest)));
  const parts: string[] = [head];
  for (let group = 0; group < groups; group++) {
    const closed: string[] = [];
    phases.forEach(({ unit, end = "" }, index) => {
      const times = Math.floor(size / groups / phases.length / Math.max(1, unit.length + end.length));
      parts.push(unit.includes(number) ? numbered(unit, times, `x${index}x${group}`) : unit.repeat(times));
      closed.push(end.repeat(times));
    });
    parts.push(...closed.reverse());
  }
  return [...parts, tail].join("");
}

const numbered = (unit: string, times: number, suffix: string): string =>
  Array.from({ length: times }, (_, index) => unit.replaceAll(number, `${index}${suffix}`)).join("");

/** Each unit and pair by itself, in every frame, in no order: what is tried first. */
export function simpleRecipes(
  random: Random,
  { units, pairs = [], frames = [] }: Dictionary,
): readonly Recipe[] {
  const phases: readonly Phase[] = [
    ...units.map((unit) => ({ unit })),
    ...pairs.flatMap(([unit, end]) => [{ unit, end }, { unit }, { unit: unit + end }]),
  ];
  const recipes = [["", ""], ...frames].flatMap(([head = "", tail = ""]) =>
    phases.map((one): Recipe => ({ head, phases: [one], tail })),
  );
  for (let index = recipes.length - 1; index > 0; index--) {
    const other = random.below(index + 1);
    [recipes[index], recipes[other]] = [recipes[other] as Recipe, recipes[index] as Recipe];
  }
  return recipes;
}

/** Another recipe: near one that cost much, or a new one. */
export function randomRecipe(random: Random, dictionary: Dictionary, near: Recipe | undefined): Recipe {
  return near === undefined || random.oneIn(3)
    ? newRecipe(random, dictionary)
    : changed(random, dictionary, near);
}

function newRecipe(random: Random, dictionary: Dictionary): Recipe {
  const [head, tail] = around(random, dictionary);
  const phases = Array.from({ length: 1 + random.below(3) }, () => phase(random, dictionary));
  return { head, phases, tail };
}

function around(random: Random, { frames = [], samples }: Dictionary): readonly [string, string] {
  switch (random.below(5)) {
    case 0:
      return ["", ""];
    case 1: {
      const sample = samples.length === 0 ? "" : random.pick(samples);
      const at = random.below(sample.length + 1);
      return [sample.slice(0, at), random.oneIn(2) ? sample.slice(at) : ""];
    }
    case 2:
      return [frames.length === 0 ? "" : random.pick(frames)[0], ""];
    default:
      return frames.length === 0 ? ["", ""] : random.pick(frames);
  }
}

function phase(random: Random, dictionary: Dictionary): Phase {
  const { pairs = [] } = dictionary;
  if (pairs.length > 0 && random.oneIn(4)) {
    const [unit, end] = random.pick(pairs);
    return { unit: random.oneIn(3) ? unit + word(random, dictionary) : unit, end };
  }
  const words = Array.from({ length: 1 + random.below(3) }, () => word(random, dictionary));
  return { unit: words.join("") };
}

const oddCharacters = [
  "a",
  " ",
  "\n",
  "\r\n",
  "0",
  "9",
  "=",
  ";",
  ",",
  '"',
  "'",
  "\\",
  "%",
  "é",
  "\u{1f600}",
  "\0",
];

/** A word of the language, or a piece of one, or a character. */
function word(random: Random, { units, samples }: Dictionary): string {
  const kind = random.below(12);
  if (kind === 0) return random.pick(oddCharacters);
  if (kind === 1 && samples.length > 0) {
    const sample = random.pick(samples);
    const from = random.below(sample.length + 1);
    return sample.slice(from, from + 1 + random.below(12));
  }
  const unit = random.pick(units);
  if (kind > 3 || unit.includes(number)) return unit;
  return random.oneIn(2)
    ? unit.slice(0, 1 + random.below(unit.length))
    : unit.slice(random.below(unit.length));
}

function changed(random: Random, dictionary: Dictionary, recipe: Recipe): Recipe {
  const { head, phases, tail } = recipe;
  const at = random.below(phases.length);
  const one = phases[at] as Phase;
  const replaced = (by: readonly Phase[]): Recipe => ({ ...recipe, phases: phases.toSpliced(at, 1, ...by) });
  switch (random.below(7)) {
    case 0:
      return { ...recipe, head: head + word(random, dictionary) };
    case 1:
      return { ...recipe, tail: word(random, dictionary) + tail };
    case 2:
      return replaced([{ ...one, unit: one.unit + word(random, dictionary) }]);
    case 3:
      return replaced([{ ...one, unit: word(random, dictionary) + one.unit }]);
    case 4:
      return phases.length < 4 ? replaced([one, phase(random, dictionary)]) : replaced([]);
    case 5: {
      const [frameHead, frameTail] = around(random, dictionary);
      return { ...recipe, head: frameHead, tail: frameTail };
    }
    default:
      return replaced([phase(random, dictionary)]);
  }
}

/** Smaller recipes that may do the same, the smallest first. */
export function* simpler({ head, phases, tail }: Recipe): Iterable<Recipe> {
  if (phases.length > 1) {
    for (let index = 0; index < phases.length; index++)
      yield { head, phases: phases.toSpliced(index, 1), tail };
  }
  if (head !== "") for (const less of shorter(head)) yield { head: less, phases, tail };
  if (tail !== "") for (const less of shorter(tail)) yield { head, phases, tail: less };
  for (const [index, one] of phases.entries()) {
    if (one.end !== undefined) yield { head, phases: phases.with(index, { unit: one.unit }), tail };
    for (const unit of shorter(one.unit)) {
      if (unit !== "") yield { head, phases: phases.with(index, { ...one, unit }), tail };
    }
  }
}

function* shorter(text: string): Iterable<string> {
  yield "";
  const half = Math.floor(text.length / 2);
  if (half > 1) {
    yield text.slice(0, half);
    yield text.slice(half);
  }
  if (text.length > 40) return;
  for (let index = 0; index < text.length; index++) yield text.slice(0, index) + text.slice(index + 1);
}
