/** Messages in which a secret stands in every way that one can be written, for each door that one may leave by. */
import { gzipSync } from "node:zlib";

export const secret = "hunter22-of-alice";
export const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
export const part = (name: string, content: string, more = ""): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
export const form = "multipart/form-data; boundary=b";
export const inJson = JSON.stringify({ password: secret });
const utf16 = (text: string, swap = false): Buffer => {
  const made = Buffer.from(text, "utf16le");
  return swap ? made.swap16() : made;
};

/** Bodies with secrets, by what is special about them: the media type and the body. */
export const hidden: Readonly<Record<string, readonly [type: string, body: Buffer | string]>> = {
  "a form beside a binary file": [
    form,
    bytes(
      part("file", "", '; filename="a.bin"').slice(0, -2),
      [0, 255, 254],
      "\r\n",
      part("pwd", secret),
      "--b--",
    ),
  ],
  "a form with JSON in a part": [form, `${part("data", inJson)}--b--\r\n`],
  "a form with an odd name of a part": [form, `${part("x", secret, "; name*=UTF-8''%70assword")}--b--\r\n`],
  "a form with an epilogue": [form, `${part("a", "b")}--b--\r\npassword=${secret}`],
  "a form in Base64": [
    form,
    `--b\r\ncontent-disposition: form-data; name="a"\r\ncontent-transfer-encoding: base64\r\n\r\n${Buffer.from(inJson).toString("base64")}\r\n--b--`,
  ],
  "a form with a secret field in a head": [
    form,
    `--b\r\nX-Api-Key: ${secret}\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--`,
  ],
  "invalid UTF-8": ["application/json", bytes('{"name":"M', [0xfc], `ller","password":"${secret}"}`)],
  "NUL in a form": ["application/x-www-form-urlencoded", `a=\0&password=${secret}`],
  "NUL in a text": ["text/plain", `\0password: ${secret}`],
  "UTF-16 with a mark": ["application/json", bytes([0xff, 0xfe], [...utf16(inJson)])],
  "UTF-16 with a mark, the other way": ["text/plain", bytes([0xfe, 0xff], [...utf16(inJson, true)])],
  "UTF-16 by its charset": ["application/json; charset=utf-16le", utf16(inJson)],
  "UTF-16 without a word": ["application/json", utf16(inJson)],
  "Latin-1 by its charset": [
    "application/json; charset=iso-8859-1",
    Buffer.from(`{"ä":1,"password":"${secret}"}`, "latin1"),
  ],
  "JSON in a string of JSON": [
    "application/json",
    JSON.stringify({ data: JSON.stringify({ more: inJson }) }),
  ],
  "a form in a string of JSON": ["application/json", JSON.stringify({ query: `a=1&password=${secret}` })],
  "XML in a string of JSON": ["application/json", JSON.stringify([`<a><password>${secret}</password></a>`])],
  "JSON in XML": ["text/xml", `<a><b>${inJson}</b></a>`],
  "JSON in an attribute": ["text/html", `<a data-x='${inJson}'>x</a>`],
  "JSON in CDATA": ["text/xml", `<a><![CDATA[${inJson}]]></a>`],
  "JSON in a form": ["application/x-www-form-urlencoded", `a=1&data=${encodeURIComponent(inJson)}`],
  "a name with an escape": ["application/json", `{"p\\u0061ssword":"${secret}"}`],
  "a name and a value": ["application/json", `[{"value":"${secret}","name":"password"}]`],
  "a pair in an array": ["application/json", `{"headers":[["Authorization","${secret}"]]}`],
  "JSON without quotes": ["application/json", `{ user: 'a', password: '${secret}' }`],
  "JSON with a broken value": ["application/json", `{"password":'a ${secret}', "b": 1}`],
  "JSON that breaks off": ["application/json", `{"a":1,"password":"${secret}`],
  "lines of JSON": ["application/x-ndjson", `{"a":1}\n${inJson}\n`],
  "JSON as a text": ["text/plain", inJson],
  "JSON in Base64": ["text/plain", `data ${Buffer.from(inJson).toString("base64")}`],
  "an element with others inside": ["application/xml", `<a><password><hint/>${secret}</password></a>`],
  "an element with a longer name inside": [
    "application/xml",
    `<a><password><password-hint>x</password-hint>${secret}</password></a>`,
  ],
  "an element inside one of its name": [
    "application/xml",
    `<a><password><password>x</password>${secret}</password></a>`,
  ],
  "an end in CDATA": ["application/xml", `<a><password><![CDATA[</password>]]>${secret}</password></a>`],
  "an element that never ends": ["application/xml", `<a><password>${secret}</a>`],
  "a comment": ["application/xml", `<a><!-- password=${secret} --></a>`],
  "elements with a name and a value": [
    "application/xml",
    `<a><name>password</name><value>${secret}</value></a>`,
  ],
  "an entity": ["application/xml", `<!DOCTYPE a [<!ENTITY p "${secret}">]><a><password>&p;</password></a>`],
  "a name with a reference": ["application/xml", `<a><p name="pass&#119;ord" value="${secret}"/></a>`],
  "a name without quotes": ["text/html", `<input type=text name=password value=${secret}>`],
  "lines with names": ["text/plain", `user: alice\npassword: ${secret}\nhome: /`],
  "lines with a value behind them": ["text/yaml", `password: |\n  ${secret}\nhome: /`],
  "a form as a text": ["text/plain", `a=1&password=${secret}`],
  "a table": ["text/csv", `user,password\nalice,${secret}\n`],
  "something binary": ["application/octet-stream", bytes([0, 1, 2], `password=${secret}`)],
  "a key and a value": ["application/json", JSON.stringify([{ Key: "password", Value: secret }])],
  "a label and a value": ["application/json", JSON.stringify({ label: "Password", x: 1, val: secret })],
  "a header and a value": ["application/json", JSON.stringify({ header: "Authorization", value: secret })],
  "a variable and a text": ["application/json", JSON.stringify({ variable: "API_KEY", text: secret })],
  "a type and content": ["application/json", JSON.stringify({ content: { a: [secret] }, type: "password" })],
  "two members with one name": ["application/json", `{"password":"${secret}","password":""}`],
  "a member with the name of a secret value": [
    "application/json",
    JSON.stringify({ all: { [secret]: 1 }, password: secret }),
  ],
  "a secret before its name": ["application/json", JSON.stringify({ a: `x ${secret}`, password: secret })],
  "a code of a grant": [
    "application/json",
    JSON.stringify({ grant_type: "authorization_code", code: secret }),
  ],
  "a form with a name and a value": ["application/x-www-form-urlencoded", `name=password&value=${secret}`],
  "a form with names of fields": [
    "application/x-www-form-urlencoded",
    `f[0][Key]=password&f[0][Value]=${secret}`,
  ],
  "a form with SAML": ["application/x-www-form-urlencoded", `SAMLResponse=${secret}&RelayState=a`],
  "parts with a name and a value": [form, `${part("name", "password")}${part("value", secret)}--b--\r\n`],
  "an element with a key": ["application/xml", `<a><entry key="password">${secret}</entry></a>`],
  "an element with a variable": ["application/xml", `<a><v variable="API_TOKEN" val="${secret}"/></a>`],
  "elements with a label and a text": [
    "application/xml",
    `<a><label>password</label><text>${secret}</text></a>`,
  ],
  "HTML that names a field": ["text/html", `<html><p id="api-token">${secret}</p></html>`],
  "lines of YAML with a name and a value": [
    "application/yaml",
    `env:\n  - name: PASSWORD\n    value: ${secret}\n`,
  ],
  "a table with a key and a value": ["text/csv", `key,value\ncolour,red\npassword,${secret}\n`],
  "a table with quotes": ["text/csv", `"user","password"\n"alice","${secret}"\n`],
  "a path in a text": ["text/plain", `Go on at /login?next=a&access_token=${secret} now`],
  "XML in Latin-1": [
    "text/xml; charset=iso-8859-1",
    bytes("<a b='", [0xe4], `'><password>${secret}</password></a>`),
  ],
  "XML in Latin-1 without a word": [
    "text/xml",
    bytes("<a b='", [0xe4], `'><password>${secret}</password></a>`),
  ],
  "a form in Latin-1": ["application/x-www-form-urlencoded", bytes("a=", [0xe4], `&password=${secret}`)],
  "a form in UTF-16": [
    "application/x-www-form-urlencoded; charset=utf-16le",
    utf16(`a=b&password=${secret}`),
  ],
  "XML in UTF-16": [
    "text/xml",
    utf16(`<?xml version="1.0" encoding="UTF-16"?><a><password>${secret}</password></a>`),
  ],
  "UTF-7": ["application/json; charset=utf-7", `{"+AGE-":1,"password":"${secret}"}`],
  "NUL in JSON": ["application/json", `{"a":"\0","password":"${secret}"}`],
  "NUL in XML": ["text/xml", `<a>\0<password>${secret}</password></a>`],
  MessagePack: ["application/msgpack", bytes([0x81, 0xa8], "password", [0xb1], secret)],
  "MessagePack in Latin-1": [
    "application/msgpack; charset=iso-8859-1",
    bytes([0x81, 0xa8], "password", [0xb1], secret),
  ],
  "Protocol Buffers": ["application/x-protobuf", bytes([0x0a, 0x11], secret)],
  "Protocol Buffers that look like text": ["application/x-protobuf", bytes([0x0a, 0x0a], secret)],
  "a picture that is none": ["image/png", `password=${secret}`],
  "a picture that is none, with bytes": ["image/png", bytes([0, 255], `password=${secret}`)],
  "a file in gzip": ["application/json", gzipSync(inJson)],
};

/** Header fields with secrets. */
export const secretFields: Readonly<Record<string, string>> = {
  authorization: `Bearer ${secret}`,
  cookie: `theme=dark; sid=${secret}`,
  "x-api-key": secret,
  "x-forwarded-client-cert": `By=spiffe://a;Hash=${secret}`,
  "client-cert": `:${secret}:`,
  referer: `https://a.test/cb?code=${secret}&state=x`,
  "x-original-url": `/cb?SAMLResponse=${secret}`,
  link: `</next?access_token=${secret}>; rel="next"`,
  "x-next": `/x#id_token=${secret}`,
  "x-named": `/x?name=password&value=${secret}`,
  "x-pay": `card 4111 1111 1111 1111 to DE89 3704 0044 0532 0130 00`,
};

/** The fields that only answers have. */
export const secretAnswerFields: Readonly<Record<string, string>> = {
  location: `https://a.test/cb#access_token=${secret}`,
  refresh: `0; url=/cb?code=${secret}`,
  "set-cookie": `sid=${secret}; Path=/; HttpOnly`,
};

/** Every form in which the secrets above may be found. */
export const leaks: readonly string[] = [
  ...[secret, "4111 1111 1111 1111", "DE89 3704 0044 0532 0130 00"],
  ...[utf16(secret), Buffer.from(secret)].flatMap((each) =>
    [0, 1, 2].map((offset) =>
      Buffer.concat([Buffer.alloc(offset), each])
        .toString("base64")
        .slice(4, 16),
    ),
  ),
  gzipSync(inJson).toString("base64").slice(14, 40),
];
