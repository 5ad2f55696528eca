import { processAlert } from "../../observe/logs/log.js";

const [lineEnd, brace] = [0x0a, 0x7b];

/** Characters of what is told of lines that are no events. */
const maxMessage = 65_536;

/**
 * Whole lines, as they are if all are events. What the platform itself has written among them becomes alerts: a worker
 * that runs out of memory tells its last words, and so does one whose program cannot be loaded.
 */
export function asEvents(lines: Buffer): Buffer | string {
  for (let start = 0; start < lines.length; start = lines.indexOf(lineEnd, start) + 1)
    if (lines[start] !== brace) return withAlerts(lines.toString());
  return lines;
}

function withAlerts(text: string): string {
  let events = "";
  let foreign: string[] = [];
  const tell = (): void => {
    const message = foreign.join("\n").trim().slice(0, maxMessage);
    foreign = [];
    if (message !== "") events += `${processAlert("process", message, "error")}\n`;
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("{")) {
      tell();
      events += `${line}\n`;
    } else foreign.push(line);
  }
  tell();
  return events;
}
