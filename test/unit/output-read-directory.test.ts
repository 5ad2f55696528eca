import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readDirectory } from "../../compiler/source/read-directory.js";
import { needing } from "../support/needs.js";

let base: string;
let root: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "flowc-read-")));
  root = join(base, "flows");
  mkdirSync(root);
});
afterEach(() => rmSync(base, { recursive: true }));

function write(path: string, text = "") {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}

test("files are listed in order, without what is hidden, installed or excluded, but with what is well known", () => {
  for (const path of [
    "b.xml",
    "a/z.xml",
    "a.xml",
    "a/.x.xml",
    ".git/config",
    "a/node_modules/x.js",
    "a/.well-known/x.txt",
    "gen/app.ts",
  ]) {
    write(`flows/${path}`);
  }
  expect(readDirectory(root, join(root, "gen")).list).toEqual([
    "a.xml",
    "a/.well-known/x.txt",
    "a/z.xml",
    "b.xml",
  ]);
});

test("files are inspected without being read", () => {
  write("secret", "secret");
  write("flows/a.txt", "four");
  const { inspect } = readDirectory(root, undefined);
  expect(inspect("a.txt")).toEqual({ size: 4, isReadable: true });
  expect(inspect("../secret")).toBeUndefined();
});

const ordinaryUser = {
  name: "a user who is not root, who may read any file",
  isThere: process.getuid?.() !== 0,
};

test("a file without permission to read it is listed", needing(ordinaryUser), () => {
  write("flows/a.txt", "four");
  chmodSync(join(root, "a.txt"), 0);
  expect(readDirectory(root, undefined).inspect("a.txt")).toEqual({ size: 4, isReadable: false });
});

test("only listed files are read, without a byte order mark", () => {
  write("secret", "secret");
  write("flows/.hidden", "hidden");
  write("flows/a.xml", "\ufeff<flow/>\r\n");
  const { read } = readDirectory(root, undefined);
  expect(read("a.xml")).toBe("<flow/>\r\n");
  for (const path of ["../secret", ".hidden", "./a.xml", join(root, "a.xml"), "__proto__", ""]) {
    expect(read(path)).toBeUndefined();
  }
});

test("links are followed inside the directory only, and not in circles", () => {
  write("secret/s.xml");
  write("flows/real/a.xml", "a");
  symlinkSync("real", join(root, "alias"));
  symlinkSync("real/a.xml", join(root, "b.xml"));
  symlinkSync("..", join(root, "real/up"));
  symlinkSync("nowhere", join(root, "broken"));
  symlinkSync(join(base, "secret"), join(root, "out"));
  symlinkSync(join(base, "secret/s.xml"), join(root, "out.xml"));
  const { list, read } = readDirectory(root, undefined);
  expect(list).toEqual(["alias/a.xml", "b.xml", "real/a.xml"]);
  expect(read("b.xml")).toBe("a");
});

test("the directory may itself be a link", () => {
  write("flows/a.xml");
  symlinkSync("flows", join(base, "link"));
  expect(readDirectory(join(base, "link"), undefined).list).toEqual(["a.xml"]);
});

test("nesting has a bound", () => {
  write(`flows/${"d/".repeat(40)}a.xml`);
  expect(() => readDirectory(root, undefined)).toThrow("nested more than 32");
});
