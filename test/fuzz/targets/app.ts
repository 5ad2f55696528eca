/** The app that has a path for each flow that is fuzzed. */
import type { FlowTarget, Message, Target } from "../target.js";
import { engineFlows, schemas } from "./actions.js";
import { expressionFlows } from "./functions.js";

export const flowTargets: readonly FlowTarget[] = [...expressionFlows, ...engineFlows];

const basePath = "/f";

/** The flow directory. */
export function appFiles(targets: readonly FlowTarget[] = flowTargets): Readonly<Record<string, string>> {
  const files: Record<string, string> = {
    "fuzz.json": '{ "a": "b" }',
    "sub.xml": "<flow><template>{{ string($body) }}</template></flow>",
    "served/file.txt": "0123456789",
    "served/index.html": "<p>x</p>",
    "sheet.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="@*|node()"><xsl:copy><xsl:apply-templates select="@*|node()"/></xsl:copy></xsl:template></xsl:stylesheet>`,
  };
  const paths: Record<string, object> = {};
  targets.forEach(({ flow, pattern = "", method = "POST", operation = {} }, index) => {
    files[`${index}.xml`] = `<flow>\n${flow}\n</flow>\n`;
    const parameters = [...pattern.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    const own = (operation as { readonly parameters?: readonly object[] }).parameters ?? [];
    paths[`/${index}${pattern}`] = {
      [method.toLowerCase()]: {
        "x-flow": `${index}.xml`,
        ...operation,
        ...(parameters.length + own.length === 0 ? {} : { parameters: [...parameters, ...own] }),
      },
    };
  });
  files["openapi.yaml"] = JSON.stringify({
    openapi: "3.0.3",
    servers: [{ url: basePath }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          "x-flow-jwt": {
            key: "YXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZg",
            alg: "HS256",
          },
        },
      },
    },
  });
  return files;
}

/** An answer that tells of an error that is the engine's own. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

const asMember = (text: string): Message => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ a: text, b: text }),
});

/** Where the platform itself refuses the request, no app ever sees it. */
function requestOf(
  index: number,
  { method = "POST", message = asMember }: FlowTarget,
  text: string,
): Request | undefined {
  const { path = "", headers = {}, body } = message(text);
  try {
    return new Request(`http://client.test${basePath}/${index}${path}`, {
      method: method === "GET" && body !== undefined ? "POST" : method,
      headers,
      ...(body === undefined || method === "GET" ? {} : { body }),
    });
  } catch {
    return undefined;
  }
}

/** Runs a flow for each text; fails where the answer is an internal error. */
export const targetsOf = (app: {
  fetch(request: Request): Response | Promise<Response>;
}): readonly Target[] =>
  flowTargets.map((target, index) => ({
    ...target,
    run: async (text) => {
      const request = requestOf(index, target, text);
      if (request === undefined) return;
      const response = await app.fetch(request);
      const answer = await response.text();
      if (response.status === 500 && answer.includes('"code":5001')) throw new InternalError(answer);
    },
  }));
