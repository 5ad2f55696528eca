/** What an app can be built for: the names of `flowc build --target`. */
export type Platform = "node" | "bun" | "deno" | "workers" | "lambda";
