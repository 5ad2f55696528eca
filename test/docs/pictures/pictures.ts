/** The pictures of the README that show text: each from what the commands print. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CodeLine,
  highlightLines,
  type Language,
} from "../../../bin/commands/dev/page/shared/highlighting.js";
import { aggregatorUpstreams } from "../../support/aggregator-upstreams.js";
import { fixture } from "../../support/project.js";
import { repository } from "../../tools/sources.js";
import { drawPanes, type Pane } from "./draw.js";

export interface Picture {
  /** The file in `docs/pictures/`. */
  readonly name: string;
  readonly svg: string;
}

/** All of them. The compiler has been built before. */
export async function drawPictures(): Promise<readonly Picture[]> {
  const directory = mkdtempSync(join(tmpdir(), "flowc-pictures-"));
  try {
    return [await drawModule(directory), await drawFinding(directory), await drawTrace(directory)];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function drawModule(directory: string): Promise<Picture> {
  await shell(directory, `flowc build ${fixture("hello")} -o gen`);
  return {
    name: "flow-and-module.svg",
    svg: drawPanes("A flow of eight lines, and the TypeScript module of two statements that it becomes", [
      filePane("hello.xml", readFileSync(join(fixture("hello"), "hello.xml"), "utf8"), "xml"),
      filePane(
        "gen/endpoints/get-hello.ts",
        readFileSync(join(directory, "gen/endpoints/get-hello.ts"), "utf8"),
        "typescript",
      ),
    ]),
  };
}

/** A flow with two mistakes. */
async function drawFinding(directory: string): Promise<Picture> {
  cpSync(fixture("hello"), join(directory, "flows"), { recursive: true });
  const flow = join(directory, "flows/hello.xml");
  const text = readFileSync(flow, "utf8");
  writeFileSync(flow, text.replace("concat(", "concatt(").replace(", $name,", ", $nam,"));
  const command = "flowc check flows";
  return {
    name: "finding.svg",
    svg: drawPanes(
      "flowc check names an unknown function and an unset variable, each with its line of the flow",
      [
        terminalPane(
          command,
          await shell(directory, `NODE_OPTIONS='--import ${terminal}' ${command} 2>/dev/null`),
        ),
      ],
    ),
  };
}

async function drawTrace(directory: string): Promise<Picture> {
  cpSync(fixture("aggregator"), join(directory, "aggregator"), { recursive: true });
  const upstreams = await aggregatorUpstreams();
  const command = "flowc request aggregator GET /api/users/1/dashboard";
  const printed = await shell(directory, `${command} 2>&1`, upstreams.env);
  await upstreams.stop();
  return {
    name: "trace.svg",
    svg: drawPanes(
      "flowc request shows the answer of an app, and the actions, variables and upstream requests behind it, with their times",
      [terminalPane(command, printed)],
    ),
  };
}

function filePane(caption: string, text: string, language: Language): Pane {
  return { caption, lines: highlightLines(text.trimEnd(), language) };
}

function terminalPane(command: string, printed: string): Pane {
  return { caption: `$ ${command}`, lines: printed.trimEnd().split("\n").map(colouredLine) };
}

/** Makes a program take its standard output for a terminal. */
const terminal = "data:text/javascript,process.stdout.isTTY=true";

/** Runs a command line in which `flowc` is the built one. Its exit code does not matter. */
export function shell(
  cwd: string,
  line: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const command = line.replace(
    /\bflowc /,
    `'${process.execPath}' '${join(repository, "dist/bin/flowc.js")}' `,
  );
  const { NO_COLOR: _, ...inherited } = process.env;
  return new Promise((resolve) => {
    execFile(
      "/bin/sh",
      ["-c", command],
      { cwd, env: { ...inherited, TERM: "xterm", ...env } },
      (_error, stdout) => resolve(stdout),
    );
  });
}

const styles: ReadonlyMap<string, string> = new Map([
  ["1", "bold"],
  ["31", "error"],
  ["33", "warning"],
  ["36", "hint"],
]);

/** A line with the codes by which terminals change colours. */
function colouredLine(line: string): CodeLine {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes begin with one
  const [first = "", ...pieces] = line.split(/\x1b\[(\d+)m/);
  const coloured = pieces.flatMap((text, index) =>
    index % 2 === 1 ? [{ text, style: styles.get(pieces[index - 1] ?? "") ?? "" }] : [],
  );
  return [{ text: first, style: "" }, ...coloured];
}
