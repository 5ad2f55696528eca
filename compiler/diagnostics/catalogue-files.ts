import { error, warning } from "./entry.js";

/**
 * FLOW1000 to FLOW1099: XML files. FLOW1100 to FLOW1199: the API description. From FLOW1200: which files
 * there are.
 */
export const fileDiagnostics = {
  // XML, see https://www.w3.org/TR/xml/
  xmlUnexpectedCharacter: error<{ found: string }>(
    "FLOW1001",
    ({ found }) => `Unexpected "${found}" in a tag.`,
    ({ found }) => (found === "<" ? "The tag before it has no >." : undefined),
  ),
  xmlStrayLessThan: error("FLOW1002", "This < starts no tag.", "Write &lt; for the character itself."),
  xmlAttributeWithoutValue: error("FLOW1003", "The attribute {name} has no value.", 'Write {name}="…".'),
  xmlAttributeUnquoted: error("FLOW1004", "An attribute's value must be in quotes."),
  xmlAttributeSpace: error("FLOW1005", "There must be space between two attributes."),
  xmlAttributeLessThan: error("FLOW1006", "An attribute's value cannot contain <.", "Write &lt; instead."),
  xmlDuplicateAttribute: error("FLOW1007", "The attribute {name} is set twice on this element."),
  xmlTagMismatch: error(
    "FLOW1008",
    "</{found}> does not close <{open}>.",
    "<{open}> was opened in line {line}.",
  ),
  xmlStrayEndTag: error("FLOW1009", "</{name}> closes no element."),
  xmlUnclosedElement: error("FLOW1010", "<{name}> is never closed."),
  xmlUnclosedMarkup: error("FLOW1011", "This {mark} is never closed.", "Close it with {end}."),
  xmlOutsideRoot: error("FLOW1012", "Only comments may stand outside the root element."),
  xmlSecondRoot: error("FLOW1013", "<{name}> stands after the root element, of which there can be only one."),
  xmlNoRoot: error("FLOW1014", "This file has no element."),
  xmlDoctype: error(
    "FLOW1015",
    "A document type declaration is not allowed.",
    "Remove it. Instead of entities that it declares, write their text.",
  ),
  xmlUnknownDeclaration: error("FLOW1016", "This <! starts neither a comment nor a CDATA section."),
  xmlMarkupInTag: error("FLOW1017", "{mark} is not allowed inside a tag."),
  xmlCommentDashes: error("FLOW1018", "A comment cannot contain --.", "Write - - instead."),
  xmlDeclarationPlace: error("FLOW1019", "An XML declaration may only stand at the very start of a file."),
  xmlEncoding: error(
    "FLOW1020",
    "This file declares the encoding {encoding}, but is read as UTF-8.",
    "Save it as UTF-8, and declare that.",
  ),
  xmlUndefinedEntity: error(
    "FLOW1021",
    "There is no entity &{name};.",
    "Only &lt; &gt; &amp; &quot; and &apos; exist. Write other characters as they are, or by number as in &#160;.",
  ),
  xmlStrayAmpersand: error<{ isDoubled: boolean }>(
    "FLOW1022",
    "This & starts no reference.",
    ({ isDoubled }) =>
      `Write &amp; for the character itself.${isDoubled ? " XPath's operator is called and." : ""}`,
  ),
  xmlCharacterReference: error("FLOW1023", "{reference} stands for no character that XML allows."),
  xmlCharacter: error("FLOW1024", "XML does not allow the character {code}."),
  xmlCdataEnd: error("FLOW1025", "]]> may only end a CDATA section.", "Write ]]&gt; instead."),
  xmlTooDeep: error("FLOW1026", "Elements are nested more than {limit} deep."),

  lostCharacter: warning(
    "FLOW1030",
    "Here stands U+FFFD, where a character was lost: it was no UTF-8 when this file was read, or saved.",
    "Write the character again, and save the file as UTF-8.",
  ),

  // Comments that silence warnings
  directiveCode: warning<{ code: string }>(
    "FLOW1027",
    ({ code }) =>
      code === "flowc-ignore" ? "This flowc-ignore names no code." : `There is no warning ${code}.`,
    ({ code }) =>
      code === "flowc-ignore" ? "Name the warnings that are meant, as in flowc-ignore FLOW3010." : undefined,
  ),
  directiveError: warning("FLOW1028", "{code} is an error; only warnings can be silenced."),
  directiveUnused: warning(
    "FLOW1029",
    "There is no {code} here to be silenced.",
    "Remove it, or move it to the end of the line that is meant, or to a line of its own before it.",
  ),

  // YAML and JSON
  yamlSyntax: error("FLOW1100", "{message}"),
  yamlWarning: warning("FLOW1101", "{message}"),
  yamlUnknownAlias: error("FLOW1102", "No anchor &{name} stands before this alias."),
  yamlKey: error("FLOW1103", "A key must be a plain text."),
  yamlDuplicateKey: error("FLOW1104", "The key {key} is set twice."),
  yamlMerge: error("FLOW1105", "A merge key (<<) takes mappings only."),
  yamlAliases: error("FLOW1106", "Aliases repeat too much content in this file."),
  yamlCircle: error("FLOW1109", "*{name} repeats, for the second time, content that is a part of itself."),

  yamlDocuments: error("FLOW1107", "Only one document is read from this file.", "Remove what follows ---."),
  yamlTooDeep: error("FLOW1108", "This file is nested too deeply."),

  // API description
  apiType: error("FLOW1110", "{key} must be {expected}."),
  apiPathsMissing: error(
    "FLOW1111",
    "This API description has no paths.",
    "List each path under paths, with x-flow naming its flow.",
  ),
  apiErrorFlow: error("FLOW1112", "{key} names no flow.", "Write {key}: with flow: and the file below it."),
  apiBasePath: error("FLOW1113", "The base path must begin with a slash, and have no query or fragment."),
  apiBasePathIgnored: warning(
    "FLOW1114",
    "basePath has no effect in OpenAPI 3.",
    "Write servers: with url: and the base path.",
  ),
  apiServerUrl: error<{ variable: string | undefined }>(
    "FLOW1115",
    ({ variable }) =>
      variable === undefined
        ? "This server URL has no path that can be told."
        : `The server variable ${variable} has no default.`,
    () => "The path of the first server's url is the base path of the API.",
  ),
  apiUnknownMember: warning(
    "FLOW1117",
    "{key} is no HTTP method, and nothing else that a path can have; it has no effect.",
    "Did you mean {nearest}?",
  ),
  apiMisspelt: warning(
    "FLOW1119",
    "{key} has no effect: an API description has no such member here.",
    "Did you mean {nearest}?",
  ),
  overlayIdle: warning(
    "FLOW1238",
    "This action of an overlay does nothing.",
    "Write update: with what is to be there, or remove: true.",
  ),
  overlayVersion: warning(
    "FLOW1220",
    "This is no overlay of a version that is known.",
    "Write overlay: 1.0.0 at its top.",
  ),
  overlayMember: warning(
    "FLOW1221",
    "{key} has no effect: an overlay has no such member here.",
    "Did you mean {nearest}?",
  ),
  overlayTarget: error("FLOW1222", "This target cannot be used: {reason}.", "It is a JSONPath (RFC 9535)."),
  overlayNothing: warning("FLOW1223", "This target selects nothing, so the action has no effect."),
  overlayUpdate: error("FLOW1224", "This target selects a mapping, with which only a mapping can be merged."),
  overlayScalar: error(
    "FLOW1225",
    "This target selects a value that is no mapping and no list; it cannot be updated.",
    "Select the mapping that it is a member of.",
  ),
  overlaidTooLarge: error(
    "FLOW1226",
    "This API description becomes too large or too deep to apply overlays.",
  ),
  textTooLong: error(
    "FLOW1228",
    "This has more than {limit} characters, which is more than a build can bear.",
    "Put data into a file of JSON or XML, and read it with json-doc() or doc(), or serve the file.",
  ),
  mediaTypesTooMany: error(
    "FLOW1229",
    "Up to here, the messages of this API description have more than {limit} media types, which is more than a build can bear.",
    "Leave types out of consumes and produces that nobody takes or sends.",
  ),
  extensionTwice: warning("FLOW1120", "{key} repeats what {other} says.", "Keep one of them."),
  extensionConflict: error(
    "FLOW1121",
    "{key} says otherwise than {other}, which means the same.",
    "Keep one of them.",
  ),
  extensionUnknown: warning(
    "FLOW1122",
    "There is no extension {key}; it has no effect.",
    "Did you mean {nearest}?",
  ),
  extensionMisplaced: warning("FLOW1123", "{key} has no effect here.", "It belongs {places}."),
  corsOrigins: error(
    "FLOW1127",
    "{key} does not say which origins may use the API.",
    'Write allowed-origins: "https://example.com", or a list of origins.',
  ),
  corsOrigin: error<{ origin: string | undefined }>(
    "FLOW1128",
    ({ origin }) => (origin === undefined ? "An origin must be a string." : `${origin} is no origin.`),
    "Write it as browsers send it: https://example.com or http://localhost:3000, in lower case and without a path.",
  ),
  corsCredentials: warning(
    "FLOW1129",
    "Browsers send no credentials to an API that every origin may use.",
    "List the origins instead of *.",
  ),
  corsMember: warning(
    "FLOW1142",
    "There is no setting {key} of CORS; it has no effect.",
    "Did you mean {nearest}?",
    "There are: {known}.",
  ),
  pathStart: error("FLOW1130", "A path must begin with a slash."),
  pathCharacter: error(
    "FLOW1131",
    "The path of a request never contains {character}.",
    "Percent-encode it if it is part of a name.",
  ),
  pathEscape: error(
    "FLOW1132",
    "This % starts no percent-encoded character.",
    "Write %25 for the character itself.",
  ),
  pathBrace: error("FLOW1133", "This {brace} has no counterpart in its segment."),
  pathParameterName: error("FLOW1134", "A path parameter needs a name."),
  pathParameterTwice: error("FLOW1135", "The path parameter {name} occurs twice in this path."),
  pathParametersAdjacent: error(
    "FLOW1136",
    "There must be some text between two parameters.",
    "Nothing says where the first one ends.",
  ),
  pathWildcardPlace: error("FLOW1137", "** may only be the last segment of a path."),
  pathWildcardParameters: error(
    "FLOW1138",
    "Path parameters cannot be combined with the wildcard /**.",
    "In the flow, take the path apart, as in substring-after($request/path, '/orders/').",
  ),
  pathStar: warning(
    "FLOW1139",
    "This * stands for itself.",
    "Only a path that ends with /** matches all paths below it.",
  ),
  pathDuplicate: error(
    "FLOW1140",
    "This path matches the same requests as {other}.",
    "The other one is in {line}.",
  ),
  routeWithoutFlow: error(
    "FLOW1141",
    "{what} has no flow.",
    "Set x-flow here, on the path, or for all paths directly under paths.",
  ),
  mockWithoutFlow: warning(
    "FLOW1148",
    "{what} has examples and no flow: without a mock, it answers 501.",
    "Set x-flow here, on the path, or for all paths directly under paths.",
  ),

  // The flow directory
  descriptionMissing: error(
    "FLOW1200",
    "There is no API description.",
    "There is one in {below}/: name that directory.",
    "It is called swagger.yaml or openapi.yaml (or .yml, .json) and lies at the top of the flow directory.",
  ),
  descriptionTwice: warning(
    "FLOW1201",
    "This API description has no effect, since there is {used}.",
    "Remove one of them.",
  ),
} as const;
