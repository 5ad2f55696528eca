/**
 * Stands for the package @redis/client in server.js. It is as large as everything else together, and most apps keep
 * responses in memory. So it is a file beside server.js, which is loaded with this module: when the store is opened.
 * @module
 */
import { createRequire } from "node:module";
import { ownUrl } from "./own-url.js";

type RedisClient = typeof import("@redis/client");

/** @throws Error if the file is not there */
export const { createClient, ErrorReply, RESP_TYPES } = createRequire(ownUrl())(
  "./redis-client.cjs",
) as RedisClient;
