// files/ada.json, compiled by flowc.

import { textFile } from "flowc/runtime";

export const filesAdaJson = textFile('{ "language": "ada" }\n', "application/json");
