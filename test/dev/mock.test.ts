/** `flowc dev --mock`: descriptions answer in place of upstream systems. */
import { describe, expect, test } from "vitest";
import type { RequestDetail, RequestSummary } from "../../bin/commands/dev/api.js";
import type { UpstreamEvent } from "../../runtime/observe/trace/format.js";
import { describing } from "../commands/app.js";
import { DevServer } from "./support/dev-server.js";

/** Nothing listens there. */
const nowhere = "http://127.0.0.1:9";

const request = (method: string, path: string, options = ""): string => `<flow>
  <request>
  {
    "url": "${nowhere}/v1${path}",
    "method": "${method}",
    "options": { "definition": "shop.yaml"${options} }
  }
  </request>
  <template>{ "status": {{ $upstream/main/status }}, "body": {{ content()/json }} }</template>
</flow>
`;

const shop = `
openapi: "3.0.3"
servers: [{ url: "${nowhere}/v1" }]
paths:
  /orders:
    get:
      responses:
        200: { description: All, content: { application/json: { example: [{ id: 7 }] } } }
    post:
      responses:
        400: { description: Wrong, content: { application/json: { example: { wrong: true } } } }
        202: { description: Later, content: { application/json: { example: { later: true } } } }
        201:
          description: Made
          content: { application/json: { examples: { one: { value: { id: 8 } }, two: { value: { id: 9 } } } } }
    delete:
      responses: { 204: { description: Gone } }
  /orders/{id}:
    get:
      responses:
        200: { description: One, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
  /invoices/{id}:
    get:
      responses:
        200:
          description: One
          content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: integer } } } } }
components:
  schemas:
    Base: { type: object, required: [id], properties: { id: { type: integer, example: 3 } } }
    Order:
      allOf:
        - $ref: "#/components/schemas/Base"
        - properties:
            state: { enum: [open, closed] }
            parent: { $ref: "#/components/schemas/Order" }
            lines: { type: array, items: { type: object, properties: { count: { default: 1 }, note: { type: string } } } }
`;

const app = {
  "swagger.yaml": describing({
    "/all": "all.xml",
    "/made": "made.xml",
    "/gone": "gone.xml",
    "/one": "one.xml",
    "/invoice": "invoice.xml",
    "/checked": "checked.xml",
    "/outside": "outside.xml",
  }),
  "shop.yaml": shop,
  "all.xml": request("GET", "/orders"),
  "made.xml": request("POST", "/orders"),
  "gone.xml": request("DELETE", "/orders").replace("{{ content()/json }}", "{{ string-length(content()) }}"),
  "one.xml": request("GET", "/orders/3"),
  "invoice.xml": request("GET", "/invoices/3"),
  "checked.xml": request("PUT", "/orders", ', "validate-request": true'),
  "outside.xml": `<flow>
  <request>{ "url": "${nowhere}/elsewhere" }</request>
</flow>
`,
};

const answer = async (server: DevServer, path: string): Promise<unknown> =>
  (await fetch(`${server.app}/api/${path}`)).json();

async function lastUpstream(server: DevServer): Promise<UpstreamEvent | undefined> {
  const { requests } = await server.api<{ requests: RequestSummary[] }>("/requests");
  const { events } = await server.api<RequestDetail>(`/requests/${requests.at(-1)?.key}`);
  return events.find((event) => event.kind === "upstream");
}

describe("flowc dev --mock", () => {
  test("answers with examples in place of a system that is not there, and traces say so", async () => {
    const server = await DevServer.start({ files: app, args: ["--mock"] });
    expect(await answer(server, "all")).toEqual({ status: 200, body: [{ id: 7 }] });
    expect(await lastUpstream(server)).toMatchObject({
      isMocked: true,
      request: { method: "GET", target: `${nowhere}/v1/orders` },
      response: { status: 200, body: { text: '[{"id":7}]' } },
    });
    // The lowest status that tells of success, and the first of several examples.
    expect(await answer(server, "made")).toEqual({ status: 201, body: { id: 8 } });
    expect(await answer(server, "gone")).toEqual({ status: 204, body: 0 });
    // Without an example of the response: those of its schema. An order within an order has to end somewhere.
    const one = { id: 3, state: "open", lines: [{ count: 1 }] };
    const { status, body } = (await answer(server, "one")) as { status: number; body: object };
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...one, parent: one });
  });

  test("fails a request without an example, and checks requests as without it", async () => {
    const server = await DevServer.start({ files: app, args: ["--mock"] });
    expect(await answer(server, "invoice")).toMatchObject({
      status: 501,
      body: { error: { info: ["shop.yaml has no example of a response to GET /v1/invoices/3."] } },
    });
    expect(await answer(server, "checked")).toMatchObject({
      status: 400,
      body: { error: { info: ["Invalid method put."] } },
    });
  });

  test("says at the start what is mocked, and lets other requests go out", async () => {
    const server = await DevServer.start({ files: app, args: ["--mock"] });
    expect(server.text).toMatch(/^mocked {5}shop\.yaml\nnot mocked outside\.xml:2\nbuilt/m);
    expect(await answer(server, "outside")).toMatchObject({ error: { status: 502 } });
    expect((await lastUpstream(server))?.isMocked).toBeUndefined();
  });

  test("answers as the description is now", async () => {
    const server = await DevServer.start({ files: app, args: ["--mock"] });
    await server.change("shop.yaml", shop.replace("value: { id: 8 }", "value: { id: 80 }"));
    expect(await answer(server, "made")).toEqual({ status: 201, body: { id: 80 } });
    expect(server.text.match(/^mocked/gm)).toHaveLength(1);
  });

  test("is only there if it is asked for", async () => {
    const server = await DevServer.start({ files: app });
    expect(await answer(server, "all")).toMatchObject({ status: 502 });
    expect(server.text).not.toContain("mocked");
  });
});
