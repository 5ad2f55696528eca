/** Fields that a response has several times: every value reaches the flow, and the client. */
import { afterAll, beforeAll, expect } from "vitest";
import { samples } from "../support/samples.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";

let server: RunningServer;

const several = ["sid=1; Path=/", "lang=de; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "x=3"];

beforeAll(async () => {
  server = await upstream((request, response) => {
    const cookies = { "/several": several, "/one": ["only=1"] }[request.url ?? ""];
    reply(response, 200, {}, { "X-Kind": "shop", ...(cookies && { "Set-Cookie": cookies }) });
  });
  process.env.UPSTREAM = server.url;
});
afterAll(async () => {
  delete process.env.UPSTREAM;
  await server.stop();
});

const ask = (path: string) =>
  `<request content="shop">{ "url": {{ concat($env/UPSTREAM, "${path}") }} }</request>`;

/** As in the recipe for this action: other fields before, and a loop over the nodes of the field. */
const passing = `<set-response-headers in="$upstream">
{
  "cache-control": "no-store" {{,}}
  {{with shop/headers }}
    {{: x-kind }}
    "set-cookie": [
      {{loop array(set-cookie) }}
        {{ . }}
      {{end}}
    ]
  {{end}}
}
</set-response-headers><echo>done</echo>`;

const cookies = (expected: readonly string[]) => ({
  check: (response: { headers: Headers }) => expect(response.headers.getSetCookie()).toEqual(expected),
});

samples("cookies of an upstream response, passed on", {
  several: {
    flow: `${ask("/several")}${passing}`,
    headers: { "x-kind": "shop", "cache-control": "no-store" },
    ...cookies(several),
  },
  one: { flow: `${ask("/one")}${passing}`, headers: { "x-kind": "shop" }, ...cookies(["only=1"]) },
  none: { flow: `${ask("/none")}${passing}`, headers: { "x-kind": "shop", "set-cookie": null } },
  ...[
    `{ {{: $upstream/shop/headers/set-cookie }} }`,
    `{ {{with $upstream/shop/headers}} {{: set-cookie | x-kind }} {{end}} }`,
    `{ {{with $upstream/shop}}{{with headers}} {{: *}} {{end}}{{end}} }`,
    `{ "Set-Cookie": {{ $upstream/shop/headers/set-cookie }} }`,
    `{ "Set-Cookie": {{ array($upstream/shop/headers/set-cookie) }} }`,
    `{ "Set-Cookie": [ {{loop $upstream/shop/headers/set-cookie}} {{.}} {{end}} ] }`,
    `{ "Set-Cookie": [ {{loop array($upstream/*/headers/set-cookie)}} {{.}} {{end}} ] }`,
  ].map((template) => ({
    name: `by ${template}`,
    flow: `${ask("/several")}<set-response-headers>${template}</set-response-headers><echo>done</echo>`,
    ...cookies(several),
  })),
});

const list = `$upstream/shop/headers/set-cookie`;

samples("the nodes of a field that was sent several times", {
  "are as many as the fields, and the first one is the string": {
    flow: `${ask("/several")}<template>[ {{ count(${list}) }}, {{ string(${list}) }}, {{ ${list}[2] }}, {{ ${list}[last()] }},
      {{ ${list}[starts-with(., 'x=')] }}, {{ count($upstream//set-cookie) }}, {{ name(${list}[3]) }}, {{ contains(${list}, 'lang') }},
      {{ ${list} = 'x=3' }}, {{ join('|', ${list}) }}, {{ count($upstream/*/headers/set-cookie/preceding-sibling::set-cookie) }} ]</template>`,
    json: [3, several[0], several[1], "x=3", "x=3", 3, "set-cookie", false, true, several.join("|"), 2],
  },
  "are an array in JSON": {
    flow: `${ask("/several")}<eval out="$copy">$upstream/shop</eval><template out="$json">{ {{: $copy/headers }} }</template>
      <template>[ {{ ${list} }}, {{ $copy/headers/set-cookie }}, {{ $json/headers/set-cookie }}, {{ count($copy/headers/set-cookie) }} ]</template>`,
    json: [several, several, several, 3],
  },
  "are kept beside other responses, which have one": {
    flow: `${ask("/several")}<request content="other">{ "url": {{ concat($env/UPSTREAM, "/one") }} }</request>
      <template>[ {{ count(${list}) }}, {{ $upstream/other/headers/set-cookie }}, {{ count($upstream/*/headers/set-cookie) }} ]</template>`,
    json: [3, "only=1", 4],
  },
});

samples("cookies of upstream responses, where <dump> ends the flow", {
  "are sent, in the order of the requests": {
    flow: `${ask("/several")}<request content="other">{ "url": {{ concat($env/UPSTREAM, "/one") }} }</request><dump/>`,
    ...cookies([...several, "only=1"]),
  },
  "are not sent if the flow sets cookies itself": {
    flow: `${ask("/several")}<set-response-headers>{ "Set-Cookie": "own=1" }</set-response-headers><dump/>`,
    ...cookies(["own=1"]),
  },
  "are none if there are none": { flow: `${ask("/none")}<dump/>`, ...cookies([]) },
  "are not sent by other actions": {
    flow: `${ask("/several")}<pass-body request="shop"/>`,
    ...cookies([]),
  },
});
