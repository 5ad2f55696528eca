/** libxslt, the processor of the engine that flows come from, by its command line. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import type { Need } from "../support/needs.js";

export const xsltproc: Need = {
  name: "libxslt to compare with: apt-get install xsltproc",
  isThere: spawnSync("xsltproc", ["--version"]).status === 0,
};

/**
 * Returns the result of libxslt for a document.
 * @param files other files of the stylesheet, by their paths
 * @throws Error where it fails
 */
export function transformed(
  stylesheet: string,
  input: string,
  files: Readonly<Record<string, string>> = {},
): Buffer {
  const directory = scratchDirectory("xsltproc");
  const all = { ...files, "main.xsl": stylesheet };
  writeFiles(
    directory,
    Object.entries(all).map(([path, text]) => ({ path, text })),
  );
  const { status, stdout, stderr } = spawnSync("xsltproc", ["--nonet", join(directory, "main.xsl"), "-"], {
    input,
  });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout;
}

/** A stylesheet of the version 1.0 around its content. */
export const sheet = (content: string, attributes = ""): string =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" ${attributes}>${content}</xsl:stylesheet>`;
