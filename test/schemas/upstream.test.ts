import { describe, expect, test } from "vitest";
import { diagnose } from "../support/compile.js";
import { cases, files, type Json, takes } from "./support.js";

const closed = (...names: readonly string[]): Json => ({
  type: "object",
  additionalProperties: false,
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});

const responses = (...names: readonly string[]): Json => ({
  responses: { 200: { schema: closed(...names) } },
});

/** The API description of an upstream system. */
const upstream: Json = {
  swagger: "2.0",
  host: "users.example",
  basePath: "/v1",
  paths: {
    "/users": { get: responses("users"), post: responses("id") },
    "/users/{id}": { get: responses("name"), delete: { responses: { 204: {} } } },
    "/logs/**": { get: responses("log") },
    "/errors": {
      get: { responses: { 200: { schema: closed("a") }, 302: {}, default: { $ref: "#/responses/Failed" } } },
    },
    "/open": { get: { responses: { 200: { schema: closed("a") }, default: {} } } },
    "/nothing": { get: {} },
    "/lax": { get: { responses: { 200: { schema: { properties: { country: { type: "string" } } } } } } },
  },
  responses: { Failed: { schema: closed("reason") } },
};

const openapi: Json = {
  openapi: "3.1.0",
  servers: [{ url: "https://users.example/v1" }],
  paths: {
    "/users": {
      get: {
        responses: { 200: { content: { "application/problem+json": { schema: closed("users") } } } },
      },
    },
  },
};

const definition = { "upstream.yaml": JSON.stringify(upstream), "openapi3.yaml": JSON.stringify(openapi) };

/** A `<request>` with this URL, in quotes or as an expression. */
const request = (url: string, more = "", id = "u"): string =>
  `<request content="${id}">{ "url": ${url}, ${more} "options": { "definition": "upstream.yaml" } }</request>`;

const users = '"https://users.example/v1/users"';

cases(
  "a path into a response",
  takes(undefined),
  [
    {
      name: "by the ID of the request",
      flow: `${request(users)}<eval>concat(content("u")/json/users, content("u")/json/name)</eval>`,
      finds: ["FLOW2070 name"],
    },
    {
      name: "by the ID in the body of the action",
      flow: `${request(users, '"id": "v",')}<eval>content("v")/json/name | content("u")/json/name</eval>`,
      finds: ["FLOW2070 name"],
    },
    {
      name: "without json",
      flow: `${request(users)}<eval>content("u")/users</eval>`,
      finds: ["FLOW2074 users"],
    },
    {
      name: "as the main content, behind actions that leave it as it is",
      flow: `${request(users)}<log>{ "a": 1 }</log><set-header name="A" value="b"/><auth><user name="a" pass="b"/></auth><eval>content()/json/name</eval>`,
      finds: ["FLOW2070 name"],
    },
    {
      name: "that is parsed by the flow",
      flow: `${request(users, "", "main")}<eval>json-parse(body())/name | json-parse(body("main"))/name</eval>`,
      finds: ["FLOW2070 name", "FLOW2070 name"],
    },
    {
      name: "that failed",
      flow: `${request(users)}<eval>content("u")/json/error/message</eval>`,
    },
    {
      name: "with a parameter in the URL",
      flow: `${request('"https://users.example/v1/users/7?a=b"')}<eval>content("u")/json/users</eval>`,
      finds: ["FLOW2070 users"],
    },
    {
      name: "of a path with a wildcard",
      flow: `${request('"https://users.example/v1/logs/2020/1"')}<eval>content("u")/json/users</eval>`,
      finds: ["FLOW2070 users"],
    },
    {
      name: "of another method",
      flow: `${request(users, '"method": "post",')}<eval>content("u")/json/users</eval>`,
      finds: ["FLOW2070 users"],
    },
    {
      name: "with a body, of any method",
      flow: `${request(users, '"post": {},')}<eval>content("u")/json/users | content("u")/json/name</eval>`,
      finds: ["FLOW2070 name"],
    },
    {
      name: "of another host, by its path",
      flow: `${request('"http://localhost:8080/v1/users"')}<eval>content("u")/json/name</eval>`,
      finds: ["FLOW2070 name"],
    },
    {
      name: "of a URL that the description does not have",
      flow: `${request('"https://users.example/v1/groups"')}<eval>content("u")/json/name</eval>`,
    },
    {
      name: "of a URL outside of the base path",
      flow: `${request('"https://users.example/v2/users"')}<eval>content("u")/json/name</eval>`,
    },
    {
      name: "with any of its statuses",
      flow: `${request('"https://users.example/v1/errors"')}<eval>content("u")/json/reason | content("u")/json/b</eval>`,
      finds: ["FLOW2070 b"],
    },
    {
      name: "of which one status leaves it open",
      flow: `${request('"https://users.example/v1/open"')}<eval>content("u")/json/b</eval>`,
    },
    {
      name: "to a member that looks mistyped",
      flow: `${request('"https://users.example/v1/lax"')}<eval>content("u")/json/contry</eval>`,
      finds: ["FLOW2073 contry"],
    },
    {
      name: "of which nothing is said",
      flow: `${request('"https://users.example/v1/nothing"')}<eval>content("u")/json/b</eval>`,
    },
    {
      name: "by OpenAPI 3",
      flow: `${request(users).replace("upstream.yaml", "openapi3.yaml")}<eval>content("u")/json/name</eval>`,
      finds: ["FLOW2070 name"],
    },
    {
      name: "that one of two requests gives",
      flow: `<if test="$body">${request(users)}</if><else>${request('"https://users.example/v1/users/7"')}</else>
      <eval>content("u")/json/name | content("u")/json/id</eval>`,
      finds: ["FLOW2070 id"],
    },
    {
      name: "that a request without a description may give",
      flow: `${request(users)}<request content="u">{ "url": "https://a.example" }</request>
      <eval>content("u")/json/name</eval>`,
    },
    {
      name: "that a request with a computed ID may give",
      flow: `${request(users)}${request(users, '"id": {{ string($body) }},')}<eval>content("u")/json/name</eval>`,
    },
    {
      name: "that a request with a condition for its ID may give",
      flow: `${request(users)}${request(users, '{{if $body}} "id": "v", {{end}}')}<eval>content("u")/json/name</eval>`,
    },
    {
      name: "of one of several requests",
      flow: `<requests>{ "u": { "url": ${users}, "options": { "definition": "/upstream.yaml" } } }</requests>
      <eval>content("u")/json/name | content()/json/name</eval>`,
      finds: ["FLOW2070 name"],
    },
    {
      name: "of requests that a variable holds",
      flow: `${request(users)}<requests src="$requests"/><eval>content("u")/json/name</eval>`,
    },
  ],
  definition,
);

cases(
  "the main content",
  takes(undefined),
  [
    {
      name: "is the response of a request",
      flow: `${request(users)}<template>{ "a": {{ name }}, "b": {{ users }}, "c": {{ content()/json/name }} }</template>`,
      finds: ["FLOW2070 name", "FLOW2070 name"],
    },
    {
      name: "is the context of a flow",
      flow: `${request(users)}<eval>name</eval>`,
      finds: ["FLOW2070 name"],
    },
    {
      name: "is another one after a template",
      flow: `${request(users)}<template>{ "name": 1 }</template><eval>name</eval>`,
    },
    {
      name: "stays with a template that sets a variable",
      flow: `${request(users)}<template out="$a">{ "name": 1 }</template><eval>name</eval>`,
      finds: ["FLOW2070 name"],
    },
    {
      name: "may be another one after a sub-flow",
      flow: `${request(users)}<sub-flow src="s.xml"/><eval>name</eval>`,
    },
    {
      name: "may be another one after a request with a condition",
      flow: `<request if="$body">{ "url": ${users}, "options": { "definition": "upstream.yaml" } }</request><eval>name</eval>`,
    },
    {
      name: "may be another one after a branch",
      flow: `${request(users)}<if test="$body"><template>{}</template></if><eval>name</eval>`,
    },
    {
      name: "stays after a branch that ends",
      flow: `${request(users)}<if test="$body"><template>{}</template><break/></if><eval>name</eval>`,
      finds: ["FLOW2070 name"],
    },
    {
      name: "is no context of a template that names none",
      flow: `${request(users)}<template in="">{ "a": {{ name }} }</template>`,
    },
  ],
  { ...definition, "s.xml": "<flow/>" },
);

describe("the option definition", () => {
  const codes = async (path: string) => {
    const flow = `<request>{ "url": ${users}, "options": { "definition": "${path}" } }</request>`;
    return (await diagnose(files(takes(undefined), flow, { "a.txt": "{" }))).map(({ code }) => code);
  };

  test("must name a file", async () => expect(await codes("upstream.yml")).toEqual(["FLOW4011"]));
  test("must stay in the flow directory", async () =>
    expect(await codes("../upstream.yml")).toEqual(["FLOW4012"]));
  test("may name what is no API description", async () => expect(await codes("a.txt")).toEqual([]));
});
