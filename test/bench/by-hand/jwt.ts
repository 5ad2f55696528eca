import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { type JwtVariables, jwt } from "hono/jwt";
import { accessLog, type Env, sendJson } from "./hono.js";

const { SECRET = "", PUBLIC_KEY = "", PORT, HOST = "127.0.0.1" } = process.env;

const app = new Hono<Env & { Variables: JwtVariables<{ readonly sub: string }> }>().basePath("/api");
app.use(accessLog);
app.get("/open", (context) => sendJson(context, "open.xml", { user: null }));
app.get("/hmac", jwt({ secret: SECRET, alg: "HS256" }), (context) =>
  sendJson(context, "me.xml", { user: context.get("jwtPayload").sub }),
);
app.get("/rsa", jwt({ secret: PUBLIC_KEY, alg: "RS256" }), (context) =>
  sendJson(context, "me.xml", { user: context.get("jwtPayload").sub }),
);

serve({ fetch: app.fetch, port: Number(PORT), hostname: HOST });
