import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { descriptionNames } from "../../../compiler/load/index.js";
import { isInside } from "../../../compiler/source/index.js";
import { App, type AppEvents } from "./app.js";
import { maxParents } from "./limits.js";

/** A file, and the app that it is in. */
export interface Place {
  readonly app: App;
  /** Relative to the flow directory, with `/`. */
  readonly path: string;
}

/** The apps in the folders that an editor has open, and the files of them that are open. */
export class Workspace {
  readonly #apps = new Map<string, App>();
  readonly #open = new Map<string, Place>();

  /** @param folders their paths */
  constructor(
    private readonly folders: Set<string>,
    private readonly events: AppEvents,
  ) {}

  /** The file of a URI that is open. */
  place(uri: string): Place | undefined {
    return this.#open.get(uri);
  }

  open(uri: string, text: string): void {
    const place = this.#placeOf(uri);
    if (place === undefined) return;
    this.#open.set(uri, place);
    place.app.change(place.path, text);
  }

  change(uri: string, text: string): void {
    const place = this.#open.get(uri);
    place?.app.change(place.path, text);
  }

  close(uri: string): void {
    const place = this.#open.get(uri);
    if (place === undefined) return;
    this.#open.delete(uri);
    place.app.change(place.path, undefined);
    if (place.app.hasOpen()) return;
    place.app.close();
    this.#apps.delete(place.app.root);
  }

  /** Files have changed on disk. */
  refresh(): void {
    for (const app of this.#apps.values()) app.refresh();
  }

  changeFolders(added: readonly string[], removed: readonly string[]): void {
    for (const folder of removed) this.folders.delete(folder);
    for (const folder of added) this.folders.add(folder);
  }

  #placeOf(uri: string): Place | undefined {
    const file = filePath(uri);
    if (file === undefined) return undefined;
    const root = findApp(file, [...this.folders]);
    const app = this.#app(root ?? dirname(file), root !== undefined);
    return app && { app, path: relative(app.root, file).split(sep).join("/") };
  }

  #app(root: string, hasDescription: boolean): App | undefined {
    const known = this.#apps.get(root);
    if (known !== undefined) return known;
    try {
      const app = new App(root, hasDescription, this.events);
      this.#apps.set(root, app);
      return app;
    } catch (error) {
      this.events.failed(error);
      return undefined;
    }
  }
}

/** The path of a file; `undefined` for what is no file. */
function filePath(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** The folders as the client names them, and as they are without links. */
export function folderPaths(uris: readonly string[]): Set<string> {
  return new Set(
    uris.flatMap((uri) => {
      const path = filePath(uri);
      return path === undefined ? [] : [path, realPath(path)];
    }),
  );
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The files that tell a flow directory. */
const marks = [...descriptionNames, join("conf", "config.xml")];

/**
 * The flow directory that a file is in: the nearest one upward with an API description.
 * @param folders those that the editor has open: nothing above the one with the file is looked at
 */
function findApp(file: string, folders: readonly string[]): string | undefined {
  const inside = folders.filter((folder) => isInside(file, folder));
  let directory = dirname(file);
  for (let count = 0; count < maxParents; count++) {
    if (marks.some((mark) => existsSync(join(directory, mark)))) return directory;
    const parent = dirname(directory);
    if (parent === directory || inside.includes(directory)) return undefined;
    directory = parent;
  }
  return undefined;
}
