import type { RouteDescription } from "../../../compiler/generate/routes.js";
import type { HandlerShare } from "../../../compiler/generate/share.js";
import { compiled } from "../../shared/compiled.js";
import { directoryArgument, type Overlaid, overlayOption } from "../../shared/directory.js";
import { asDocument, type TextOrJson, textOrJson } from "../../shared/json-format.js";
import { exitCodes, type Register } from "../../shared/surroundings.js";
import { table } from "../../shared/table.js";

/** `flowc routes`: what an app answers. */
export const registerRoutes: Register = (program, surroundings, exit) => {
  program
    .command("routes")
    .description("list what the app of the flow directory [dir] answers")
    .argument(...directoryArgument)
    .addOption(overlayOption())
    .addOption(textOrJson("of the list"))
    .action(async (directory: string, options: Overlaid & { readonly format: TextOrJson }) => {
      const found = await compiled(directory, options, surroundings);
      if (found === undefined) exit(exitCodes.failed);
      else {
        const { describeRoutes } = await import("../../../compiler/generate/routes.js");
        const { handlerShare, handlerShareText } = await import("../../../compiler/generate/share.js");
        const routes = describeRoutes(found.program, found.names.endpoints);
        const answers = routes.map(({ answeredBy }) => answeredBy);
        const text =
          options.format === "json"
            ? asJson(routes, handlerShare(answers))
            : asText(routes, handlerShareText(answers));
        surroundings.stdout(text);
      }
    });
};

const asText = (routes: readonly RouteDescription[], share: string | undefined): string =>
  tableOf(routes) + (share === undefined ? "" : `\n${share}\n`);

const tableOf = (routes: readonly RouteDescription[]): string =>
  table([
    ["Method", "Path", "Flow", "Before the flow", "Upstream requests", "Module"],
    ...routes.map(({ method, path, flow, module, guards, upstream }) => [
      method === "*" ? "any" : method,
      path,
      flow ?? "-",
      guards.join(", ") || "-",
      upstream.map(({ id }) => id ?? "…").join(", ") || "-",
      module,
    ]),
  ]);

/** The members of the JSON form, which `docs/commands/routes.md` describes. */
const asJson = (routes: readonly RouteDescription[], share: HandlerShare): string => {
  const listed = routes.map(({ method, path, flow, answeredBy, module, guards, upstream, statuses }) => ({
    method,
    path,
    flow: flow ?? null,
    answeredBy,
    module,
    guards,
    upstream: upstream.map(({ id, url, place }) => ({ id: id ?? null, url: url ?? null, place })),
    statuses,
  }));
  return asDocument({ routes: listed, share });
};
