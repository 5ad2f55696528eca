/** The `nameshave` action. */
import { expect } from "vitest";
import { samples } from "../support/samples.js";

const xml =
  '<r xmlns="urn:a" xmlns:b="urn:b"><c>1</c><b:c b:d="first" d="last"/><?pi x?><!--y--><b:e xmlns="urn:e">&lt;</b:e></r>';
const shaved = '<?xml version="1.0"?>\n<r><c>1</c><c d="last"/><?pi x?><!--y--><e>&lt;</e></r>';

const parsed = '<copy in="names.xml" out="$text"/><eval out="$xml">xml-parse($text)</eval>';

samples(
  "nameshave",
  {
    "a document in a variable, into a variable": {
      flow: `${parsed}<nameshave in="$xml" out="$bare"/><template>{ "c": {{ count($bare/r/c) }}, "d": {{ $bare/r/c[2]/@d }} }</template>`,
      json: { c: 2, d: "last" },
    },
    "a text, into the main content": {
      flow: '<copy in="names.xml" out="$text"/><nameshave in="$text"/>',
      text: shaved,
      headers: { "content-type": "application/xml" },
    },
    "a file, in the main content, which templates look at": {
      flow: '<copy in="names.xml"/><nameshave/><template>{{ c[1] }}</template>',
      json: "1",
    },
    "an element becomes a document of its own": {
      flow: `${parsed}<nameshave in="$xml/*/*[2]" out="$bare"/><copy in="$bare"/>`,
      text: '<?xml version="1.0"?>\n<c d="last"/>',
    },
    "what is no XML is logged, and the output stays what it is": {
      flow: `<eval out="$bare">"stays"</eval><eval out="$text">"&lt;a>"</eval><nameshave in="$text" out="$bare"/><template out="$json">{}</template><nameshave in="$json" out="$bare"/><nameshave out="$bare"/><copy in="$bare"/>`,
      text: "stays",
      check: ({ log }) =>
        expect(log.map(({ topic, message }) => `${topic}: ${message}`)).toStrictEqual([
          expect.stringMatching(/^nameshave: The input is no XML: /),
          "nameshave: The input is no XML.",
          "nameshave: The input is no XML.",
        ]),
    },
  },
  { files: { "names.xml": xml } },
);
