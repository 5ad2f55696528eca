import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { fixture } from "../project.js";
import { listed } from "../samples.js";
import { debugPassword } from "../surroundings.js";
import type { Exchange } from "./exchange.js";

function file(path: string): string {
  return readFileSync(join(fixture("library"), path), "utf8");
}

const records = listed<Exchange>({
  "a book: XML without its namespaces, as JSON": {
    request: { path: "/api/books/7" },
    json: {
      title: "The Glass Orchard",
      authors: ["Mara Lindqvist", "Tom Ashby"],
      genre: "Novel",
      year: 1998,
      here: 1,
    },
  },
  "a book that the description does not allow": {
    request: { path: "/api/books/8" },
    status: 500,
    json: { error: "Client response validation failed", status: 500 },
  },
  "a book that is not there, for people": {
    request: { path: "/api/books/9", headers: { accept: "text/html,*/*" } },
    status: 404,
    text: file("problem.html").replace("MESSAGE", "There is no book 9."),
    headers: { "content-type": "text/html" },
  },
  "a record: a file, to the byte": {
    request: { path: "/api/books/7/record" },
    text: file("records/7.xml"),
    headers: { "content-type": "application/xml; charset=utf-8" },
  },
  "a label: a stylesheet from one location to another": {
    request: { path: "/api/books/8/label" },
    status: 203,
    text: "<p><b>Knots &amp; Splices</b><i>Ines Okafor</i></p>\n",
    headers: { "content-type": "text/html;charset=utf-8" },
  },
});

const labels = listed<Exchange>({
  "a label: a number that is none": {
    request: { path: "/api/books/x/label" },
    status: 400,
    json: { error: "Input Validation Failed", status: 400 },
  },
});

const pages = listed<Exchange>({
  "links: a file of HTML, read by XPath": {
    request: { path: "/api/links" },
    json: {
      title: "The library",
      links: [
        { to: "/opening-hours/", text: "When we are open" },
        { to: "/api/books/7", text: "Book of the month" },
      ],
    },
  },
  "a page: HTML that the client sends": {
    request: {
      path: "/api/pages",
      body: '<h1>A &lt; B</h1><p class="big Warning">x<h2>C',
      headers: { "content-type": "text/html" },
    },
    json: { headings: ["A < B", "C"], warnings: 1 },
  },
  "a notice: only from the staff": {
    request: { path: "/api/notices", body: "Closed.", headers: { "content-type": "text/plain" } },
    status: 401,
    headers: { "www-authenticate": 'Basic realm="flowc", charset="UTF-8"' },
  },
  "a notice: regular expressions over the client's text": {
    request: {
      path: "/api/notices",
      body: "From 2026-11-05 on, THE LIBRARY closes at 8. On 2026-12-24, at noon.",
      headers: {
        "content-type": "text/plain",
        authorization: `Basic ${Buffer.from("desk:quiet please").toString("base64")}`,
      },
    },
    text: "From 05.11.2026 on, the Library closes at 8. On 24.12.2026, at noon.",
  },
});

const debugged = listed<Exchange>({
  "debugging: topics of one's own, behind the response": {
    request: { path: "/api/links", headers: { debug: `desk::append; auth=${debugPassword}` } },
    check: ({ text }) => {
      expect(text).toMatch(/^\{"title":"The library".*\}\n/);
      expect(text).toContain("[desk]                 /api/links\n");
      expect(text).toContain('"title": "The library"');
    },
  },
});

const site = listed<Exchange>({
  "the web site: a stylesheet": {
    request: { path: "/style.css" },
    text: file("site/style.css"),
    headers: { "content-type": "text/css" },
  },
  "the web site: a part of a file": {
    request: { path: "/style.css", headers: { range: "bytes=0-3" } },
    status: 206,
    text: "body",
  },
  "the web site: a directory": {
    request: { path: "/opening-hours" },
    status: 301,
    headers: { location: "/opening-hours/" },
  },
  "the web site: only what is in its directory": {
    request: { path: "/..%2fconf/flow.xml" },
    text: file("site/index.html"),
  },
  "the web site: a file that the flow works on": {
    request: { path: "/opening-hours/", query: "plain=1" },
    text: "\nOpening hours\nFrom nine to five.\n",
    headers: { "content-type": "text/plain" },
  },
});

export const library: readonly Exchange[] = [...records, ...labels, ...pages, ...debugged, ...site];
