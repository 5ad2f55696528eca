/** A package is not there that only some commands need. */
export class MissingPackageError extends Error {}

/**
 * Loads a package that is not installed with flowc, an optional peer. The error tells how to install it.
 * @param purpose what needs it: the beginning of a sentence
 */
export async function optionalPackage<Package>(
  purpose: string,
  name: string,
  load: () => Promise<Package>,
): Promise<Package> {
  try {
    return await load();
  } catch (error) {
    // Yarn with Plug'n'Play has the code of `require`.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new MissingPackageError(`${purpose} needs a package that is not installed: npm install -D ${name}`);
  }
}
