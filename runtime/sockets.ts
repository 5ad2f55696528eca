/**
 * Upstream requests over connections of their own: with proxies, versions of TLS, client
 * certificates and so on. Only apps whose flows use such options load it.
 * @module
 */
export { sockets } from "./upstream/sockets/sockets.js";
