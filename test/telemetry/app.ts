/** An app with what spans tell of: sub-flows, redirects, errors, a cache, and descriptions of upstream systems. */
import type { IncomingHttpHeaders } from "node:http";
import { apiFiles } from "../support/samples.js";
import { whenDone } from "../support/served.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";

const to = (path: string, more = "") => `{ "url": {{ concat($env/UPSTREAM, "${path}") }} ${more} }`;
const checked = `, "options": { "definition": "system.json", "validate-request": true, "validate-response": true }`;

const flows = {
  "/plain": "<template>{}</template>",
  "/items/{id}": "<template>{}</template>",
  "/request": `<request content="users">${to("/x?key=secret")}</request>`,
  "/requests": `<requests>{ "a": ${to("/x")}, "b": ${to("/teapot")} }</requests><template>{}</template>`,
  "/sub": `<template>{}</template>\n<sub-flow src="sub/ask.xml"/>`,
  "/moved": `<request>${to("/moved", `, "options": { "follow-redirects": true }`)}</request>`,
  "/own": `<request>${to("/x", `, "headers": { "traceparent": "mine" }`)}</request>`,
  "/cached": `<request>${to("/kept", `, "options": { "use-http-cache": true }`)}</request>`,
  "/valid": `<request>${to("/api/valid", checked)}</request>`,
  "/invalid": `<request>${to("/api/invalid", checked)}</request>`,
  "/refused": `<request>${to("/api/unknown", checked)}</request>`,
  "/reported": `<request>${to("/api/invalid", checked.replaceAll("true", '"report-only"'))}</request>`,
  "/unasked": `<request>${to("/api/unknown", `, "options": { "definition": "system.json", "validate-request": "report-only", "validate-response": false }`)}</request>`,
  "/dead": `<request>{ "url": {{ concat($env/DEAD, "/x") }}, "options": { "exit-on-error": true } }</request>`,
  "/origins": `<request>{ "url": {{ concat("http://", $request/get/host, ".localhost:1/") }} }</request>`,
  "/error": `<error status="503">{ "message": "no" }</error>`,
  "/proxy": `<proxy-request>${to("/x")}</proxy-request>`,
  "/status": `<set-status code="{$request/get/code}"/><template>{}</template>`,
  "/slow": `<request>${to("/slow")}</request>`,
};

const system = {
  swagger: "2.0",
  basePath: "/api",
  paths: Object.fromEntries(
    ["/valid", "/invalid"].map((path) => [
      path,
      { get: { produces: ["application/json"], responses: { 200: { schema: { type: "object" } } } } },
    ]),
  ),
};

export const telemetryApp = apiFiles(flows, {
  files: {
    "sub/ask.xml": `<flow>\n  <request content="sub">${to("/x")}</request>\n</flow>`,
    "system.json": JSON.stringify(system),
  },
});

export interface Upstream extends RunningServer {
  /** The header fields of the requests that have come. */
  readonly received: IncomingHttpHeaders[];
}

export async function startUpstream(): Promise<Upstream> {
  const received: IncomingHttpHeaders[] = [];
  const server = await upstream((request, response) => {
    received.push(request.headers);
    const path = request.url?.split("?")[0];
    if (path === "/moved") reply(response, 302, "", { location: "/x" });
    else if (path === "/teapot") reply(response, 418, {});
    else if (path === "/kept") reply(response, 200, {}, { "cache-control": "max-age=600" });
    else if (path === "/api/invalid") reply(response, 200, []);
    else if (path === "/slow") setTimeout(reply, 1000, response, 200, {});
    else reply(response, 200, {});
  });
  whenDone(server.stop);
  return { ...server, received };
}
