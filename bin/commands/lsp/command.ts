import type { Register } from "../../shared/surroundings.js";

/** `flowc lsp`: what editors ask of flows, over the Language Server Protocol on standard input and output. */
export const registerLsp: Register = (program, { stderr }) => {
  program
    .command("lsp")
    .description("answer an editor: the Language Server Protocol on standard input and output")
    .option("--stdio", "speak on standard input and output, as without it: clients name it", true)
    .action(async () => {
      await (await import("./server.js")).serve(process.stdin, process.stdout, (text) =>
        stderr(`flowc: ${text}\n`),
      );
    });
};
