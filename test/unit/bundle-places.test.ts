import { expect, test } from "vitest";
import { givenPlaces } from "../../runtime/server/node/source-places.js";

/** A stack of the module that asks, as if it were a bundle. */
function stackOf(places: ReturnType<typeof givenPlaces>): string {
  return "file" in places ? `Error\n    at run (${places.file}:1:5)` : "";
}

test("a source map is read when a place is asked for, and once", () => {
  let reads = 0;
  const places = givenPlaces(() => {
    reads++;
    return JSON.stringify({ sources: ["a.xml"], mappings: "AAEA", x_flowc_flows: [[0, "a.xml"]] });
  });
  expect(reads).toBe(0);
  const stack = stackOf(places);
  expect(places.inStack(stack)).toEqual({ stack: "Error\n    at run (a.xml:3)", place: "a.xml:3" });
  expect(places.inStack(stack).place).toBe("a.xml:3");
  expect(reads).toBe(1);
});

test.each(["", "{", "null", "{}"])("with %j for a map, there are no places", (map) => {
  const places = givenPlaces(() => map);
  const stack = stackOf(places);
  expect(places.inStack(stack)).toEqual({ stack, place: undefined });
});
