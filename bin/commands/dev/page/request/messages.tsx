import type { MessageEvent, Trace } from "../../../../../runtime/observe/trace/format.js";
import { duration } from "../shared/figures.js";
import { LongText } from "./long-text.js";

/** The messages that the engine and the flows wrote to the log, and those that they show for debugging. */
export function Messages({ trace }: { readonly trace: Trace }) {
  const messages = messagesOf(trace);
  if (messages.length === 0) return <p class="muted pad">Nothing was logged.</p>;
  return (
    <ul class="messages-list">
      {messages.slice(0, 500).map(({ at, level, topic, text, place }, index) => (
        <li key={index}>
          <span class="row">
            <span class="muted">{duration(at)}</span>
            <span class={level === "alert" ? "badge error" : "badge"}>{level}</span>
            <span class="mono">{topic}</span>
            {place !== undefined && <span class="place muted">{place}</span>}
          </span>
          <LongText text={text} label={topic} />
        </li>
      ))}
    </ul>
  );
}

export const messagesOf = ({ events }: Trace): readonly MessageEvent[] =>
  events.filter((event): event is MessageEvent => event.kind === "message");
