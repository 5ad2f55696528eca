import type { Mistakes } from "./support.js";

const url = `"url": "https://shop.example/orders"`;

const request = (members: string): string => `<request>{ ${url}, ${members} }</request>`;

const options = (members: string): string => request(`"options": { ${members} }`);

const proxy = (members: string): string => `<proxy-request>{ ${members} }</proxy-request>`;

/** Values that actions cannot use: units, quotes, types, forms of other tools, settings that need another one. */
export const hurriedRequests: Mistakes = {
  // Options
  "a time-out in camel case": options(`"«connectTimeout|connect-timeout»": 2`),
  "a switch for how many to follow": options(`"follow-redirects": true, "max-redirects": «true|3»`),
  "a protocol with its colon": options(`"transport-protocol": "«https:|https»"`),
  "a definition that is not there": options(`«"definition": "shop.yml"|"timeout": 5»`),
  // URL, method, query, header fields
  "a URL without its server": `<request url="«/orders|https://shop.example/orders»"/>`,
  "a URL of two": `<request>{ "url": "«http://https://shop.example|https://shop.example»" }</request>`,
  "a URL with a placeholder in its string": `<request>{ "url": «"https://shop.example/{{ $request/id }}"|{{ concat("https://shop.example/", $request/id) }}» }</request>`,
  "a media type that is only its second half": request(`"headers": { "Accept": "«json|application/json»" }`),
  "fields of a form with key for name": request(`"post": [{ "«key|name»": "a", "value": "1" }]`),
  "a body from a variable that nothing sets": `<template out="$order">{ "id": 7 }</template>${request(`"body": { "src": "«$ordr|$order»" }`)}`,
  "a body that is called json": request(
    `"method": "POST", «"json": { "id": 7 }|"body": { "value": { "id": 7 } }»`,
  ),
  // Several requests, proxies
  "a proxy with a body": proxy(`"origin": "https://users.example"«!, "body": { "value": 1 }|»`),
  "a proxy with a target": proxy(`"«target|origin»": "https://users.example"`),
  // Errors, header fields of the answer, the log
  "a field with a space in its name": `<set-response-headers>{ "«Cache Control|Cache-Control»": "no-store" }</set-response-headers>`,
  "an old action with a bad name": `<set-header name="«X Request|X-Request»" value="1"/>`,
  "a field of the engine in the log": `<log>{ "«requestID|order»": "7" }</log>`,
  "a media type without its first half": `<echo mime="«csv|text/csv»">a,b</echo>`,
};
