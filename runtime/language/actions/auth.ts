import { auth as sentCredentials } from "hono/utils/basic-auth";
import { timingSafeEqual } from "hono/utils/buffer";
import { type Context, type Outcome, requestEnded, state } from "../../request/context.js";
import { respondText } from "../../request/respond.js";

/** A user's name and password. */
export type Credentials = readonly [name: string, password: string];

/**
 * The `auth` action: HTTP Basic authentication (RFC 7617). Without the name and password of a user, the status is 401
 * and the flows end. How long it takes says nothing about names and passwords.
 */
export async function authenticate($: Context, users: readonly Credentials[]): Promise<Outcome> {
  // It reads header fields alone.
  const sent = sentCredentials($[state].client as Request);
  if (sent !== undefined) {
    const matches = await Promise.all(users.map((user) => isUser(user, [sent.username, sent.password])));
    if (matches.includes(true)) return;
  }
  const current = $[state];
  current.status = 401;
  current.headers ??= new Map();
  current.headers.set("www-authenticate", 'Basic realm="flowc", charset="UTF-8"');
  respondText($, "Authentication Required");
  return requestEnded;
}

async function isUser(user: Credentials, sent: Credentials): Promise<boolean> {
  const [name, password] = await Promise.all([
    timingSafeEqual(user[0], sent[0]),
    timingSafeEqual(user[1], sent[1]),
  ]);
  return name && password;
}
