/** `npm run hello`: builds fixtures/hello, serves it, and shows what it answers; and how to do the same by hand. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { serve } from "../support/servers.js";
import { repository } from "./sources.js";

show("npx --no -- flowc build fixtures/hello -o gen");
execFileSync(
  process.execPath,
  [join(repository, "dist/bin/flowc.js"), "build", "fixtures/hello", "-o", "gen"],
  { cwd: repository, stdio: "inherit" },
);
const server = await serve(join(repository, "gen"));
show(`PORT=${new URL(server.url).port} node gen/server.js`);
const target = `${server.url}/api/hello?name=Ada`;
show(`curl '${target}'`);
console.log(await (await fetch(target)).text());
await server.stop();

function show(command: string): void {
  console.log(`$ ${command}`);
}
