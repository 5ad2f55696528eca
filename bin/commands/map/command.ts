import { basename, resolve } from "node:path";
import { Option } from "commander";
import type { AppGraph, HandlerShare } from "../../../compiler/generate/index.js";
import { compiled } from "../../shared/compiled.js";
import { directoryArgument, type Overlaid, overlayOption } from "../../shared/directory.js";
import { asDocument } from "../../shared/json-format.js";
import { exitCodes, type Output, type Register } from "../../shared/surroundings.js";
import { writeWhole } from "../../shared/write-whole.js";

interface MapOptions extends Overlaid {
  readonly out?: string;
  readonly focus?: string;
  readonly open?: readonly string[];
  readonly format: "svg" | "json";
}

/** `flowc map`: what an app consists of, drawn. */
export const registerMap: Register = (program, surroundings, exit) => {
  program
    .command("map")
    .description("draw what the app of the flow directory [dir] consists of, and what uses what, as SVG")
    .argument(...directoryArgument)
    .addOption(overlayOption())
    .option("-o, --out <file>", "write to a file (default: standard output)")
    .option("--focus <what>", "only what a file, a folder, a path or an upstream system has to do with")
    .option("--open <folder...>", "folders to open where all together are too many to draw")
    .addOption(new Option("--format <format>", "of the map").choices(["svg", "json"]).default("svg"))
    .action(async (directory: string, options: MapOptions) => {
      const found = await compiled(directory, options, surroundings);
      if (found === undefined) return exit(exitCodes.failed);
      const { describeGraph } = await import("../../../compiler/generate/index.js");
      await draw(directory, describeGraph(found.program), options, surroundings);
    });
};

async function draw(
  directory: string,
  whole: AppGraph,
  { out, focus: focused, open = [], format }: MapOptions,
  { stdout }: Output,
): Promise<void> {
  const { focus } = await import("../../shared/map/focus.js");
  const graph = focused === undefined ? whole : focus(whole, focused);
  const name = `Map of ${basename(resolve(directory))}${focused === undefined ? "" : `: ${focused}`}`;
  const { handlerShare, handlerShareText } = await import("../../../compiler/generate/index.js");
  const answers = graph.nodes.flatMap(({ answeredBy }) => answeredBy ?? []);
  const text =
    format === "json"
      ? asJson(graph, handlerShare(answers))
      : await asSvg(graph, open, name, handlerShareText(answers));
  if (out === undefined) stdout(text);
  else writeWhole(out, text);
}

async function asSvg(
  graph: AppGraph,
  open: readonly string[],
  title: string,
  share: string | undefined,
): Promise<string> {
  const { fold } = await import("../../shared/map/fold.js");
  const { layOut } = await import("../../shared/map/layout.js");
  const { svgOf } = await import("./svg.js");
  return svgOf(await layOut(fold(graph, new Set(open.map(folderId)))), title, share);
}

/** `/users` is a folder of paths, and `users` one of files. */
const folderId = (name: string): string =>
  name.startsWith("/") ? `paths:${name}` : `folder:${name.replace(/\/+$/, "")}`;

/** The members of the JSON form, which `docs/commands/map.md` describes. */
function asJson({ nodes, edges }: AppGraph, share: HandlerShare): string {
  const listed = nodes.map(({ id, kind, label, file, method, path, answeredBy, role }) => ({
    id,
    kind,
    label,
    file: file ?? null,
    ...(kind === "operation" && { method, path, answeredBy }),
    ...(role && { role }),
  }));
  return asDocument({ nodes: listed, edges, share });
}
