/** The navigation of the site: what the groups hold, and in which order. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface NavigationGroup {
  readonly text: string;
  readonly items: readonly NavigationItem[];
}

export interface NavigationItem {
  readonly text: string;
  /** The address of the page on the site, without its ending. */
  readonly link: string;
}

/** Pages by their paths in `docs/`; `folder/*` means all pages of the folder that no group names. */
interface Group {
  readonly text: string;
  readonly pages: readonly string[];
}

const groups: readonly Group[] = [
  { text: "Start", pages: ["README.md", "start.md"] },
  {
    text: "Guides",
    pages: [
      "guides/first-app.md",
      "guides/tests.md",
      "guides/tokens.md",
      "debugging.md",
      "generated-code.md",
      "deploying.md",
      "guides/moving.md",
      "guides/secure-flows.md",
      "editors.md",
      "guides/*",
    ],
  },
  {
    text: "Operation",
    pages: ["running.md", "workers.md", "logs.md", "observability.md", "trace.md", "embedding.md"],
  },
  { text: "Commands", pages: ["commands/*"] },
  {
    text: "Language",
    pages: [
      "language.md",
      "language/actions/README.md",
      "language/*",
      "language/templates/README.md",
      "language/functions/README.md",
    ],
  },
  { text: "Security", pages: ["security.md"] },
  { text: "Performance", pages: ["performance.md"] },
  {
    text: "Reference",
    pages: [
      "diagnostics.md",
      "checks.md",
      "compatibility.md",
      "decisions.md",
      "api.md",
      "versioning.md",
      "dependencies.md",
    ],
  },
];

/** They have many pages: only these pages show them, above all others. */
const folders: readonly Group[] = [
  { text: "Actions", pages: ["language/actions/*"] },
  { text: "Templates", pages: ["language/templates/*"] },
  { text: "Functions", pages: ["language/functions/*"] },
];

/**
 * The lists beside the pages, by the beginnings of their addresses. A page that no group names comes into a last group.
 *
 * @param docs the directory `docs/`
 */
export function navigation(docs: string): Readonly<Record<string, readonly NavigationGroup[]>> {
  const all = pagesIn(docs);
  const named = new Set([...groups, ...folders].flatMap(({ pages }) => pages));
  const unnamed = (folder: string) => all.filter((page) => folderOf(page) === folder && !named.has(page));
  const filled = ({ text, pages }: Group): NavigationGroup => ({
    text,
    items: pages.flatMap((page) =>
      page.endsWith("/*") ? itemsOf(docs, unnamed(page.slice(0, -2))) : [itemOf(docs, page)],
    ),
  });
  const taken = new Set([...named].map((page) => (page.endsWith("/*") ? page.slice(0, -2) : page)));
  const others = all.filter((page) => !taken.has(page) && !taken.has(folderOf(page)));
  const main = [...groups.map(filled), { text: "More", items: itemsOf(docs, others) }].filter(
    ({ items }) => items.length > 0,
  );
  const ofFolders = folders.map((group) => [`/${group.pages[0]?.slice(0, -1)}`, [filled(group), ...main]]);
  return Object.fromEntries([...ofFolders, ["/", main]]);
}

/** The address of a page on the site: the `README.md` of a folder is its start page. */
export function siteName(page: string): string {
  return page.replace(/(^|\/)README\.md$/, "$1index.md");
}

function pagesIn(docs: string): readonly string[] {
  return readdirSync(docs, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".md") && !path.startsWith("."))
    .sort();
}

function folderOf(page: string): string {
  return page.split("/").slice(0, -1).join("/");
}

function itemsOf(docs: string, pages: readonly string[]): readonly NavigationItem[] {
  return pages.map((page) => itemOf(docs, page)).sort((a, b) => a.text.localeCompare(b.text, "en"));
}

function itemOf(docs: string, page: string): NavigationItem {
  const [, heading = page] = /^# (.+)$/m.exec(readFileSync(join(docs, page), "utf8")) ?? [];
  const link = `/${siteName(page).replace(/(index)?\.md$/, "")}`;
  // The sidebar takes markup.
  return { text: heading.replaceAll("`", "").replaceAll("&", "&amp;").replaceAll("<", "&lt;"), link };
}
