/** Where the build says that no request has an ID, and where it does not. */
import { findings } from "../support/findings.js";

const request = (attributes: string, properties = "") =>
  `<request ${attributes}>{ "url": "https://example.org/" ${properties} }</request>`;
const users = request('content="users"');
const show = (expression: string) => `<template>{{ ${expression} }}</template>`;
const unknown = (id: string) => ({ finds: "warning", message: new RegExp(`FLOW4030 .* ID ${id}:`) }) as const;
const fine = { finds: "nothing" } as const;

findings("The response of a request that is read", {
  "by $upstream": users + show("$upstream/users/status"),
  "by content()": users + show('content("users")/json'),
  "by body()": users + show('body("users")'),
  "by a path behind in": `${users}<template in="fit://request/content/users">{{ a }}</template>`,
  "by another ID in $upstream": { flow: users + show("$upstream/user/status"), ...unknown("user") },
  "by another ID in content()": { flow: users + show('content("user")/json'), ...unknown("user") },
  "by another ID in body()": { flow: users + show('body("user")'), ...unknown("user") },
  "by another ID behind in": {
    flow: `${users}<template in="fit://request/content/user">{{ a }}</template>`,
    ...unknown("user"),
  },
  "where a template has written content with that ID": `<template out="fit://request/content/user">{ "a": 1 }</template>${show('content("user")/json/a')}`,
  "by location": users + show("json-doc('fit://request/content/users')"),
  "by a location with another ID": {
    flow: `${users}<eval out="$x">fit-document('fit://request/content/user')</eval>`,
    ...unknown("user"),
  },
  "by the location of main content": show("json-doc('fit://request/content')"),
  "before it is sent": { flow: show("$upstream/users/status") + users, ...unknown("users") },
  "by an ID that is computed": users + show("content(string($request/get/id))"),
  "by any ID": users + show("$upstream/*/status"),
  "as main content, which need not come from a request": show("content()/json"),
  "as the default of body()": request("") + show("body()"),
  "as the default of body(), which another ID is not": {
    flow: users + show("body()"),
    ...unknown("main"),
  },
});

findings("A request has the ID", {
  "main by default": request("") + show("$upstream/main/status"),
  "main if the attribute is empty": request('content=""') + show("$upstream/main/status"),
  "of its property": request("", ', "id": "a"') + show("$upstream/a/status"),
  "of its property, not of its attribute": {
    flow: request('content="b"', ', "id": "a"') + show("$upstream/b/status"),
    ...unknown("b"),
  },
  "that is computed, and may be any":
    request("", ', "id": {{ string($request/get/id) }}') + show("$upstream/b/status"),
  "that pairs may set": request("", "{{,}} {{: $body/json/* }}") + show("$upstream/b/status"),
  "of its member among several": `<requests>{ "a": { "url": "https://example.org/" } }</requests>${show("$upstream/a/status")}`,
  "of no other among several": {
    flow: `<requests>{ "a": { "url": "https://example.org/" } }</requests>${show("$upstream/main/status")}`,
    ...unknown("main"),
  },
  "of a member with a computed name": `<requests>{ {{ string($request/get/id) }}: { "url": "https://example.org/" } }</requests>${show("$upstream/a/status")}`,
  "that a variable says": `<requests src="$body"/>${show("$upstream/a/status")}`,
});

findings("A request of another flow", {
  "counts in the init flow": { flow: show('content("users")/json'), options: { init: users }, ...fine },
  "counts in a sub-flow": {
    flow: `<sub-flow src="sub.xml"/>${show('content("users")/json')}`,
    options: { files: { "sub.xml": `<flow>${users}</flow>` } },
    ...fine,
  },
  "counts in one branch": `<if test="$body">${users}</if>${show('content("users")/json')}`,
  "counts anywhere for the error flow": {
    flow: `<if test="$body">${users}<error/></if>`,
    options: { error: show("$upstream/users/status") },
    ...fine,
  },
  "does not count in another endpoint's": {
    flow: show('content("users")/json'),
    options: { files: { "conf/flow.xml": `<flow>${users}</flow>` } },
    ...unknown("users"),
  },
  "may be asked for": {
    flow: `<if test="$upstream/users"><template>{{ $upstream/users/status }}</template></if>`,
    options: { files: { "conf/flow.xml": `<flow>${users}</flow>` } },
    ...fine,
  },
  "is not asked for by a name that no request has": {
    flow: `<if test="$upstream/users"><break/></if>`,
    ...unknown("users"),
  },
});

findings("Once a flow sets $upstream", {
  "anything may be in it": `<template out="$upstream">{ "a": 1 }</template>${show("$upstream/a")}`,
});
