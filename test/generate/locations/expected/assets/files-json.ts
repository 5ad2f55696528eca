// files/….json, compiled by flowc.

import type { Content } from "flowc/runtime";
import { filesAdaJson } from "./files-ada-json.js";
import { filesCssJson } from "./files-css-json.js";

export const filesJson: ReadonlyMap<string, Content> = new Map([
  ["files/ada.json", filesAdaJson],
  ["files/css.json", filesCssJson],
]);
