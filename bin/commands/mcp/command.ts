import { checkDirectory, type Overlaid, overlayOption } from "../../shared/directory.js";
import type { Register } from "../../shared/surroundings.js";

/** `flowc mcp`: what flowc can do, for agents. */
export const registerMcp: Register = (program, surroundings, _, run) => {
  program
    .command("mcp")
    .description("offer flowc to agents on standard input and output, by the Model Context Protocol")
    .argument("[dir]", "the flow directory", ".")
    .addOption(overlayOption())
    .option("--allow-network", "let upstream requests out that requests and tests of agents lead to", false)
    .action(async (directory: string, options: Overlaid & { readonly allowNetwork: boolean }) => {
      checkDirectory(directory);
      const { serve } = await import("./server.js");
      await serve({ directory, ...options }, surroundings, run);
    });
};
