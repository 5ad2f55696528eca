import { join } from "node:path";
import type { Fill, FillResult } from "../fill.js";
import { startHelper } from "../processes.js";
import { bundleGenerated, flowc, freshDirectory, write } from "../project.js";
import type { Row } from "../table.js";
import { sizes } from "./documents.js";

const target = 0.8;

/** What each of them makes of the document is written by hand in `fill.ts`, under the same name. */
export const templates = {
  flat: `{
    "name": {{ $document/json/customer/name }},
    "city": {{ $document/json/customer/city }},
    "greeting": {{ concat("Hello, ", $document/json/customer/name) }}
  }`,
  loop: `{ "lines": [
    {{loop $document/json/items}}
      { "id": {{ id }}, "title": {{ name }}, "price": {{ price }}, "note": {{ note }} }
    {{end}}
  ] }`,
  nested: `{ "stock": [
    {{loop $document/json/items}}
      {
        "name": {{ name }},
        "city": {{ stock/warehouse/city }},
        "available": {{if stock/count > 0 }} true {{else}} false {{end}},
        "tags": {{ tags }}
      }
    {{end}}
  ] }`,
} as const;
export type TemplateName = keyof typeof templates;

/** JSON text from a template: beside `JSON.stringify` of the same object literal. */
export async function templateSpeed(quick: boolean): Promise<Row[]> {
  const names = Object.keys(templates) as TemplateName[];
  const flows = freshDirectory("template-flows");
  write(flows, {
    "swagger.yaml": `swagger: "2.0"\npaths:\n${names.map((name) => `  /${name}: { get: { x-flow: ${name}.xml } }\n`).join("")}`,
    ...Object.fromEntries(
      names.map((name) => [
        `${name}.xml`,
        `<flow><template out="$result">${templates[name]}</template></flow>`,
      ]),
    ),
  });
  const out = freshDirectory("templates");
  await flowc(flows, out);
  const exports = names.map(
    (name) =>
      `export { get${name.charAt(0).toUpperCase()}${name.slice(1)} as ${name} } from ${JSON.stringify(join(out, `endpoints/get-${name}.ts`))};`,
  );
  const generated = await bundleGenerated(
    `${exports.join("\n")}\nexport { JsonDocument } from "./dist/runtime/data/json/json-node.js";`,
    join(out, "bundled/templates.cjs"),
  );
  const helper = startHelper("fill");
  try {
    const rows: Row[] = [];
    for (const name of names) {
      const message: Fill = { generated, name, bytes: sizes["100 KB"], rounds: quick ? 40 : 200 };
      rows.push(row(name, await helper.ask<FillResult>(message)));
    }
    return rows;
  } finally {
    await helper.stop();
  }
}

function row(name: TemplateName, { generated, reference, ratio }: FillResult): Row {
  const speed = 1 / ratio;
  return {
    name: `template: ${name}`,
    generated: `${generated.toFixed(2)} us`,
    reference: `${reference.toFixed(2)} us`,
    result: speed.toFixed(2),
    target: `>= ${target}`,
    ok: speed >= target,
  };
}
