// files/….json, compiled by flowc.

import { filesAdaJson } from "./files-ada-json.js";
import { filesCssJson } from "./files-css-json.js";

export const filesFilesJson = new Map([["files/ada.json", filesAdaJson], ["files/css.json", filesCssJson]]);
