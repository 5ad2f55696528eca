/** Calls `app.fetch` as often as it is told, in a process of its own. */
import type { Case } from "../cases.js";

export interface Calls {
  readonly request: Case;
  readonly count: number;
}

interface App {
  fetch(request: Request): Response | Promise<Response>;
}

const { default: module } = (await import(process.argv[2] ?? "")) as { default: { app: App } };

process.on("message", async (message: Calls | string) => {
  if (typeof message === "string") return;
  const { request, count } = message;
  for (let call = 0; call < count; call++) await fetchOnce(request);
  process.send?.({});
});

async function fetchOnce({ method, path, body, status }: Case): Promise<void> {
  const headers = {
    "user-agent": "flowc-bench",
    ...(body !== undefined && {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    }),
  };
  const request = new Request(`http://localhost${path}`, { method, headers, body: body ?? null });
  const response = await module.app.fetch(request);
  await response.arrayBuffer();
  if (response.status !== status) throw new Error(`${path}: ${response.status}`);
}

process.send?.({}); // ready
