import { largeCases, plainCases, silentCases, upstreamCases } from "./cases.js";
import { contest, silent } from "./contestants.js";
import type { Table } from "./page.js";
import { withServers } from "./race.js";

/** Lets everybody show that they do the same, as before each row of a table, and measures nothing. */
export function proof(): Promise<readonly Table[]> {
  return contest("proof", async (contestants, directory) => {
    const proofs = [
      [contestants, [...plainCases, ...upstreamCases, ...largeCases]],
      [silent(contestants), silentCases],
    ] as const;
    for (const [sides, cases] of proofs)
      await withServers(directory, sides, async (_, __, prove) => {
        for (const each of cases) await prove(each);
      });
    const rows = proofs.flatMap(([sides, cases]) =>
      cases.map(({ name }) => ({ cells: [name, String(sides.length)], isLost: false })),
    );
    return [{ title: "Programs that give the same answers and events", headings: ["", "programs"], rows }];
  });
}
