import { codeFrame, visible } from "../../../compiler/diagnostics/render.js";
import { asDocument, type TextOrJson, textOrJson } from "../../shared/json-format.js";
import { type ExitCode, exitCodes, type Output, type Register } from "../../shared/surroundings.js";
import { type FoundPlace, findPlaces } from "./find-places.js";
import { readCode } from "./read-code.js";

/** `flowc where`: which part of which flow a place in `server.js` comes from. */
export const registerWhere: Register = (program, surroundings, exit) => {
  program
    .command("where")
    .description("show the place in a flow that a place in server.js comes from")
    .argument("<place>", "as in a log: gen/server.js:1:2345, or a whole line of a stack")
    .addOption(textOrJson("of the places"))
    .action((place: string, { format }: { readonly format: TextOrJson }) =>
      exit(runWhere(place, format, surroundings)),
    );
};

function runWhere(text: string, format: TextOrJson, { stdout, stderr }: Output): ExitCode {
  const { file, line, column } = parsePlace(text);
  const { map, lines } = readCode(file);
  const fail = (message: string): ExitCode => {
    stderr(`${visible(message)}\n`);
    return exitCodes.failed;
  };
  if (lines !== undefined) {
    const row = lines[line - 1];
    if (row === undefined) return fail(`${file} has no line ${line}.`);
    // Behind the last character there can be a call, too: the end of a function.
    if (column > row.length + 1) return fail(`${file}:${line} has no column ${column}.`);
  }
  const places = findPlaces(map, file, { line, column });
  if (places.length === 0) return fail(`${file}:${line}:${column} comes from no source.`);
  stdout(format === "json" ? asDocument({ places: places.map(listed) }) : places.map(shown).join(""));
  return exitCodes.fine;
}

/** The first place is what was asked for, so only that has its text with it. */
function shown({ name, source, line, column }: FoundPlace, index: number): string {
  const frame =
    index > 0 || source === undefined ? [] : codeFrame(source.spanAt({ line, column }), (mark) => mark);
  return `${[`${visible(name)}:${line}:${column}`, ...frame].join("\n")}\n`;
}

const listed = ({ name, source, line, column }: FoundPlace) => ({
  file: name,
  line,
  column,
  text: source?.text.split("\n")[line - 1] ?? null,
});

/** Reads `gen/server.js:1:2345`, or a line of a stack that has it. Both numbers count from 1. */
function parsePlace(text: string) {
  const place = text
    .trim()
    .replace(/^at (?:async )?(?:.*\()?/, "")
    .replace(/\)$/, "");
  const [, file = "", line = "", column = ""] = /^(.+):(\d{1,9}):(\d{1,9})$/s.exec(place) ?? [];
  if (file === "" || Number(line) === 0 || Number(column) === 0)
    throw new Error(
      `${JSON.stringify(text)} is no place: a file, a line and a column from 1, as in gen/server.js:1:2345`,
    );
  return { file, line: Number(line), column: Number(column) };
}
