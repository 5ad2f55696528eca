import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { factor } from "./differential/settings.js";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000 * Math.max(1, factor),
    hookTimeout: 60_000,
    // Apps that run in the tests log every request; what matters of it, tests look at.
    onConsoleLog: (text) => !text.startsWith('{"timestamp":'),
  },
});
