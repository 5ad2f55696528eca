import { samples } from "./support/samples.js";

samples(
  "src names a file",
  ["b.xml", "./sub/../b.xml", "/b.xml", "fit://site/b.xml", "fit://project/b.xml"].map((src) => ({
    name: src,
    flow: `<sub-flow src="${src}"/>`,
    text: "b",
  })),
  { files: { "b.xml": "<flow><echo>b</echo></flow>" } },
);
