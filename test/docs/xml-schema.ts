/** The XML Schema of flows (W3C XML Schema 1.0), for editors that complete and check by one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { actions } from "../../compiler/constructs/actions/index.js";
import { Documentation } from "../../compiler/editor/documentation/documentation.js";
import type { AnyActionDefinition } from "../../compiler/language/action-definition.js";
import { repository } from "../support/project.js";

const documentation = new Documentation((page) => readFileSync(join(repository, "docs", page), "utf8"));

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

const annotation = (text: string | undefined): readonly string[] =>
  text === undefined
    ? []
    : [
        "<xs:annotation>",
        `  <xs:documentation>${escaped(text.replaceAll("`", ""))}</xs:documentation>`,
        "</xs:annotation>",
      ];

function attribute(
  element: string,
  name: string,
  isRequired: boolean,
  values: readonly string[],
): readonly string[] {
  const use = isRequired ? ' use="required"' : "";
  const notes = annotation(documentation.attribute(element, name));
  const type = values.length === 0 ? ' type="xs:string"' : "";
  const inner = [...notes, ...valueType(values)];
  const head = `<xs:attribute name="${name}"${type}${use}`;
  return inner.length === 0 ? [`${head}/>`] : [`${head}>`, ...indented(inner), "</xs:attribute>"];
}

/** Editors offer the values; what else may be written is for the build to say. */
const valueType = (values: readonly string[]): readonly string[] =>
  values.length === 0
    ? []
    : [
        "<xs:simpleType>",
        '  <xs:union memberTypes="xs:string">',
        "    <xs:simpleType>",
        '      <xs:restriction base="xs:string">',
        ...values.map((value) => `        <xs:enumeration value="${escaped(value)}"/>`),
        "      </xs:restriction>",
        "    </xs:simpleType>",
        "  </xs:union>",
        "</xs:simpleType>",
      ];

function action({ element, attributes, children, editing }: AnyActionDefinition): readonly string[] {
  const kinds = editing?.attributes ?? {};
  const own = attributes.flatMap((name) => {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    return attribute(
      element,
      name,
      editing?.required?.includes(name) ?? false,
      typeof kind === "object" ? kind : [],
    );
  });
  return [
    `<xs:element name="${element}">`,
    ...indented([
      ...annotation(documentation.element(element)),
      editing?.text === undefined ? "<xs:complexType>" : '<xs:complexType mixed="true">',
      ...indented([...inside(children), ...own, '<xs:attributeGroup ref="common"/>']),
      "</xs:complexType>",
    ]),
    "</xs:element>",
  ];
}

function inside(children: AnyActionDefinition["children"]): readonly string[] {
  if (children === undefined) return [];
  const elements =
    children === "any"
      ? ['<xs:any processContents="skip"/>']
      : Object.entries(children).flatMap(([name, attributes]) => [
          `<xs:element name="${name}">`,
          "  <xs:complexType>",
          ...attributes.map((each) => `    <xs:attribute name="${each}" type="xs:string"/>`),
          "  </xs:complexType>",
          "</xs:element>",
        ]);
  return ['<xs:choice minOccurs="0" maxOccurs="unbounded">', ...indented(elements), "</xs:choice>"];
}

const branch = (name: string, attributes: readonly string[]): readonly string[] => [
  `<xs:element name="${name}">`,
  ...indented([
    ...annotation(documentation.element(name)),
    "<xs:complexType>",
    '  <xs:group ref="statements"/>',
    ...indented(attributes),
    "</xs:complexType>",
  ]),
  "</xs:element>",
];

const test = ['<xs:attribute name="test" type="xs:string" use="required"/>'];

const ending = (name: string): readonly string[] => [
  `<xs:element name="${name}">`,
  ...indented([
    ...annotation(documentation.element(name)),
    "<xs:complexType>",
    '  <xs:attributeGroup ref="common"/>',
    "</xs:complexType>",
  ]),
  "</xs:element>",
];

export function xmlSchema(): string {
  const names = [...actions.keys(), "return", "break"];
  const lines = [
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">',
    ...indented([
      "<!-- Written from the definitions by npm run docs. -->",
      ...branch("flow", []),
      '<xs:group name="statements">',
      ...indented([
        "<xs:sequence>",
        '  <xs:choice minOccurs="0" maxOccurs="unbounded">',
        "    <xs:sequence>",
        '      <xs:element ref="if"/>',
        '      <xs:element ref="elseif" minOccurs="0" maxOccurs="unbounded"/>',
        '      <xs:element ref="else" minOccurs="0"/>',
        "    </xs:sequence>",
        ...names.map((name) => `    <xs:element ref="${name}"/>`),
        "  </xs:choice>",
        "</xs:sequence>",
      ]),
      "</xs:group>",
      '<xs:attributeGroup name="common">',
      ...indented(["if", "debug"].flatMap((name) => attribute("flow", name, false, []))),
      "</xs:attributeGroup>",
      ...branch("if", test),
      ...branch("elseif", test),
      ...branch("else", []),
      ...ending("return"),
      ...ending("break"),
      ...[...actions.values()].flatMap(action),
    ]),
    "</xs:schema>",
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join("\n")}\n`;
}
