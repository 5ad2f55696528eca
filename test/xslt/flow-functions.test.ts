/** The functions of flows in stylesheets, and what a stylesheet reads of the request. */
import { expect } from "vitest";
import { samples } from "../support/samples.js";
import { sheet } from "./xsltproc.js";

const text = (select: string) =>
  sheet(
    `<xsl:output method="text"/><xsl:template match="/"><xsl:value-of select="${select}"/></xsl:template>`,
  );

samples(
  "functions of flows in stylesheets",
  {
    "of strings": {
      flow: `<template out="$x">{"a": "1"}</template><xslt src="strings.xsl" in="$x"/>`,
      text: "ADA|ada",
    },
    "lookup()": {
      flow: `<template out="$x">{"a": "de"}</template><xslt src="lookup.xsl" in="$x"/>`,
      text: "Hallo",
    },
    "fit-serialize() of the nodes of the input": {
      flow: `<template out="$x">{"a": "1"}</template><xslt src="serialize.xsl" in="$x"/>`,
      text: '<a string="">1</a>',
    },
    "document() of the main content": {
      flow: `<copy in="people.xml"/><template out="$x">{"a": "1"}</template><xslt src="content.xsl" in="$x"/>`,
      text: "Ada",
    },
    "document() of another content": {
      flow: '<copy in="people.xml" out="fit://request/content/people"/><template out="$x">{"a": "1"}</template><xslt src="people.xsl" in="$x"/>',
      text: "Ada",
    },
    "document() of a file of the app": {
      flow: '<template out="$x">{"a": "1"}</template><xslt src="file.xsl" in="$x"/>',
      text: "Ada",
    },
    "document() of a URI that names no file: nothing, and an alert": {
      flow: '<template out="$x">{"a": "../../etc/passwd"}</template><xslt src="computed.xsl" in="$x"/>',
      text: "0",
      check: ({ log }) =>
        expect(log.map(({ message }) => message)).toEqual([
          expect.stringMatching(/computed\.xsl: document\(\) finds no file/),
        ]),
    },
    "document() of a computed URI never leaves the folder": {
      flow: '<template out="$x">{"a": "../people.xml"}</template><xslt src="sub/computed.xsl" in="$x"/>',
      text: "0",
      check: ({ log }) => expect(log).toHaveLength(1),
    },
  },
  {
    files: {
      "strings.xsl": text("concat(toupper('ada'), '|', tolower('ADA'))"),
      "lookup.xsl": text("lookup('words.json', //a, 'none')"),
      "words.json": '{"de": "Hallo"}',
      "serialize.xsl": sheet(
        '<xsl:output method="text"/><xsl:template match="/"><xsl:value-of select="fit-serialize(json/a)"/></xsl:template>',
      ),
      "content.xsl": text("document('fit://request/content')//name"),
      "people.xsl": text("document('fit://request/content/people')//name"),
      "file.xsl": text("document('people.xml')//name"),
      "computed.xsl": text("count(document(//a))"),
      "sub/computed.xsl": text("count(document(//a))"),
      "people.xml": "<p><name>Ada</name></p>",
    },
  },
);
