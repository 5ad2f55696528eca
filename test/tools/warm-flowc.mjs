/**
 * A process that keeps the modules of `dist/` read, and runs one command line after the other, each as `flowc.js` does for
 * itself. `warm-process.ts` starts it.
 */
const outputs = { stdout: process.stdout, stderr: process.stderr };
let count = 0;

process.once("disconnect", () => process.exit());
process.on("message", async ({ program, args, cwd, env }) => {
  const texts = {};
  for (const [name, stream] of Object.entries(outputs)) {
    texts[name] = "";
    stream.removeAllListeners("error");
    stream.write = (text, ...more) => {
      texts[name] += text;
      more.at(-1)?.();
      return true;
    };
  }
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, program, ...args];
  // Its last statement awaits the whole run; another query has it run once more.
  await import(`${program}?${count++}`);
  const { exitCode: code = 0 } = process;
  process.exitCode = undefined;
  process.send({ code, ...texts });
});
