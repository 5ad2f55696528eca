/** The views in the page of `flowc dev`, once the app has answered some requests. */
import type { Page } from "playwright-core";

interface PicturedRequest {
  readonly method?: string;
  readonly target: string;
  readonly body?: object;
}

const works: PicturedRequest = { target: "/api/users/1/dashboard" };
const fails: PicturedRequest = { target: "/api/users/99/dashboard" };

/** In the order in which they are sent. */
export const requests: readonly PicturedRequest[] = [
  { target: "/api/health" },
  { target: "/api/users/1/contact" },
  { target: "/api/users/1/summary" },
  works,
  { target: "/api/users/3/dashboard" },
  fails,
  { target: "/api/users/2/orders" },
  { method: "POST", target: "/api/users", body: { name: "Edsger Dijkstra", interests: ["graphs"] } },
  { target: "/api/slow" },
  { target: "/api/users/2/dashboard" },
  { target: "/api/users/ada/summary" },
];

/** The page counts requests from 1. */
const keyOf = (request: PicturedRequest): number => requests.indexOf(request) + 1;

export interface View {
  readonly name: string;
  readonly hash: string;
  /** Resolves when all that the picture should have is there. */
  ready(page: Page): Promise<void>;
}

export const views: readonly View[] = [
  {
    name: "requests",
    hash: "#/requests",
    ready: (page) => page.getByText("/api/users/ada/summary").first().waitFor(),
  },
  {
    name: "request",
    hash: `#/requests/${keyOf(works)}`,
    ready: (page) => page.getByRole("tab", { name: "Upstream" }).click(),
  },
  {
    name: "request-error",
    hash: `#/requests/${keyOf(fails)}`,
    ready: (page) => page.getByRole("region", { name: "Errors" }).waitFor(),
  },
  {
    name: "map",
    hash: "#/map",
    ready: (page) => page.locator('.node[data-id="subflow:shared/check-id.xml"]').click(),
  },
  {
    name: "try",
    hash: "#/try",
    ready: async (page) => {
      const frame = page.frameLocator("iframe");
      await frame.locator(".opblock-summary", { hasText: "/health" }).click();
      await frame.getByRole("button", { name: "Execute" }).click();
      const answer = frame.locator(".live-responses-table");
      await answer.waitFor();
      await answer.scrollIntoViewIfNeeded();
    },
  },
];

/** After a flow has been broken. */
export const findings: View = {
  name: "findings",
  hash: "#/findings",
  ready: (page) => page.getByText("FLOW2003").first().waitFor(),
};

/** A function that does not exist, and a request that does not. */
export const brokenFlow = `<flow>
  <sub-flow src="../shared/check-id.xml"/>
  <request content="user">
  {
    "url": {{ concatt($env/USERS_API, "/users/", $id) }}
  }
  </request>
  <template>{ "name": {{ content("usr")/json/name }} }</template>
</flow>
`;
