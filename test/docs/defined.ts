/** The tables that pages of docs/ repeat, by the names that the pages call them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { partiesOf } from "../../bin/shared/explanations.js";
import { actions } from "../../compiler/constructs/actions/index.js";
import { flowFunctions as functions } from "../../compiler/constructs/functions/index.js";
import { proxyProperties, requestProperties } from "../../compiler/constructs/options/properties.js";
import { requestOptions } from "../../compiler/constructs/options/request-options.js";
import { catalogue } from "../../compiler/diagnostics/catalogue.js";
import type { Entry, MessageText } from "../../compiler/diagnostics/entry.js";
import { decisions } from "../../compiler/move/catalogue.js";
import { type Decision, subjects } from "../../compiler/move/decision.js";
import type { Setting } from "../../runtime/base/setting.js";
import { settings } from "../../runtime/base/settings.js";
import { fieldNames } from "../../runtime/server/log-form/field-names.js";
import { repository } from "../support/project.js";
import type { Cell, Row, Table } from "./tables.js";

/** A kind of table, and what it is about where there are several of the kind: `attributes eval`, `attributes auth user`. */
export function definedTable(name: string): Table {
  const [kind = "", subject = "", part] = name.split(" ");
  const table = kinds.get(kind);
  if (table === undefined)
    throw new Error(`There is no table ${name}; there are ${[...kinds.keys()].join(", ")}.`);
  return table(subject, part);
}

const kinds: ReadonlyMap<string, (subject: string, part?: string) => Table> = new Map([
  ["diagnostics", diagnosticsTable],
  ["attributes", attributesTable],
  ["functions", functionsTable],
  ["actions", actionsTable],
  ["options", optionsTable],
  ["properties", propertiesTable],
  ["compatibility", compatibilityTable],
  ["settings", settingsTable],
  ["names", logNamesTable],
  ["decisions", decisionsTable],
]);

const code = (text: string) => `\`${text}\``;

/** Those whose codes begin with the subject. */
function diagnosticsTable(subject: string): Table {
  const entries: readonly Entry<never>[] = Object.values(catalogue);
  return {
    columns: ["Code", "Severity", "Message", "Instead"],
    rows: entries
      .filter((entry) => entry.code.startsWith(subject))
      .map((entry): Row => {
        const { code, severity, message, hints } = entry as Entry<unknown>;
        return [code, severity, shown(message), { byHand: shown(hints[0]) }];
      }),
    isSorted: true,
  };
}

/** A text of the catalogue, with dots for what differs. */
function shown(text: MessageText<unknown> | undefined): string {
  const blanks: unknown = new Proxy({}, { get: () => ["…"] });
  const whole = typeof text === "function" ? text(blanks) : text?.replace(/(?<!\{)\{[a-z]\w*\}(?!\})/gi, "…");
  return markdown(`${whole ?? ""}`);
}

/** The decisions of a subject; or a list of them all, or of what flowc lacks. */
function decisionsTable(subject: string): Table {
  const all = [...decisions.values()];
  const pageOf = (id: string) =>
    `decisions.md#${(subjects[id.split("-")[1] ?? ""] ?? "").toLowerCase().replaceAll(",", "").replaceAll(" ", "-")}`;
  const named = ({ id, title }: Decision) => `${id}: ${title}`;
  if (subject === "list")
    return {
      columns: ["Decision", "Noticed by"],
      rows: all.map((one): Row => [`[${one.id}](${pageOf(one.id)}): ${one.title}`, partiesOf(one.noticed)]),
    };
  const shown = all.filter(({ id, isMissing }) =>
    subject === "missing" ? isMissing : id.startsWith(`D-${subject}-`),
  );
  return {
    columns: ["Decision", "The original engine", "flowc", "Noticed by"],
    rows: shown.map((one): Row => [named(one), one.old ?? "not documented", one.now, partiesOf(one.noticed)]),
  };
}

/** Text without what Markdown would read as markup. */
const markdown = (text: string): string =>
  text.replaceAll(/[^\s"(]*[<>{}*&$|_][^\s"]*?(?=[.,:;)"]*(?:\s|$))/g, (word) =>
    code(word.replaceAll("|", "\\|")),
  );

/** The attributes of an action, or of an element in it. */
function attributesTable(subject: string, part?: string): Table {
  const definition = actions.get(subject);
  if (definition === undefined) throw new Error(`There is no action <${subject}>.`);
  const { attributes, children } = definition;
  const names = part === undefined || typeof children !== "object" ? attributes : (children[part] ?? []);
  return {
    columns: ["Attribute", "Meaning"],
    rows: names.map((name): Row => [code(name), { byHand: "" }]),
  };
}

function optionsTable(): Table {
  return {
    columns: ["Option", "Value", "Meaning"],
    rows: requestOptions.map(
      ({ name, shape: { expected } }): Row => [code(name), valuesAsCode(expected), { byHand: "" }],
    ),
  };
}

const valuesAsCode = (text: string): string => text.replaceAll(/"[^"]*"|true|false/g, code);

/** The settings of apps: their values as the check at the start names them. */
function settingsTable(): Table {
  return {
    columns: ["Variable", "Value", "Default", "[Reload](#new-values-without-a-restart)", "Meaning"],
    rows: Object.values(settings).map((setting: Setting<unknown>): Row => {
      const {
        names: [name = ""],
        kind,
        otherwise,
        isFixed,
      } = setting;
      const value = kind.allowed.replaceAll(/\S+:\S+|\S*[\d:]\/\d+|\btrue\b|\bfalse\b|\bauto\b/g, code);
      return [code(name), value, shownDefault(otherwise), isFixed ? "restart" : "yes", { byHand: "" }];
    }),
  };
}

/** The names that `FLOW_LOG_NAMES` gives members. */
function logNamesTable(): Table {
  const written = (names: readonly string[]) => names.map(code).join(", ");
  return {
    columns: ["Member", "`ecs`", "`opentelemetry`"],
    rows: [...fieldNames].map(
      ([name, { ecs, opentelemetry }]): Row => [code(name), written(ecs.names), written(opentelemetry.names)],
    ),
  };
}

function shownDefault(value: unknown): Cell {
  if (Array.isArray(value)) return "none";
  if (value === undefined) return { byHand: "not set" };
  const binary = Number(value) / 1024;
  const rounded = binary >= 1024 ? `${binary / 1024} MiB` : `${binary} KiB`;
  return binary >= 1 && Number.isInteger(binary) ? `${value} (${rounded})` : code(String(value));
}

/** The properties of `<request>` or `<proxy-request>`. */
function propertiesTable(subject: string): Table {
  const properties = subject === "request" ? requestProperties : proxyProperties;
  return {
    columns: ["Property", "Type", "Meaning"],
    rows: Object.keys(properties).map((name): Row => [code(name), { byHand: "" }, { byHand: "" }]),
  };
}

/** The functions that have a page of their own. Its first sentence tells what they do. */
function functionsTable(): Table {
  const ownPages = readdirSync(join(repository, functionPages)).map((file) => functionPage(file));
  const pages = [...functions.keys()].flatMap((name) => ownPages.filter(({ names }) => names.includes(name)));
  return {
    columns: ["Function", "What it does"],
    rows: [...new Set(pages)].map(({ file, title, sentence }): Row => [`[${title}](${file})`, sentence]),
    isSorted: true,
  };
}

const functionPages = "docs/language/functions";

/** The title is all names of a function; what follows the signature begins with what it does. */
function functionPage(file: string) {
  const text = readFileSync(join(repository, functionPages, file), "utf8");
  const [, title = "", description = ""] = /^# (.*)\n\n```\n[^`]*```\n\n((?:.+\n)+)/.exec(text) ?? [];
  const names = [...title.matchAll(/`(.+?)\(\)`/g)].map(([, name = ""]) => name);
  return { file, title, sentence: firstSentence(description), names };
}

/** Without links. */
function firstSentence(paragraph: string): string {
  const words = paragraph
    .trim()
    .replaceAll("\n", " ")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return /^.*?[.;](?= |$)/.exec(words)?.[0].replace(/;$/, ".") ?? "";
}

function actionsTable(): Table {
  const rows = [...actions.keys()].map((name): Row => {
    const text = readFileSync(join(repository, `docs/language/actions/${name}.md`), "utf8");
    const [, description = ""] = /^# .*\n\n((?:.+\n)+)/.exec(text) ?? [];
    return [`[${code(`<${name}>`)}](${name}.md)`, firstSentence(description)];
  });
  return { columns: ["Action", "What it does"], rows, isSorted: true };
}

/** A row for each construct at least. The rest of the page is about what the original engine has. */
function compatibilityTable(subject: string): Table {
  return {
    columns: ["Feature", "Status", "Proof", "Remark"],
    rows: featuresOf(subject).map(
      (feature): Row => [code(feature), ...["done", "", ""].map((byHand) => ({ byHand }))],
    ),
    hasOthers: true,
  };
}

function featuresOf(subject: string): readonly string[] {
  if (subject === "actions") return [...actions.keys()].map((name) => `<${name}>`);
  if (subject === "functions") return [...functions.keys()].map((name) => `${name}()`);
  if (subject === "requests")
    return [...Object.keys(requestProperties), ...requestOptions.map(({ name }) => name)];
  throw new Error(`Nothing is known of the compatibility of ${subject}.`);
}
