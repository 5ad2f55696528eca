/** Samples of mistakes: a text that holds a mistake and its correction, and what the build says about each. */
import { isLint } from "../../compiler/diagnostics/catalogue-lint.js";
import type { Diagnostic } from "../../compiler/diagnostics/reporter.js";
import { Session } from "../../compiler/session/session.js";
import type { Span } from "../../compiler/source/source-text.js";
import { compileFiles, describeDiagnostic, type Files, inputOf } from "../support/compile.js";
import { withDefaults } from "../support/default-files.js";
import { flowFile } from "../support/samples.js";

/**
 * One text for both twins. `«wrong|right»` is where they differ; `«wrong¦right»` where one of them has a `|`. The first
 * of these, or the one that begins with `«!`, is the place that the build has to show. Its wrong half may be empty, and
 * its halves may be alike where the difference is elsewhere.
 */
type Text = string;

export interface Mistake {
  /** The content of the `<flow>` element of `orders.xml`. */
  readonly flow?: Text;
  /** The files that differ from `defaultFiles`. */
  readonly files?: Readonly<Record<string, Text>>;
  /** The code of the finding at the place. */
  readonly code?: `FLOW${number}`;
  /** The words that the finding at the place has to have, in its message or in its hint. */
  readonly says?: RegExp;
  /** The finding is one of lint, which other mistakes are not asked about. */
  readonly isLint?: true;
  /** Why the build does not find it: a known gap, which counts as not found. */
  readonly notFound?: string;
}

/** By their names. A text is the content of the `<flow>` element of `orders.xml`. */
export type Mistakes = Readonly<Record<string, Text | Mistake>>;

export interface Outcome {
  /** The findings of the build about the wrong twin, and about the right one, as lines for a person. */
  readonly wrong: readonly string[];
  readonly right: readonly string[];
  readonly isFound: boolean;
  readonly isRightPlace: boolean;
  /** The warnings at the place that a comment in the line before does not silence, as lines. */
  readonly unsilenced: readonly string[];
}

export async function judge(mistake: Mistake): Promise<Outcome> {
  const texts = Object.entries(mistake.files ?? { "orders.xml": flowFile(mistake.flow ?? "") });
  const twins = texts.map(([path, text]) => ({ path, ...split(text) }));
  const files = (half: "wrong" | "right"): Files =>
    withDefaults(Object.fromEntries(twins.map((twin) => [twin.path, twin[half]])));
  const place = placeIn(twins);
  const found = async (half: "wrong" | "right") =>
    (await findIn(files(half))).filter((one) => mistake.isLint === true || !isLint(one));
  const [wrong, right] = await Promise.all([found("wrong"), found("right")]);
  const atPlace = wrong.filter(({ span }) => span !== undefined && touches(span, place));
  return {
    unsilenced: await unsilenced(files("wrong"), wrong, atPlace),
    wrong: wrong.map(described),
    right: right.map(described),
    isFound: wrong.length > 0,
    isRightPlace: atPlace.some((finding) => isMeant(finding, mistake)),
  };
}

/** The findings of the build, or those of `flowc test` where there are tests. */
async function findIn(files: Files): Promise<readonly Diagnostic[]> {
  const tests = Object.keys(files).filter((path) => path.startsWith("tests/"));
  const { diagnostics } =
    tests.length === 0 ? await compileFiles(files) : await new Session().tests(inputOf(files), tests);
  return diagnostics;
}

/** Builds it once more with a comment for each warning. An error needs correction, and cannot be silenced. */
async function unsilenced(
  files: Files,
  all: readonly Diagnostic[],
  warnings: readonly Diagnostic[],
): Promise<readonly string[]> {
  const first = warnings.find(({ severity }) => severity === "warning");
  if (first?.span === undefined || all.some(({ severity }) => severity === "error")) return [];
  const { source, start } = first.span;
  const before = source.text.lastIndexOf("\n", start - 1) + 1;
  const codes = [...new Set(warnings.map(({ code }) => code))].join(" ");
  const comment = commentIn(source.path, source.text.slice(0, before), codes);
  if (comment === undefined) return [];
  const text = `${source.text.slice(0, before)}${comment}\n${source.text.slice(before)}`;
  const left = await findIn({ ...files, [source.path]: text });
  return left.map(described).filter((line) => codes.split(" ").some((code) => line.includes(code)));
}

/** A comment where the text before it leaves room for one: not inside a tag or a CDATA section, and not in JSON. */
function commentIn(path: string, before: string, codes: string): string | undefined {
  if (/\.ya?ml$/.test(path)) return `# flowc-ignore ${codes}`;
  const isInside = before.lastIndexOf("<") > before.lastIndexOf(">") || before.includes("<![CDATA[");
  return path.endsWith(".xml") && before !== "" && !isInside ? `<!-- flowc-ignore ${codes} -->` : undefined;
}

const described = (finding: Diagnostic): string =>
  [describeDiagnostic(finding), ...(finding.hint === undefined ? [] : [`hint: ${finding.hint}`])].join(
    "\n  ",
  );

const isMeant = ({ code, message, hint }: Diagnostic, mistake: Mistake): boolean =>
  (mistake.code === undefined || code === mistake.code) &&
  (mistake.says === undefined || mistake.says.test(`${message}\n${hint ?? ""}`));

interface Twins {
  readonly wrong: string;
  readonly right: string;
  readonly marks: readonly Mark[];
}

/** A range of the wrong twin. */
interface Mark {
  readonly start: number;
  readonly end: number;
  readonly isPlace: boolean;
}

const marker = /«(!?)(?:([^«»¦]*)¦([^«»¦]*)|([^«»|¦]*)\|([^«»|¦]*))»/g;

function split(text: Text): Twins {
  const marks: Mark[] = [];
  let wrong = "";
  let right = "";
  let end = 0;
  for (const match of text.matchAll(marker)) {
    const [all, place, ...halves] = match;
    const [wrongHalf = "", rightHalf = ""] = halves.filter((half) => half !== undefined);
    const between = text.slice(end, match.index);
    wrong += between;
    right += between + rightHalf;
    marks.push({ start: wrong.length, end: wrong.length + wrongHalf.length, isPlace: place === "!" });
    wrong += wrongHalf;
    end = match.index + all.length;
  }
  const rest = text.slice(end);
  if (/[«»]/.test(wrong + rest)) throw new Error(`This sample has a marker that is none: ${text}`);
  return { wrong: wrong + rest, right: right + rest, marks };
}

interface Place {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

function placeIn(twins: readonly (Twins & { readonly path: string })[]): Place {
  const marks = twins.flatMap(({ path, marks }) => marks.map((mark) => ({ path, ...mark })));
  const place = marks.find(({ isPlace }) => isPlace) ?? marks[0];
  if (place === undefined) throw new Error("This sample has no marker.");
  return place;
}

/** Returns true if a finding begins in a line of the place, and marks some of its text or ends beside it. */
function touches({ source, start, end }: Span, place: Place): boolean {
  const line = source.place(start).line;
  return (
    source.path === place.path &&
    line >= source.place(place.start).line &&
    line <= source.place(place.end).line &&
    start <= place.end &&
    end >= place.start
  );
}
