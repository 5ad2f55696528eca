import { createServer } from "node:http";
import { join } from "node:path";
import { transform } from "esbuild";
import { clientTypes } from "../../compiler/generate/descriptions.js";
import { readDirectory } from "../../compiler/source/read-directory.js";
import { type Files, inputOf, scratchDirectory, writeFiles } from "../support/compile.js";
import { fixture } from "../support/project.js";

/** A client as somebody calls it who has switched the type checker off. */
export type UntypedClient = Readonly<
  Record<
    string,
    (
      path: string,
      options?: object,
    ) => Promise<{
      readonly status: number;
      readonly type: string;
      readonly data: unknown;
      readonly headers: Readonly<Record<string, string>>;
      readonly response: Response;
    }>
  >
>;

/** Imports the module that `flowc types` makes. */
export async function importClient(files: Files | string): Promise<{
  readonly createClient: (options?: object) => UntypedClient;
}> {
  const input = typeof files === "string" ? readDirectory(fixture(files), undefined) : inputOf(files);
  const { code } = await transform(clientTypes(input).text ?? "", { loader: "ts", target: "node20" });
  const directory = scratchDirectory("client");
  writeFiles(directory, [{ path: "api.mjs", text: code }]);
  return import(join(directory, "api.mjs"));
}

export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A server that keeps what it received, and answers what it is told. */
export async function recorder(
  answer: { readonly type?: string; readonly body?: string; readonly status?: number } = {},
) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("latin1").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      const fields = answer.type === undefined ? {} : { "content-type": answer.type };
      response.writeHead(answer.status ?? 200, fields).end(answer.body ?? "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    last: () => received.at(-1),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
