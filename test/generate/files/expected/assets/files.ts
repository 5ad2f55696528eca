// The files of the flow directory, compiled by flowc.

export const files = new Set([
  "/",
  "conf/",
  "conf/limits.xml",
  "conf/shops.json",
  "orders.xml",
  "swagger.yaml",
]);
