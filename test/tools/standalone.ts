/**
 * Writes a flow directory as a project of its own, until `flowc eject` does:
 * `esbuild test/tools/standalone.ts --bundle --platform=node --format=esm --packages=external --outfile=test/.tmp/standalone.js`,
 * then `node test/.tmp/standalone.js <dir> <out>`.
 */
import { writeStandalone } from "../../bin/shared/standalone.js";
import { readDirectory } from "../../compiler/source/read-directory.js";

const [directory = ".", out = "standalone"] = process.argv.slice(2);
const { files, tests, diagnostics } = await writeStandalone(
  readDirectory(directory, undefined),
  directory,
  out,
);
console.log(`${files.length} files, ${tests.length} tests, ${diagnostics.length} findings`);
