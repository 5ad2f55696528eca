/** What is read of a client's request. `Request` has all of it; a server may have something that costs less. */
export type ClientRequest = Pick<Request, "method" | "url" | "headers" | "signal" | "body" | "arrayBuffer">;
