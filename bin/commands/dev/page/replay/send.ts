import type { RequestDetail, RequestToSend } from "../../api.js";
import { change, get } from "../data/api.js";
import { workbench } from "../data/live.js";
import { notify, notifyProblem } from "../shared/notices.js";
import { goTo } from "../shared/route.js";
import { asSent, whyNotAsSent } from "./as-sent.js";
import { curlCommand } from "./curl.js";
import { shownCommand } from "./curl-dialog.js";
import { editing } from "./edit-dialog.js";

/** Sends a request to the app, and shows what came of it. */
export async function send(request: RequestToSend): Promise<void> {
  const { key } = await change<{ key: number }>("POST", "/send", request);
  notify(`Request ${key} is answered.`);
  goTo("requests", key);
}

/** Sends a request as it was, or lets it be edited, with the reason, if it cannot be sent so. */
export function replay(key: number): Promise<void> {
  return withTrace(key, async ({ request }) => {
    const reason = whyNotAsSent(request);
    if (reason === undefined) await send(asSent(request));
    else editing.set({ request: asSent(request), reason });
  });
}

export function edit(key: number): Promise<void> {
  return withTrace(key, ({ request }) => {
    editing.set({ request: asSent(request), reason: whyNotAsSent(request) });
  });
}

/** Shows a command that sends the request. */
export function showCurl(key: number): Promise<void> {
  return withTrace(key, ({ request }) => {
    const command = curlCommand(workbench.value?.app ?? "", asSent(request));
    shownCommand.set({ command, reason: whyNotAsSent(request) });
  });
}

export function keep(key: number, isKept: boolean): Promise<void> {
  return change<void>("PUT", `/requests/${key}/kept`, { isKept }).catch(notifyProblem);
}

async function withTrace(key: number, use: (trace: RequestDetail) => void | Promise<void>): Promise<void> {
  try {
    await use(await get<RequestDetail>(`/requests/${key}`));
  } catch (error) {
    notifyProblem(error);
  }
}
