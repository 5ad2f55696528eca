/** Does the same as some of `flows/`, as a person would write it with Elysia. */
import { Elysia } from "elysia";
import { maxBodyBytes, price, reshaped, status } from "../by-hand/orders.js";
import { begin, limited, sent } from "./exchange.js";

const { PORT, HOST } = process.env;

const received = ({ request, server }) => ({
  began: begin(),
  method: request.method,
  url: request.url,
  field: (name) => request.headers.get(name),
  address: server?.requestIP(request)?.address ?? "",
});

function sendJson(set, of, flow, value, status = 200) {
  set.status = status;
  set.headers["content-type"] = "application/json";
  return sent(of, flow, value, status);
}

new Elysia({ prefix: "/api" })
  .get("/status", (c) => sendJson(c.set, received(c), "status.xml", status()))
  .get("/price", (c) => sendJson(c.set, received(c), "price.xml", price(Number(c.query.count))))
  .get("/limit", (c) => {
    const of = received(c);
    const { value, status } = limited(of.began, Number(c.query.limit), c.path);
    return sendJson(c.set, of, "limit.xml", value, status);
  })
  .post("/orders", (c) => {
    const of = received(c);
    if (Number(of.field("content-length")) > maxBodyBytes) return new Response(null, { status: 413 });
    return sendJson(c.set, of, "reshape.xml", reshaped(c.body));
  })
  .listen({ port: Number(PORT), hostname: HOST });
