import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { createInterface } from "node:readline/promises";
import { InvalidArgumentError } from "commander";
import { asDocument, type TextOrJson, textOrJson } from "../../shared/json-format.js";
import { exitCodes, type Register } from "../../shared/surroundings.js";
import { ownVersion } from "../../shared/version.js";
import { writeWhole } from "../../shared/write-whole.js";
import { type PackageFile, packageFile, projectFiles, projectOf } from "./project-files.js";
import { starterFiles } from "./starter-files.js";
import { type StarterPart, starterParts } from "./starter-parts.js";

interface InitOptions {
  readonly format: TextOrJson;
  readonly yes: boolean;
  /** True if directions for agents are written. */
  readonly agents: boolean;
  readonly with: readonly StarterPart[];
  readonly handler?: true;
}

/** A file to write: its path, and its text. */
type NewFile = readonly [string, string];

const directions = "AGENTS.md";

/** `flowc init`: starts an app. */
export const registerInit: Register = (program, { stdout }, exit) => {
  program
    .command("init")
    .description("start an app that builds, tests and runs")
    .argument("[dir]", "the directory to write to", ".")
    .option(
      "--with <parts>",
      `also begin with ${[...starterParts.keys()].join(", or ")}, or several`,
      parts,
      [],
    )
    .option("--handler", "the same as --with handler")
    .option("-y, --yes", "write without asking; only a terminal is asked", false)
    .option("--no-agents", `write no ${directions}, directions for agents`)
    .addOption(textOrJson("of the list of files"))
    .action(async (directory: string, given: InitOptions) => {
      const extra = given.handler === true ? parts("handler") : [];
      const options = { ...given, with: [...new Set([...given.with, ...extra])] };
      const { format, yes } = options;
      const project = projectOf(directory);
      const manifest = packageFile(project, within(project, directory));
      const files = newFiles(directory, project, options);
      if (!manifest.exists) files.push([manifest.path, manifest.text]);
      const isAsked = !yes && format === "text" && process.stdin.isTTY && process.stdout.isTTY;
      const adds = manifest.exists && (yes || isAsked) && Object.keys(manifest.missing).length > 0;
      if (isAsked && !(await isWanted(files, adds ? manifest : undefined))) {
        stdout("nothing is written\n");
        return exit(exitCodes.failed);
      }
      for (const [path, text] of files) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text, { flag: "wx" });
        if (format === "text") stdout(`wrote ${path}\n`);
      }
      if (adds) writeWhole(manifest.path, manifest.text);
      if (adds && format === "text") stdout(`added scripts to ${manifest.path}: ${namesOf(manifest)}\n`);
      const next = nextSteps(directory, project, manifest, adds);
      stdout(
        format === "json"
          ? asDocument({ files: files.map(([path]) => path), next })
          : `\nnext: ${next.join("\n      ")}\n`,
      );
    });
};

/** The path of a flow directory from its project. */
const within = (project: string, directory: string): string =>
  relative(project, directory).split(sep).join("/") || ".";

function parts(text: string): readonly StarterPart[] {
  return [...new Set(text.split(","))].map((name) => {
    const part = starterParts.get(name);
    if (part === undefined)
      throw new InvalidArgumentError(
        `It has to be one of ${[...starterParts.keys()].join(", ")}, or several with commas.`,
      );
    return part;
  });
}

/**
 * The files to write. Directions of one's own, and what a project has for itself, stay as they are.
 * @throws Error if a file of the app is there
 */
function newFiles(directory: string, project: string, options: InitOptions): NewFile[] {
  const app = [...starterFiles(options.with)].map(([path, text]): NewFile => [join(directory, path), text]);
  const mayStay = new Set([join(directory, directions)]);
  const taken = app.flatMap(([path]) => (existsSync(path) && !mayStay.has(path) ? path : []));
  if (taken.length > 0)
    throw new Error(
      `${taken.join(", ")} ${taken.length === 1 ? "exists" : "exist"}; nothing is overwritten.`,
    );
  const around = projectFiles(options.with, within(project, directory)).map(
    ([path, text]): NewFile => [join(project, path), text],
  );
  return [...app, ...around].filter(([path]) => !existsSync(path) && (options.agents || !mayStay.has(path)));
}

const namesOf = ({ missing }: PackageFile): string => Object.keys(missing).join(", ");

/** Commands to run next. */
function nextSteps(
  directory: string,
  project: string,
  manifest: PackageFile,
  adds: boolean,
): readonly string[] {
  const { exists, missing, hasFlowc } = manifest;
  const wanting = exists && !adds ? Object.entries(missing) : [];
  const set = wanting.map(([name, script]) => `'scripts.${name}=${script.replaceAll("'", "'\\''")}'`);
  return [
    ...(resolve(project) === resolve(".") ? [] : [`cd ${directory}`]),
    // npm's registry does not have flowc; who has the name there may be anybody.
    ...(hasFlowc
      ? []
      : [`npm i -D ./flowc-${ownVersion()}.tgz   # the file that npm pack makes in a clone of flowc`]),
    ...(set.length === 0 ? [] : [`npm pkg set ${set.join(" ")}`]),
    "npm run dev",
    "npm test",
    "npm run build && npm start",
  ];
}

/** Asks a person, who has to answer; the end of what is typed is a no. */
async function isWanted(files: readonly NewFile[], manifest: PackageFile | undefined): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) => {
    terminal.once("close", () => resolve("no"));
  });
  const scripts = manifest && `, and add scripts to ${manifest.path} (${namesOf(manifest)})`;
  try {
    const answer = terminal.question(
      `Write ${files.map(([path]) => path).join(", ")}${scripts ?? ""}? [Y/n] `,
    );
    return !/^\s*n/i.test(await Promise.race([answer, ended]));
  } finally {
    terminal.close();
  }
}
