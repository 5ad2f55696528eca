import { join } from "node:path";
import { bundleGenerated, flowc, freshDirectory, write } from "../project.js";
import { expressions, type Shape, shapes, spell } from "./expressions.js";

/** Compiles a flow for each expression and shape. Resolves to a module with all of them (engines.ts, `Generated`). */
export async function generateFlows(): Promise<string> {
  const directory = freshDirectory("xpath-flows");
  const all = (Object.keys(shapes) as Shape[]).flatMap((shape) =>
    expressions.map((expression, index) => ({ name: `${shape}${index}`, shape, expression })),
  );
  write(directory, {
    "swagger.yaml": `swagger: "2.0"\npaths:\n${all.map(({ name }) => `  /${name}: { get: { x-flow: ${name}.xml } }\n`).join("")}`,
    ...Object.fromEntries(
      all.map(({ name, shape, expression }) => [`${name}.xml`, flow(spell(expression, shape, "$document"))]),
    ),
  });
  const out = freshDirectory("xpath");
  await flowc(directory, out);
  const flows = (shape: Shape) =>
    `[${expressions.map((_, index) => `flow_${shape}${index}.get${capital(shape)}${index}`)}]`;
  const imports = all.map(
    ({ name }) => `import * as flow_${name} from ${JSON.stringify(join(out, `endpoints/get-${name}.ts`))};\n`,
  );
  return bundleGenerated(
    `${imports.join("")}
    import { string } from "flowc/runtime";
    import { JsonDocument } from "./dist/runtime/data/json/json-node.js";
    import { parseXml } from "./dist/runtime/data/xml/parse-xml.js";
    import { Selection } from "./dist/runtime/data/model/values.js";
    export const flows = { json: ${flows("json")}, xml: ${flows("xml")} };
    export const jsonDocument = (value) => new JsonDocument(value);
    export const xmlDocument = parseXml;
    export const textsOf = (result) =>
      result === undefined ? [] : result instanceof Selection ? result.items().map(string).sort() : result;`,
    join(out, "bundled/flows.cjs"),
  );
}

const flow = (expression: string): string =>
  `<flow><eval out="$result">${expression.replaceAll("<", "&lt;")}</eval></flow>\n`;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
