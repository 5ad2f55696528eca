import { join } from "node:path";
import { messageOf } from "../../../shared/values.js";
import type { OpenFile } from "../api.js";
import { ApiError, type ApiRoute } from "../workbench.js";
import { editorCommand } from "./editor.js";
import { startProgram } from "./start-program.js";

/** Opens a file that the app is written in, and no other. */
export const openRoute: ApiRoute = {
  method: "POST",
  path: "/api/open",
  handle: async (request, workbench) => {
    const { file, line, column } = ((await request.json()) ?? {}) as Partial<Record<keyof OpenFile, unknown>>;
    if (typeof file !== "string" || !workbench.written().has(file))
      throw new ApiError(404, "The app is not written in this file.");
    const position = { file: join(workbench.directory, file), line: countOf(line), column: countOf(column) };
    try {
      const { program, args } = editorCommand(process.env, position);
      await startProgram(program, args);
    } catch (error) {
      throw new ApiError(500, `The editor cannot be opened: ${messageOf(error)}`);
    }
    return { json: {} };
  },
};

/** A line or a column. */
const countOf = (value: unknown): number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 1;
