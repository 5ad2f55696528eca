/**
 * JSON Web Tokens. An entry of its own: only apps that call these functions load jose.
 * @module
 */
export { jwtDecode } from "./decode.js";
export { jwtEncode } from "./encode.js";
