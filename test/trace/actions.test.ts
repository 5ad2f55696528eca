import { expect, test } from "vitest";
import { Session } from "../../compiler/session/session.js";
import { inputOf } from "../support/compile.js";
import { apiFiles, basePath } from "../support/samples.js";
import { eventsOf, load, trace, tracedApp } from "./support.js";

const order = `
  <eval out="$id">number($request/get/id)</eval>
  <error if="$id > 999" status="404">{ "message": "no such order" }</error>
  <if test="$id > 9">
    <eval out="$size">"large"</eval>
  </if>
  <elseif test="$id > 3">
    <eval out="$size">"small"</eval>
  </elseif>
  <else>
    <eval out="$size">"tiny"</eval>
  </else>
  <sub-flow src="shared.xml"/>
  <template>[ {{loop $body/json}} { "id": {{ . }} } {{end}} ]</template>
`;
const files = apiFiles(
  { "/x": order },
  { files: { "shared.xml": '<flow>\n<set-status code="201"/>\n</flow>' } },
);

test("a trace has the actions that ran, in the order of their beginnings, each with its time", async () => {
  const { trace: made } = await trace(await tracedApp(files), `${basePath}/x?id=5&a=1`);
  const actions = eventsOf(made, "action");
  expect(actions.map(({ name, place, depth }) => `${depth} ${place} ${name}`)).toEqual([
    "0 0.xml:3:3 eval",
    "0 0.xml:9:5 eval",
    "0 0.xml:14:3 sub-flow",
    "1 shared.xml:2:1 set-status",
    "0 0.xml:15:3 template",
  ]);
  expect(actions.every(({ took = -1 }) => took >= 0)).toBe(true);
  expect(made).toMatchObject({ flow: "0.xml", route: "/x", response: { status: 201 }, dropped: 0 });
});

test("it counts lines, also those that did not run", async () => {
  const { trace: made } = await trace(await tracedApp(files), `${basePath}/x?id=5`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "[1, 2, 3]",
  });
  const { lines } = made.ran.find(({ file }) => file === "0.xml") ?? { lines: {} };
  expect(lines).toMatchObject({ 3: 1, 4: 1, 6: 0, 9: 1, 12: 0, 14: 1, 15: 3 });
});

test("an action that ends with an error has no time", async () => {
  const { trace: made } = await trace(await tracedApp(files), `${basePath}/x?id=1000`);
  expect(eventsOf(made, "action").map(({ name, took }) => [name, took !== undefined])).toEqual([
    ["eval", true],
    ["error", false],
  ]);
  expect(eventsOf(made, "error").map(({ place }) => place)).toEqual(["0.xml:4:3"]);
});

test("a flow is known with its actions and its code", async () => {
  const { build } = await tracedApp(files);
  const flow = build.flow("0.xml");
  expect(flow?.actions.map(({ name, line, endLine }) => [name, line, endLine])).toContainEqual([
    "template",
    15,
    15,
  ]);
  expect(flow?.codeLines).toEqual(expect.arrayContaining([3, 4, 6, 9, 12, 14, 15]));
  const [module] = flow?.modules ?? [];
  for (const { flowLine, moduleLine } of flow?.links ?? [])
    expect([flowLine, module?.text.split("\n")[moduleLine - 1]?.trim()]).not.toEqual([flowLine, ""]);
});

test("a session that stays builds an app whose flow has changed", async () => {
  const session = new Session({ stays: true });
  await session.traced(inputOf(files));
  const changed = { ...files, "0.xml": '<flow>\n\n<set-status code="418"/>\n</flow>' };
  const made = await trace(load(await session.traced(inputOf(changed))), `${basePath}/x`);
  expect(made.trace.response?.status).toBe(418);
  expect(eventsOf(made.trace, "action").map(({ place }) => place)).toEqual(["0.xml:3:1"]);
});

test("it counts lines of stylesheets, whose instructions are no actions", async () => {
  const stylesheet = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:variable name="all"><b/></xsl:variable>
<xsl:template match="/">
<xsl:choose>
<xsl:when test="count(//a) > 5">
<many/>
</xsl:when>
<xsl:when test="count(//a) > 1">
<some/>
</xsl:when>
<xsl:otherwise>
<none/>
</xsl:otherwise>
</xsl:choose>
<xsl:for-each select="//a">
<i/>
</xsl:for-each>
<xsl:copy-of select="$all"/>
</xsl:template>
</xsl:stylesheet>`;
  const flow = `<eval out="$x">xml-parse('&lt;r>&lt;a/>&lt;a/>&lt;/r>')</eval><xslt src="a.xsl" in="$x"/>`;
  const app = await tracedApp(apiFiles({ "/x": flow }, { files: { "a.xsl": stylesheet } }));
  const { trace: made } = await trace(app, `${basePath}/x`);
  expect(eventsOf(made, "action").map(({ name }) => name)).toEqual(["eval", "xslt"]);
  const { lines } = made.ran.find(({ file }) => file === "a.xsl") ?? { lines: {} };
  expect(lines).toMatchObject({ 5: 1, 6: 0, 8: 1, 9: 1, 12: 0, 16: 2, 18: 1 });
});
