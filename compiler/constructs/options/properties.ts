/** A property of the configuration of a request, beside its options. */
interface PropertyRow {
  /** The part of the URL that it is: all of it, or what comes before the client's path. */
  readonly part: "url" | "path" | undefined;
  /** The facility of the runtime that it needs. */
  readonly facility: "multipart" | "charsets" | undefined;
}

const plain: PropertyRow = { part: undefined, facility: undefined };

/** The properties of `<request>`, and of each of `<requests>`. */
export const requestProperties: Readonly<Record<string, PropertyRow>> = {
  id: plain,
  url: { ...plain, part: "url" },
  method: plain,
  headers: plain,
  cookies: plain,
  query: plain,
  post: plain,
  body: plain,
  uploads: { ...plain, facility: "multipart" },
  encoding: { ...plain, facility: "charsets" },
  options: plain,
};

/** The properties of `<proxy-request>` and `x-flow-proxy`. */
export const proxyProperties: Readonly<Record<string, PropertyRow>> = {
  origin: { ...plain, part: "url" },
  stripEndpoint: plain,
  addPrefix: { ...plain, part: "path" },
  url: { ...plain, part: "url" },
  query: plain,
  headers: plain,
  options: plain,
};

/** All of them, by name. */
export const properties: Readonly<Record<string, PropertyRow>> = { ...requestProperties, ...proxyProperties };
