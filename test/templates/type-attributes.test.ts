/** The attribute that tells the type of a JSON value: over plain data, over nodes, and over XML, where it is any other. */
import { samples } from "../support/samples.js";
import { rendered, renderedXml } from "./rendered.js";

const data = JSON.parse(
  '{ "s": "x", "n": 1, "t": true, "z": null, "o": { "n": 2 }, "a": [3, "y"], "not a name": 4, "__proto__": 5 }',
) as unknown;

samples("Tests for a type of JSON", [
  rendered("[ {{ count(*[@string]) }}, {{ count(*[@number]) }}, {{ count(*[@array]) }} ]", data, [1, 3, 1]),
  rendered("[ {{ count(*[@boolean]) }}, {{ count(*[@null]) }}, {{ count(*[@object]) }} ]", data, [1, 1, 1]),
  rendered("[ {{ sum(*[@number]) }}, {{ sum(//*[@number]) }} ]", data, [10, 15]),
  rendered("[ {{ *[@string]/../n }}, {{ name(*[@array]) }}, {{ name(*[@number][2]) }} ]", data, [
    1,
    "a",
    "json-element",
  ]),
  rendered("[ {{ count(*[not(@string)]) }}, {{ count(*[@string or @null and true()]) }} ]", data, [7, 2]),
  rendered("[ {{ count(*[@number = '']) }}, {{ count(*[string(@number) = '']) }} ]", data, [3, 8]),
  rendered(
    "[ {{ count(*[@name]) }}, {{ *[@name = 'not a name'] }}, {{ count(*[@other]) }} ]",
    data,
    [1, 4, 0],
  ),
  rendered("[ {{ count(*[@number | @string]) }}, {{ count(*[name(@number) = 'number']) }} ]", data, [4, 3]),
  rendered(
    "[ {{ count(*[(@number)[1]]) }}, {{ count(*[@*]) }}, {{ count(*[@number[1]]) }} ]",
    data,
    [3, 8, 3],
  ),
  rendered("[ {{ a/value[@number] }}, {{ a/value[@string][1] }}, {{ a[@array]/value[2] }} ]", data, [
    3,
    "y",
    "y",
  ]),
  rendered(
    "[ {{ count($body[@object]) }}, {{ count($body/json[@object]) }}, {{ count($body/@object) }} ]",
    data,
    [0, 1, 0],
  ),
  rendered(
    "[ {{loop a}} {{if @number}} 1 {{else}} {{ count(self::*[@string]) }} {{end}} {{end}} ]",
    data,
    [1, 1],
  ),
  rendered('[ {{with "text"}} {{ count(self::*[@string]) }}, {{ count(@string) }} {{end}} ]', data, [0, 0]),
  rendered("[ {{ count($request/*[@string]) > 3 }}, {{ count($request/headers[@object]) }} ]", data, [
    true,
    1,
  ]),
  renderedXml(
    "[ {{ count(*[@number]) }}, {{ *[@number = '7'] }}, {{ count(*[not(@number)]) }} ]",
    '<r><a number="7">x</a><b number="">y</b><c>5</c></r>',
    [2, "x", 1],
  ),
]);
