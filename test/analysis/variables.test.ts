/** Where the build says that nothing has set a variable, and where it does not. */
import { type Finding, findings } from "../support/findings.js";

const set = '<eval out="$x">1</eval>';
const read = "<template>{{ $x }}</template>";
const unset = { finds: "warning", message: /Nothing (.* )?sets \$x/ } as const;
const partly = { finds: "warning", message: /FLOW4028/ } as const;
const fine = { finds: "nothing" } as const;

/** A flow that `/x` does not call sets `$x` too, so that the name by itself is no mistake. */
const elsewhere = { files: { "conf/flow.xml": `<flow>${set}</flow>` } };
const whereSetElsewhere = (list: readonly Finding[]): readonly Finding[] =>
  list.map((finding) => ({
    ...finding,
    options: { ...finding.options, files: { ...elsewhere.files, ...finding.options?.files } },
  }));

findings(
  "A variable that is read",
  whereSetElsewhere([
    { name: "after it is set", flow: set + read, ...fine },
    { name: "only before it is set", flow: read + set, ...unset },
    { name: "in a flow that another one sets", flow: read, ...unset },
    { name: "in the expression that sets it", flow: '<eval out="$x">$x + 1</eval>', ...unset },
    { name: "after one branch sets it", flow: `<if test="$body">${set}</if>${read}`, ...partly },
    {
      name: "after else sets it",
      flow: `<if test="$body"><eval>1</eval></if><else>${set}</else>${read}`,
      ...partly,
    },
    { name: "in another branch", flow: `<if test="$body">${set}</if><else>${read}</else>`, ...unset },
    {
      name: "after an action with a condition sets it",
      flow: `<eval out="$x" if="$body">1</eval>${read}`,
      ...partly,
    },
    {
      name: "after a branch that ends the flow sets it",
      flow: `<if test="$body">${set}<break/></if>${read}`,
      ...unset,
    },
    {
      name: "after a branch that goes on sets it, and another ends",
      flow: `<if test="$body">${set}</if><else><return/></else>${read}`,
      ...fine,
    },
    {
      name: "in a condition of elseif",
      flow: `<if test="$body">${set}</if><elseif test="$x > 1"><break/></elseif>`,
      ...unset,
    },
  ]),
);

const subFlow = (content: string) => ({ files: { "sub.xml": `<flow>${content}</flow>` } });

findings("A variable of other flows that is read", {
  "after the init flow sets it": { flow: read, options: { init: set }, ...fine },
  "after the init flow sets it in a branch": {
    flow: read,
    options: { init: `<if test="$body">${set}</if>` },
    ...fine,
  },
  "after the init flow sets it and returns": {
    flow: read,
    options: { init: `${set}<return if="$body"/>` },
    ...fine,
  },
  "after a sub-flow sets it": {
    flow: `<sub-flow src="sub.xml"/>${read}`,
    options: subFlow(set),
    ...fine,
  },
  "before a sub-flow sets it": {
    flow: `${read}<sub-flow src="sub.xml"/>`,
    options: subFlow(set),
    ...unset,
  },
  "after a sub-flow of a sub-flow sets it": {
    flow: `<sub-flow src="sub.xml"/>${read}`,
    options: {
      files: { "sub.xml": '<flow><sub-flow src="deep.xml"/></flow>', "deep.xml": `<flow>${set}</flow>` },
    },
    ...fine,
  },
  "in a sub-flow whose caller sets it": {
    flow: `${set}<sub-flow src="sub.xml"/>`,
    options: subFlow(read),
    ...fine,
  },
  "in a sub-flow that one of two calls sets it for": {
    flow: `<sub-flow src="sub.xml"/>${set}<sub-flow src="sub.xml"/>`,
    options: subFlow(read),
    ...fine,
  },
  "in a flow that calls itself and sets it at the end": {
    flow: '<sub-flow src="sub.xml"/>',
    options: subFlow(`${read}${set}<sub-flow src="sub.xml" if="$body"/>`),
    ...fine,
  },
  "after flows that call each other, and do not set it": {
    flow: `<sub-flow src="sub.xml"/>${read}`,
    options: {
      files: {
        "sub.xml": '<flow><sub-flow src="back.xml" if="$body"/></flow>',
        "back.xml": '<flow><sub-flow src="sub.xml"/></flow>',
      },
    },
    ...unset,
  },
  "in the error flow after a flow sets it": { flow: set, options: { error: read }, ...fine },
  "in the error flow after a flow ends in a branch that sets it": {
    flow: `<if test="$body">${set}<error/></if>`,
    options: { error: read },
    ...fine,
  },
  "in the error flow after the init flow sets it": {
    flow: "<eval>1</eval>",
    options: { error: read, init: set },
    ...fine,
  },
  "in the error flow after a sub-flow sets it": {
    flow: '<sub-flow src="sub.xml"/>',
    options: { error: read, ...subFlow(set) },
    ...fine,
  },
});

const inSubFlow = (content: string) => ({
  flow: `<sub-flow src="sub.xml"/>${read}`,
  options: subFlow(content),
});

const sometimes = '<eval out="$x" if="$request/get/a">1</eval>';

findings("A variable that a flow sets on one of two ways", {
  "and compares with nothing": `${sometimes}<error if="$x = ''"/>${read}`,
  "and measures": `${sometimes}<error if="string-length($x) = 0"/>${read}`,
  "as a sub-flow": { ...inSubFlow(sometimes), ...partly },
  "as a sub-flow that ends without it": { ...inSubFlow(`${sometimes}<error if="not($x)"/>`), ...fine },
  "as a sub-flow that ends on the other way": {
    ...inSubFlow(`${sometimes}<error if="not($request/get/a)"/>`),
    ...fine,
  },
  "as a sub-flow that ends for another reason": {
    ...inSubFlow(`${sometimes}<error if="not($body)"/>`),
    ...partly,
  },
});

findings(
  "A test for a variable that other flows set",
  whereSetElsewhere([
    { name: "as a condition", flow: '<if test="$x"><eval>1</eval></if>', ...fine },
    { name: "under not()", flow: '<if test="not($x)"><eval>1</eval></if>', ...fine },
    { name: "of a path", flow: '<if test="$x/a"><eval>1</eval></if>', ...fine },
    { name: "with and", flow: `<if test="$x and $x/a = 1"><eval>1</eval></if>`, ...fine },
    { name: "with count()", flow: `<if test="count($x) > 0"><eval>1</eval></if>`, ...fine },
    { name: "with ??", flow: "<template>{{ $x ?? 1 }}</template>", ...fine },
    { name: "is none behind ??", flow: "<template>{{ $body ?? $x }}</template>", ...unset },
    { name: "with {{with}}", flow: "<template>[ {{with $x}} {{ a }} {{end}} ]</template>", ...fine },
    { name: "clears what it guards", flow: `<if test="$x">${read}</if>`, ...fine },
    {
      name: "clears what it guards in a template",
      flow: "<template>{{if $x}} {{ $x/a }} {{else}} 1 {{end}}</template>",
      ...fine,
    },
    { name: "clears what is behind an end", flow: `<error if="not($x)"/>${read}`, ...fine },
    {
      name: "does not clear what is behind its branch",
      flow: `<if test="$x"><eval>1</eval></if>${read}`,
      ...unset,
    },
    { name: "is none by comparison", flow: `<if test="$x = 1"><eval>1</eval></if>`, ...unset },
  ]),
);

findings("A variable of a template that is read", {
  "after its definition": "<template>{{$x := 1}} {{ $x }}</template>",
  "before its definition": {
    flow: "<template>[ {{ $x }}, {{$x := 1}} {{ $x }} ]</template>",
    finds: "warning",
    message: /\$x/,
  },
  "in another template": {
    flow: `<template>{{$x := 1}} {{ $x }}</template>${read}`,
    finds: "warning",
    message: /\$x/,
  },
  "behind the block that defines it": {
    flow: "<template>[ {{if $body}} {{$x := 1}} {{end}} {{ $x }} ]</template>",
    ...partly,
  },
  "in a round of a loop that the one before defined it for":
    "<template>[ {{loop $body/json}} {{ $x }} {{$x := 1}} {{end}} ]</template>",
});

findings("The nearest name is suggested", {
  "for a variable": {
    flow: `<eval out="$total">1</eval><template>{{ $totl }}</template>`,
    finds: "warning",
    message: /\$totl/,
  },
  "but __proto__ is a name like any other": {
    flow: "<template>{{ $__proto__ }}</template>",
    finds: "warning",
    message: /\$__proto__/,
  },
});
