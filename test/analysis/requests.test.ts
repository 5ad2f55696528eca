/** Where the build says that no request has an ID, and where it does not. */
import { findings } from "../support/findings.js";

const request = (attributes: string, properties = "") =>
  `<request ${attributes}>{ "url": "https://example.org/" ${properties} }</request>`;
const users = request('content="users"');
const show = (expression: string) => `<template>{{ ${expression} }}</template>`;
const unknown = (id: string) => ({ finds: "warning", message: new RegExp(`FLOW4030 .* ID ${id}:`) }) as const;
const fine = { finds: "nothing" } as const;

findings("The response of a request that is read", [
  { name: "by $upstream", flow: users + show("$upstream/users/status"), ...fine },
  { name: "by content()", flow: users + show('content("users")/json'), ...fine },
  { name: "by body()", flow: users + show('body("users")'), ...fine },
  {
    name: "by a path behind in",
    flow: `${users}<template in="fit://request/content/users">{{ a }}</template>`,
    ...fine,
  },
  { name: "by another ID in $upstream", flow: users + show("$upstream/user/status"), ...unknown("user") },
  { name: "by another ID in content()", flow: users + show('content("user")/json'), ...unknown("user") },
  { name: "by another ID in body()", flow: users + show('body("user")'), ...unknown("user") },
  {
    name: "by another ID behind in",
    flow: `${users}<template in="fit://request/content/user">{{ a }}</template>`,
    ...unknown("user"),
  },
  {
    name: "where a template has written content with that ID",
    flow: `<template out="fit://request/content/user">{ "a": 1 }</template>${show('content("user")/json/a')}`,
    ...fine,
  },
  { name: "by location", flow: users + show("json-doc('fit://request/content/users')"), ...fine },
  {
    name: "by a location with another ID",
    flow: `${users}<eval out="$x">fit-document('fit://request/content/user')</eval>`,
    ...unknown("user"),
  },
  { name: "by the location of main content", flow: show("json-doc('fit://request/content')"), ...fine },
  { name: "before it is sent", flow: show("$upstream/users/status") + users, ...unknown("users") },
  { name: "by an ID that is computed", flow: users + show("content(string($request/get/id))"), ...fine },
  { name: "by any ID", flow: users + show("$upstream/*/status"), ...fine },
  { name: "as main content, which need not come from a request", flow: show("content()/json"), ...fine },
  { name: "as the default of body()", flow: request("") + show("body()"), ...fine },
  {
    name: "as the default of body(), which another ID is not",
    flow: users + show("body()"),
    ...unknown("main"),
  },
]);

findings("A request has the ID", [
  { name: "main by default", flow: request("") + show("$upstream/main/status"), ...fine },
  {
    name: "main if the attribute is empty",
    flow: request('content=""') + show("$upstream/main/status"),
    ...fine,
  },
  { name: "of its property", flow: request("", ', "id": "a"') + show("$upstream/a/status"), ...fine },
  {
    name: "of its property, not of its attribute",
    flow: request('content="b"', ', "id": "a"') + show("$upstream/b/status"),
    ...unknown("b"),
  },
  {
    name: "that is computed, and may be any",
    flow: request("", ', "id": {{ string($request/get/id) }}') + show("$upstream/b/status"),
    ...fine,
  },
  {
    name: "that pairs may set",
    flow: request("", "{{,}} {{: $body/json/* }}") + show("$upstream/b/status"),
    ...fine,
  },
  {
    name: "of its member among several",
    flow: `<requests>{ "a": { "url": "https://example.org/" } }</requests>${show("$upstream/a/status")}`,
    ...fine,
  },
  {
    name: "of no other among several",
    flow: `<requests>{ "a": { "url": "https://example.org/" } }</requests>${show("$upstream/main/status")}`,
    ...unknown("main"),
  },
  {
    name: "of a member with a computed name",
    flow: `<requests>{ {{ string($request/get/id) }}: { "url": "https://example.org/" } }</requests>${show("$upstream/a/status")}`,
    ...fine,
  },
  { name: "that a variable says", flow: `<requests src="$body"/>${show("$upstream/a/status")}`, ...fine },
]);

findings("A request of another flow", [
  { name: "counts in the init flow", flow: show('content("users")/json'), options: { init: users }, ...fine },
  {
    name: "counts in a sub-flow",
    flow: `<sub-flow src="sub.xml"/>${show('content("users")/json')}`,
    options: { files: { "sub.xml": `<flow>${users}</flow>` } },
    ...fine,
  },
  {
    name: "counts in one branch",
    flow: `<if test="$body">${users}</if>${show('content("users")/json')}`,
    ...fine,
  },
  {
    name: "counts anywhere for the error flow",
    flow: `<if test="$body">${users}<error/></if>`,
    options: { error: show("$upstream/users/status") },
    ...fine,
  },
  {
    name: "does not count in another endpoint's",
    flow: show('content("users")/json'),
    options: { files: { "conf/flow.xml": `<flow>${users}</flow>` } },
    ...unknown("users"),
  },
  {
    name: "may be asked for",
    flow: `<if test="$upstream/users"><template>{{ $upstream/users/status }}</template></if>`,
    options: { files: { "conf/flow.xml": `<flow>${users}</flow>` } },
    ...fine,
  },
  {
    name: "is not asked for by a name that no request has",
    flow: `<if test="$upstream/users"><break/></if>`,
    ...unknown("users"),
  },
]);

findings("Once a flow sets $upstream", [
  {
    name: "anything may be in it",
    flow: `<template out="$upstream">{ "a": 1 }</template>${show("$upstream/a")}`,
    ...fine,
  },
]);
