import { flowFile } from "../support/samples.js";
import { cases, takes } from "./support.js";

const reference = { $ref: "#/definitions/User" };

cases(
  "a path into $body",
  takes(reference),
  [
    { name: "to members that are listed", flow: "concat($body/json/name, $body/json/address/street)" },
    { name: "to a member that cannot be there", flow: "$body/json/nmae", finds: ["FLOW2070 nmae"] },
    { name: "without json", flow: "$body/name", finds: ["FLOW2074 name"] },
    { name: "to a member of a string", flow: "$body/json/name/first", finds: ["FLOW2071 first"] },
    { name: "to all members of a string", flow: "$body/json/name/*", finds: ["FLOW2071 *"] },
    { name: "to a member of an array", flow: "$body/json/friends/name", finds: ["FLOW2072 name"] },
    { name: "to items of an array", flow: "$body/json/friends/value/nick", finds: ["FLOW2070 nick"] },
    { name: "to all items of an array", flow: "$body/json/friends/*/nick", finds: ["FLOW2070 nick"] },
    { name: "to items of an object", flow: "$body/json/value", finds: ["FLOW2070 value"] },
    { name: "through a schema that contains itself", flow: "$body/json/friends/value/friends/value/name" },
    { name: "into what the schema leaves open", flow: "$body/json/extra/anything/at/all" },
    { name: "to a member that is not forbidden", flow: "$body/json/address/city" },
    { name: "to a member that looks mistyped", flow: "$body/json/address/stret", finds: ["FLOW2073 stret"] },
    { name: "to a member that differs by its number", flow: "$body/json/address/line2" },
    { name: "to attributes", flow: "$body/json/name/@string | $body/json/friends/@array" },
    { name: "along other axes", flow: "count($body//nmae) + count($body/json/name/../nmae)" },
    { name: "to a name that no JSON shows", flow: '$body/json/json-element[@name = "x y"]' },
    {
      name: "in a condition",
      flow: '<set-status if="$body/json/nmae" code="201"/>',
      finds: ["FLOW2070 nmae"],
    },
    {
      name: "in a predicate",
      flow: "$body/json/friends/value[nmae = 'a' and name = 'b']/name",
      finds: ["FLOW2070 nmae"],
    },
    { name: "behind a predicate", flow: "$body/json/friends/value[1]/nmae", finds: ["FLOW2070 nmae"] },
    { name: "behind parentheses", flow: "($body/json/friends/value)[1]/nmae", finds: ["FLOW2070 nmae"] },
    {
      name: "through a union",
      flow: "($body/json/name | $body/json/friends)/nmae",
      finds: ["FLOW2072 nmae"],
    },
    { name: "as an argument", flow: "concat('a', $body/json/nmae)", finds: ["FLOW2070 nmae"] },
    {
      name: "from a function's result",
      flow: "array-reverse($body/json/friends)/nmae",
      finds: ["FLOW2072 nmae"],
    },
    {
      name: "in a loop",
      flow: "<template>[ {{loop $body/json/friends}} {{ nmae }}, {{ name }} {{end}} ]</template>",
      finds: ["FLOW2070 nmae"],
    },
    {
      name: "in a context",
      flow: `<template>{{with $body/json/friends/value}} { {{: nmae | name }} } {{else}} {{ nmae }} {{end}}</template>`,
      finds: ["FLOW2070 nmae"],
    },
    {
      name: "in what a template works on",
      flow: `<template in="$body">{ "a": {{ nmae }} }</template>`,
      finds: ["FLOW2070 nmae"],
    },
    {
      name: "through a variable of the template",
      flow: `<template>{{$all := $body/json/friends}} [ {{loop $all}} {{ nmae }} {{end}} ]</template>`,
      finds: ["FLOW2070 nmae"],
    },
    {
      name: "through a variable of the template that is set twice",
      flow: `<template>{{$one := $body/json/friends}} {{$one := $body/json}} [ {{ $one/nmae }} ]</template>`,
    },
    {
      name: "through a variable",
      flow: `<eval out="$one">$body/json/friends/value[1]</eval><eval out="$two">$one</eval><eval>$two/nmae</eval>`,
      finds: ["FLOW2070 nmae"],
    },
    {
      name: "through a variable that has something else, too",
      flow: `<eval out="$one">$body/json</eval><template out="$one">{ {{: $body/json }} }</template><eval>$one/nmae</eval>`,
    },
    {
      name: "through a variable that is set from itself",
      flow: `<eval out="$one">$body/json</eval><eval out="$one">$one/friends/value</eval><eval>$one/nmae</eval>`,
    },
    { name: "that is overwritten", flow: `<eval out="$body">$request</eval><eval>$body/json/nmae</eval>` },
    {
      name: "in a sub-flow, which nothing is known of",
      flow: `<sub-flow src="s.xml"/>`,
    },
  ],
  { "s.xml": flowFile("<eval>$body/json/nmae</eval>") },
);
