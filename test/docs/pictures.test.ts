/** The pictures of the README that show text say what the commands print. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../support/project.js";
import { freshBuild } from "../tools/fresh-build.js";
import { drawPictures } from "./pictures/pictures.js";

test("docs/pictures has what the commands print now", async () => {
  await freshBuild();
  for (const { name, svg } of await drawPictures()) {
    const kept = readFileSync(join(repository, "docs/pictures", name), "utf8");
    expect(svg).not.toBe("");
    expect(comparable(kept), `${name}: npm run pictures draws it anew`).toEqual(comparable(svg));
  }
});

/** Its texts with their colours, without times and ports, which are others each time, and without places. */
function comparable(svg: string): readonly string[] {
  const lines = [...svg.matchAll(/<text[^>]*>(.*)<\/text>/g)].map(([, line = ""]) => line);
  return lines.map((line) =>
    line
      .replaceAll(/ (x|textLength)="[\d.]+"/g, "")
      .replaceAll(/\s*\b\d+\.\d ms/g, " ? ms")
      .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:?"),
  );
}
