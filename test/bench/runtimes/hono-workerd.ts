import { getConnInfo } from "hono/cloudflare-workers";
import { honoApp } from "./hono.js";

/** workerd calls the default export. */
export default honoApp(getConnInfo);
