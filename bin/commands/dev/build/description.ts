import { describeApi } from "../../../../compiler/index.js";
import { readDirectory } from "../../../../compiler/source/read-directory.js";
import type { Question } from "./question.js";

/** The API description, or another file of it, as JSON for clients. */
export const description: Question = (argument, { directory }): string | undefined => {
  const { server, file } = argument as { readonly server: string; readonly file: string | undefined };
  const link = (path: string): string => `/api/openapi.json?file=${encodeURIComponent(path)}`;
  return describeApi(readDirectory(directory, undefined), { server, link }, file);
};
