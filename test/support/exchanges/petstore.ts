import { expect } from "vitest";
import { listed } from "../samples.js";
import type { Exchange } from "./exchange.js";

const rex = {
  id: 1,
  name: "Rex",
  status: "available",
  category: { id: 1, name: "Dogs" },
  photoUrls: ["/photos/rex-1.jpg", "/photos/rex-2.jpg"],
  tags: [
    { id: 1, name: "house-trained" },
    { id: 2, name: "loud" },
  ],
};
const minka = {
  id: 2,
  name: "Minka",
  status: "available",
  category: { id: 2, name: "Cats" },
  photoUrls: [],
  tags: [
    { id: 1, name: "house-trained" },
    { id: 3, name: "calm" },
  ],
};
const shelly = {
  id: 4,
  name: "Shelly",
  status: "sold",
  category: null,
  photoUrls: ["/photos/shelly.jpg"],
  tags: [],
};

function form(body: string) {
  return { body, headers: { "content-type": "application/x-www-form-urlencoded" } };
}

const multipart = {
  headers: { "content-type": "multipart/form-data; boundary=XX" },
  body: [
    "--XX",
    `Content-Disposition: form-data; name="additionalMetadata"`,
    "",
    "on the beach",
    "--XX",
    `Content-Disposition: form-data; name="file"; filename="rex.jpg"`,
    "Content-Type: image/jpeg",
    "",
    "not really a photo",
    "--XX--",
    "",
  ].join("\r\n"),
};

const pets = listed<Exchange>({
  "GET /pet/{petId}": {
    request: { path: "/v2/pet/1" },
    json: rex,
    headers: { "cache-control": "no-store" },
    check: ({ headers }) => expect(headers.get("request-id")).toMatch(/^.+$/),
  },
  "GET /pet/{petId}: null and empty arrays stay": { request: { path: "/v2/pet/4" }, json: shelly },
  "GET /pet/{petId}: unknown": {
    request: { path: "/v2/pet/99" },
    status: 404,
    json: { code: 4041, type: "unknown", message: "There is no pet 99." },
  },
  "POST /pet": {
    request: { path: "/v2/pet", json: { name: "Otto", photoUrls: [], category: { id: 1 } } },
    status: 201,
    headers: { location: "/v2/pet/5" },
    json: { id: 5, name: "Otto", photoUrls: [], category: { id: 1 }, status: "available" },
  },
  "POST /pet: malformed JSON": {
    request: { path: "/v2/pet", body: `{"name":`, headers: { "content-type": "application/json" } },
    status: 400,
    json: { code: 5000, type: "problem", message: "A pet is sent as JSON." },
  },
  "PUT /pet": {
    request: { path: "/v2/pet", method: "PUT", json: { id: 2, name: "Minki", photoUrls: ["/a"], tags: [] } },
    json: { id: 2, name: "Minki", photoUrls: ["/a"], tags: [], status: "available" },
  },
  "GET /pet/findByStatus: several": {
    request: { path: "/v2/pet/findByStatus", query: "status=available" },
    json: [rex, minka],
  },
  "GET /pet/findByStatus: an example of the API description": {
    request: { path: "/v2/pet/findByStatus", query: "status=sold", headers: { mock: "true" } },
    headers: { mock: "true" },
    json: [{ id: 9, name: "Bello", photoUrls: [], status: "sold" }],
  },
  "GET /pet/findByTags: one tag": {
    request: { path: "/v2/pet/findByTags", query: "tags=loud" },
    json: [{ id: 1, name: "Rex", status: "available", tags: ["house-trained", "loud"] }],
  },
  "POST /pet/{petId}: both fields": {
    request: { path: "/v2/pet/1", ...form("name=Max+%26+Co&status=sold") },
    json: { ...rex, name: "Max & Co", status: "sold" },
  },
  "DELETE /pet/{petId}": {
    request: { path: "/v2/pet/1", method: "DELETE", headers: { api_key: "special-key" } },
    status: 204,
    text: "",
  },
  "DELETE /pet/{petId}: no key": {
    request: { path: "/v2/pet/1", method: "DELETE" },
    status: 401,
    json: { code: 4010, type: "problem", message: "Only staff may remove pets." },
  },
  "POST /pet/{petId}/uploadImage": {
    request: { path: "/v2/pet/1/uploadImage", ...multipart },
    json: { code: 200, type: "success", message: "A photo of Rex, which says: on the beach" },
  },
});

const order = { petId: 1, quantity: 1, shipDate: "2030-01-01T00:00:00Z" };

function refused(...details: readonly string[]) {
  return {
    status: 400,
    json: { code: 3204, type: "problem", message: "Input Validation Failed", details },
  };
}

const store = listed<Exchange>({
  "GET /store/inventory": {
    request: { path: "/v2/store/inventory" },
    json: { available: 2, pending: 1, sold: 1 },
  },
  "POST /store/order": {
    request: { path: "/v2/store/order", json: { ...order, complete: true, status: "approved" } },
    json: { id: 3, ...order, status: "placed", complete: true },
  },
  "GET /store/order/{orderId}: delivered": {
    request: { path: "/v2/store/order/1" },
    json: {
      id: 1,
      quantity: 1,
      status: "delivered",
      shippedAt: "2024-02-29T10:00:00Z",
      complete: true,
      pet: { id: 4, name: "Shelly", category: "other" },
    },
  },
  "GET /store/order/{orderId}: out of range": {
    request: { path: "/v2/store/order/11" },
    ...refused("Maximum constraint violated in path for orderId: '11' must be <= 10."),
  },
  "DELETE /store/order/{orderId}": {
    request: { path: "/v2/store/order/2", method: "DELETE" },
    json: { code: 200, type: "success", message: "Order 2 is cancelled." },
  },
});

const ada = {
  id: 1,
  username: "ada",
  firstName: "Ada",
  lastName: "Example",
  email: "ada@example.org",
  userStatus: 1,
};

const users = listed<Exchange>({
  "POST /user": {
    request: { path: "/v2/user", json: { username: "eve", firstName: "Eve" } },
    status: 201,
    json: { code: 201, type: "success", message: "Welcome, Eve!" },
  },
  ...["createWithArray", "createWithList"].flatMap((operation): Exchange[] => [
    {
      name: `POST /user/${operation}`,
      request: { path: `/v2/user/${operation}`, json: [{ username: "a" }, { username: "b" }] },
      status: 201,
      json: { code: 201, type: "success", message: "2 users", users: ["a", "b"] },
    },
    {
      name: `POST /user/${operation}: an object`,
      request: { path: `/v2/user/${operation}`, json: { username: "a" } },
      ...refused("Type constraint violated in body: Object value found, but an array is required."),
    },
  ]),
  "GET /user/login": {
    request: { path: "/v2/user/login", query: "username=ada&password=engine" },
    json: "Hello Ada, you are logged in.",
    headers: { "x-rate-limit": "5000" },
    check: ({ headers }) =>
      expect(headers.getSetCookie()).toEqual(["user=ada; Path=/v2; HttpOnly", "theme=plain"]),
  },
  "GET /user/logout": {
    request: { path: "/v2/user/logout", headers: { cookie: "theme=plain; user=ada" } },
    json: { code: 200, type: "success", message: "Goodbye, ada!" },
  },
  "GET /user/logout: nobody": {
    request: { path: "/v2/user/logout" },
    text: `{ "code": 200, "type": "success", "message": "Nobody was logged in." }`,
    headers: { "content-type": "application/json", "set-cookie": "user=; Path=/v2; Max-Age=0" },
  },
  "GET /user/{username}": { request: { path: "/v2/user/ada" }, json: ada },
  "GET /user/{username}: unknown": {
    request: { path: "/v2/user/__proto__" },
    status: 404,
    json: { code: 4043, type: "unknown", message: "There is no user __proto__." },
  },
  "PUT /user/{username}": {
    request: { path: "/v2/user/ada", method: "PUT", json: { email: "new@example.org" } },
    json: {
      id: 1,
      username: "ada",
      firstName: "Ada",
      lastName: "Example",
      email: "new@example.org",
      phone: "unknown",
    },
  },
  "DELETE /user/{username}": {
    request: { path: "/v2/user/bob", method: "DELETE" },
    status: 204,
    text: "",
  },
});

const outside = listed<Exchange>({
  "an unknown path": {
    request: { path: "/v2/pets" },
    status: 400,
    json: {
      code: 3204,
      type: "problem",
      message: "Input Validation Failed",
      details: ["Path /v2/pets not found."],
    },
  },
  "a method that a path lacks": {
    request: { path: "/v2/store/inventory", method: "POST" },
    status: 405,
    json: {
      code: 3204,
      type: "problem",
      message: "Input Validation Failed",
      details: ["Method POST not allowed for /v2/store/inventory."],
    },
  },
});

export const petstore: readonly Exchange[] = [...pets, ...store, ...users, ...outside];
