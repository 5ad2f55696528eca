/** The site that `npm run docs:site` makes: built once, served on loopback, and its links. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join, posix } from "node:path";
import { promisify } from "node:util";
import { type DefaultTreeAdapterMap, parse } from "parse5";
import { listFiles, repository } from "../../support/project.js";
import { type RunningServer, upstream } from "../../support/servers.js";

/** Builds the site in `test/.tmp/site/`, as a user does but for the place. */
export async function buildSite(): Promise<string> {
  const site = join(repository, "test/.tmp/site");
  await promisify(execFile)("npm", ["run", "docs:site", "--", "--outDir", site], { cwd: repository });
  return site;
}

const mediaTypes: ReadonlyMap<string, string> = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript"],
  [".css", "text/css"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
  [".json", "application/json"],
]);

/** A plain server of files, as hosts of static sites are. */
export function serveSite(site: string): Promise<RunningServer> {
  return upstream(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://site");
    const file = join(site, posix.normalize(decodeURIComponent(pathname)).replace(/\/$/, "/index.html"));
    const isThere = existsSync(file) && statSync(file).isFile();
    response.writeHead(isThere ? 200 : 404, {
      "content-type": mediaTypes.get(extname(file)) ?? "text/plain",
    });
    response.end(isThere ? readFileSync(file) : "");
  });
}

interface SitePage {
  readonly ids: ReadonlySet<string>;
  readonly targets: readonly string[];
}

/** Targets of links and sources of pictures, scripts and styles that the site does not have, each with its page. */
export function brokenLinks(site: string): readonly string[] {
  const files = new Set(listFiles(site));
  const pages = new Map(
    [...files]
      .filter((path) => path.endsWith(".html"))
      .map((path) => [path, readPage(readFileSync(join(site, path), "utf8"))]),
  );
  return [...pages].flatMap(([path, { targets }]) =>
    targets
      .filter((target) => !/^(https?|data|mailto):/.test(target))
      .filter((target) => {
        const { pathname, hash } = new URL(target, `http://site/${path}`);
        const file = decodeURIComponent(pathname.slice(1)).replace(/(^|\/)$/, "$1index.html");
        const anchor = decodeURIComponent(hash.slice(1));
        return !files.has(file) || (anchor !== "" && !pages.get(file)?.ids.has(anchor));
      })
      .map((target) => `${path}: ${target}`),
  );
}

/** Addresses of other origins that pages load something from: not those of links, which readers follow themselves. */
export function foreignSources(site: string): readonly string[] {
  return listFiles(site)
    .filter((path) => path.endsWith(".html") || path.endsWith(".css"))
    .flatMap((path) => {
      const text = readFileSync(join(site, path), "utf8");
      const pattern =
        /<(?:script|img|link|iframe)[^>]+(?:src|href)="(?:https?:)?\/\/[^"]*"|url\(["']?(?:https?:)?\/\/[^)]*/g;
      return [...text.matchAll(pattern)].map(([source]) => `${path}: ${source}`);
    });
}

function readPage(html: string): SitePage {
  const ids = new Set<string>();
  const targets: string[] = [];
  const walk = (node: DefaultTreeAdapterMap["node"]): void => {
    for (const { name, value } of "attrs" in node ? node.attrs : []) {
      if (name === "id") ids.add(value);
      if (name === "href" || name === "src") targets.push(value);
    }
    for (const child of "childNodes" in node ? node.childNodes : []) walk(child);
  };
  walk(parse(html));
  return { ids, targets };
}
