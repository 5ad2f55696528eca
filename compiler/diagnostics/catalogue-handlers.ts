import { error, warning } from "./entry.js";

/** FLOW4200 to FLOW4299: handlers in TypeScript. */
export const handlerDiagnostics = {
  handlerSyntax: error("FLOW4201", "{message} (TS{code})"),
  handlerExport: error(
    "FLOW4202",
    "{path} has no handler as its default export.",
    "Write: export default handler(async ($, request) => { … }); with handler from flowc/handler.",
  ),
  handlerImport: error<{ name: string; nearest: string | undefined }>(
    "FLOW4203",
    "There is no module {name} in the flow directory.",
    ({ name, nearest }) =>
      nearest !== undefined
        ? `Did you mean ${nearest}?`
        : /\.[a-z]+$/.test(name)
          ? undefined
          : `Imports have the ending of the compiled file: ${name}.js for ${name}.ts.`,
  ),
  handlerPackage: error(
    "FLOW4204",
    "The package {package} is not installed where the flow directory is.",
    "npm install {package}",
  ),
  handlerRuntime: error(
    "FLOW4205",
    "Handlers cannot import {name}.",
    "Everything that they may import of flowc is in flowc/handler; the rest changes without notice.",
  ),
  handlerName: error<{ name: string; nearest: string | undefined }>(
    "FLOW4206",
    "flowc/handler has no {name}.",
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  handlerFile: error(
    "FLOW4207",
    "{key} takes a handler, in a file that ends with .ts, and {path} does not.",
    "Name a flow file with x-flow.",
  ),
  handlerInFlow: error<{ key: string; path: string }>(
    "FLOW4208",
    "{key} takes a flow, and {path} is a handler.",
    ({ key, path }) =>
      /^x-fl(?:ow|at-flow)$/.test(key)
        ? `Write x-flow-handler: ${path}`
        : `Name a flow that calls it: <sub-flow src="${path}"/>`,
  ),
  handlerFlowComputed: error(
    "FLOW4209",
    "flow() takes the path of a flow file as a literal, since the build looks for it.",
    'Write: flow("shared/check.xml"), and choose between two such functions.',
  ),
  handlerAnswersNothing: warning(
    "FLOW4210",
    "This handler never answers: it calls neither respond nor fail, and returns nothing, so clients get an empty response.",
    "Write: respond($, { … });",
  ),
  handlerType: error("FLOW4211", "{message} (TS{code})"),
  handlerTypesMissing: warning(
    "FLOW4212",
    "There is no module {name} in the flow directory. Only types come from it, so the handler runs without.",
    "Write it anew, as with npx openapi-typescript.",
  ),
} as const;
