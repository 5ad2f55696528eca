/**
 * `npm run pictures`: draws the pictures of the README that show text, from what the commands print.
 * `npm run pictures breaker`: measures what the picture of a breaker shows, and draws it.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../tools/sources.js";
import { measureBreaker } from "./breaker.js";
import { drawPictures } from "./pictures.js";

const measured = process.argv[2] === "breaker" ? await measureBreaker() : undefined;
for (const fact of measured?.facts ?? []) console.log(fact);
for (const { name, svg } of measured === undefined ? await drawPictures() : [measured]) {
  writeFileSync(join(repository, "docs/pictures", name), svg);
  console.log(`docs/pictures/${name}: ${Math.ceil(svg.length / 1000)} KB`);
}
