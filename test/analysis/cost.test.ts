/** Data is followed through large flows at a cost that grows with their size. */

import { expect, test } from "vitest";
import { analyse } from "../../compiler/analyse/program.js";
import { language } from "../../compiler/constructs/index.js";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { load } from "../../compiler/load/index.js";
import { Files } from "../../compiler/source/files.js";
import { inputOf } from "../support/compile.js";
import { expectLinear } from "../support/growth.js";
import { apiFiles } from "../support/samples.js";

const repeat = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join("");

test.each<[string, (count: number) => string]>([
  ["variables", (count) => repeat(count, (index) => `<eval out="$v${index + 1}">$v${index} + 1</eval>`)],
  ["conditions", (count) => repeat(count, (index) => `<eval out="$v${index}" if="$body">1</eval>`)],
  [
    "branches",
    (count) =>
      `<if test="$body"><eval>1</eval></if>${repeat(count, (index) => `<elseif test="$v${index}"><eval out="$v${index}">1</eval></elseif>`)}`,
  ],
  ["ends", (count) => repeat(count, (index) => `<eval out="$v${index}">1</eval><return if="$body"/>`)],
  ["calls", (count) => repeat(count, (index) => `<eval out="$v${index}">1</eval><sub-flow src="sub.xml"/>`)],
  [
    "requests",
    (count) => repeat(count, (index) => `<request content="r${index}">{ "url": "http://a/" }</request>`),
  ],
  [
    "documents",
    (count) => repeat(count, (index) => `<eval out="$v${index}">json-doc("rows.json")/value[1]/name</eval>`),
  ],
  [
    "documents in XML",
    (count) =>
      repeat(count, (index) => `<eval out="$v${index}">fit-document("rows.xml")/rows/row/name</eval>`),
  ],
  [
    "local variables",
    (count) => `<template>${repeat(count, (index) => `{{$v${index + 1} := $v${index} + 1}}`)} 1</template>`,
  ],
])("%s cost no more than their number", (_, flow) => {
  const run = (count: number) => {
    const others = {
      "sub.xml": '<flow><eval out="$a">$v1</eval></flow>',
      "rows.json": `[${repeat(count, (index) => `{"name":"${index}","of":[${index}]},`)}{"name":""}]`,
      "rows.xml": `<rows>${repeat(count, (index) => `<row><name>${index}</name></row>`)}</rows>`,
    };
    const files = new Files(inputOf(apiFiles({ "/x": flow(count) }, { files: others })));
    const reporter = new Reporter();
    const app = load(files, language, reporter);
    if (app !== undefined) analyse(app, reporter);
    expect(reporter.hasErrors).toBe(false);
  };
  expectLinear(run, 200);
});
