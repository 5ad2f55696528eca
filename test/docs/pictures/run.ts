/** `npm run pictures`: draws the pictures of the README that show text, from what the commands print. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../tools/sources.js";
import { drawPictures } from "./pictures.js";

for (const { name, svg } of await drawPictures()) {
  writeFileSync(join(repository, "docs/pictures", name), svg);
  console.log(`docs/pictures/${name}: ${Math.ceil(svg.length / 1000)} KB`);
}
