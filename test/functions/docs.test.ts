/** The pages of docs/language/functions/ and their examples. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flowFunctions as functions } from "../../compiler/constructs/functions/index.js";
import { ldapDirectory, type RunningDirectory, startDirectory } from "../support/directory.js";
import { type DocPage, docPages, pageExamples } from "../support/doc-pages.js";
import { needing } from "../support/needs.js";
import { repository } from "../support/project.js";
import { type RunningServer, upstream } from "../support/servers.js";

const directory = "docs/language/functions";
const pages = docPages(directory);
const list = readFileSync(join(repository, directory, "README.md"), "utf8");

/** The functions that a heading names. */
const namesIn = (heading: string): readonly string[] =>
  [...heading.matchAll(/`([a-z0-9-]+)\(\)`/g)].map(([, name = ""]) => name);

const headingsOf = ({ text }: DocPage): readonly string[] => text.match(/^#+ .*$/gm) ?? [];

let users: RunningServer;
let ldap: RunningDirectory | undefined;

beforeAll(async () => {
  users = await upstream((request, response) => {
    const isXml = request.url?.endsWith(".xml");
    response.setHeader("content-type", isXml ? "application/xml" : "application/json");
    response.end(isXml ? "<user><name>Ben</name></user>" : '{ "id": 7, "name": "Ada" }');
  });
  process.env.USERS_API = users.url;
  ldap = ldapDirectory.isThere ? await startDirectory() : undefined;
  process.env.LDAP_URL = ldap?.url;
});

afterAll(async () => {
  delete process.env.USERS_API;
  delete process.env.LDAP_URL;
  await users.stop();
  await ldap?.stop();
});

describe.each(pages)("$name", (page) => {
  const asksDirectory = page.text.includes("$env/LDAP_URL");
  describe("its examples", asksDirectory ? needing(ldapDirectory) : {}, () => pageExamples(page));

  test("describes functions that exist, each with an example, and is listed once", () => {
    const [title = "", ...others] = headingsOf(page);
    const sections = others.filter((heading) => namesIn(heading).length > 0);
    const names = [title, ...sections].flatMap(namesIn);
    expect(names).not.toStrictEqual([]);
    expect(names.filter((name) => !functions.has(name))).toStrictEqual([]);
    const illustrated = new Set(page.examples.map(({ heading }) => heading));
    expect(sections.filter((heading) => !illustrated.has(heading))).toStrictEqual([]);
    expect(list.split(`](${page.name})`)).toHaveLength(2);
  });
});

test("every function has a page, or a section of one", () => {
  const described = new Set(pages.flatMap(headingsOf).flatMap(namesIn));
  expect([...functions.keys()].filter((name) => !described.has(name))).toStrictEqual([]);
});
