export { MissingPackageError, optionalPackage } from "./optional-package.js";
export { packageDirectory } from "./package-directory.js";
export { type PrintedModule, print } from "./print.js";
