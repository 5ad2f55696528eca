import { useState } from "preact/hooks";
import type {
  RequestMessage,
  ResponseMessage,
  UpstreamEvent,
} from "../../../../../runtime/observe/trace/index.js";
import { duration } from "../shared/figures.js";
import { Status } from "../shared/status.js";
import { Fields, MessageBody } from "./value.js";
import type { Exchange, Waterfall } from "./waterfall.js";

export interface ExchangesProps {
  readonly waterfall: Waterfall;
  /** Those of the step that is shown. */
  readonly ofStep: readonly UpstreamEvent[];
  readonly onPlace: (event: UpstreamEvent) => void;
}

/** The upstream exchanges of a request: when each was under way, and what was sent and received. */
export function Exchanges({ waterfall, ofStep, onPlace }: ExchangesProps) {
  const { exchanges, width } = waterfall;
  const [chosen, setChosen] = useState<number>();
  const shown =
    exchanges[chosen ?? -1] ?? exchanges.find(({ event }) => ofStep.includes(event)) ?? exchanges[0];
  if (shown === undefined) return <p class="muted pad">The request asked no upstream system.</p>;
  const share = (moment: number) => `${(100 * moment) / width}%`;
  return (
    <div class="exchanges">
      <p class="legend" aria-hidden="true">
        {["connecting", "waiting", "receiving"].map((part) => (
          <span key={part}>
            <i class={part} /> {part}
          </span>
        ))}
        <span>of {duration(width)}</span>
      </p>
      <div class="waterfall">
        {exchanges.map((exchange) => (
          <button
            key={exchange.index}
            type="button"
            class={`exchange${ofStep.includes(exchange.event) ? " of-step" : ""}`}
            aria-pressed={exchange === shown}
            onClick={() => setChosen(exchange.index)}
          >
            <span class="exchange-name">
              {exchange.event.hop > 0 && "↳ "}
              <b>{exchange.event.id}</b> <Result event={exchange.event} />
              <span class="muted">
                {" "}
                {exchange.event.request.method} {hostAndPath(exchange.event.request.target)}
              </span>
            </span>
            <Bar exchange={exchange} share={share} width={width} />
            <span class="hidden">{timingText(exchange)}</span>
          </button>
        ))}
      </div>
      <Detail key={shown.index} exchange={shown} onPlace={onPlace} />
    </div>
  );
}

interface BarProps {
  readonly exchange: Exchange;
  readonly share: (moment: number) => string;
  readonly width: number;
}

/** Connecting, waiting and receiving, one after the other. */
function Bar({ exchange: { begin, connected = begin, firstByte, end }, share, width }: BarProps) {
  const received = firstByte ?? end ?? width;
  const parts = [
    { kind: "connecting", from: begin, to: connected },
    { kind: "waiting", from: connected, to: received },
    {
      kind: end === undefined && firstByte !== undefined ? "receiving open" : "receiving",
      from: received,
      to: end ?? width,
    },
  ];
  return (
    <span class="bar" aria-hidden="true">
      {parts.map(({ kind, from, to }) => (
        <span key={kind} class={kind} style={{ left: share(from), width: share(Math.max(0, to - from)) }} />
      ))}
    </span>
  );
}

function Result({ event: { response, result, failure, timing } }: { readonly event: UpstreamEvent }) {
  if (failure !== undefined && response === undefined) return <span class="status s5">✕ failed</span>;
  if (result !== undefined) return <span class="status s2">{result}</span>;
  if (response === undefined && timing.ended !== undefined) return <span class="muted">no answer</span>;
  return <Status status={response?.status} />;
}

function Detail({
  exchange,
  onPlace,
}: {
  readonly exchange: Exchange;
  readonly onPlace: (event: UpstreamEvent) => void;
}) {
  const { event } = exchange;
  const { request, response, result, failure, violations = [], place } = event;
  return (
    <section class="exchange-detail" aria-label={`Exchange ${event.id}`}>
      <h2 class="row">
        <span class="mono">{event.id}</span>
        <Result event={event} />
        <Facts event={event} />
        {place !== undefined && (
          <button type="button" class="plain place" onClick={() => onPlace(event)}>
            {place}
          </button>
        )}
      </h2>
      <p class="muted">{timingText(exchange)}</p>
      {failure !== undefined && <p class="problem">{failure}</p>}
      {violations.length > 0 && (
        <ul class="problem" aria-label="What does not match the description">
          {violations.map((violation, index) => (
            <li key={index}>{violation}</li>
          ))}
        </ul>
      )}
      <div class="messages">
        <Sent request={request} />
        <Received response={response} result={result} />
      </div>
    </section>
  );
}

function Facts({ event }: { readonly event: UpstreamEvent }) {
  const { service, hop, attempt, isReused, cache, violations, isMocked, isShared } = event;
  const facts = [
    service === undefined ? "" : services[service],
    attempt !== undefined ? `attempt ${attempt}` : hop > 0 ? `redirect ${hop}` : "",
    isMocked ? "mocked" : "",
    isShared ? "shared with another request" : "",
    cache === undefined ? "" : `cache: ${cache}`,
    isReused === undefined ? "" : isReused ? "connection reused" : "new connection",
    violations === undefined
      ? ""
      : violations.length === 0
        ? "as described"
        : `${violations.length} violations`,
  ].filter((fact) => fact !== "");
  return (
    <>
      {facts.map((fact) => (
        <span key={fact} class="badge">
          {fact}
        </span>
      ))}
    </>
  );
}

const services: Readonly<Record<NonNullable<UpstreamEvent["service"]>, string>> = {
  "key-set": "keys of tokens",
  directory: "LDAP directory",
};

export function Sent({ request }: { readonly request: RequestMessage }) {
  return (
    <section>
      <h3>Request</h3>
      <p class="mono target">
        {request.method} {request.target}
      </p>
      <Fields fields={request.fields} />
      <MessageBody message={request} label="Body of the request" />
    </section>
  );
}

export interface ReceivedProps {
  readonly response: ResponseMessage | undefined;
  /** The result that came in place of a response. */
  readonly result?: string | undefined;
}

export function Received({ response, result }: ReceivedProps) {
  return (
    <section>
      <h3>Response</h3>
      {response === undefined ? (
        <p class={result === undefined ? "muted" : undefined}>{result ?? "There is none."}</p>
      ) : (
        <>
          <p class="mono target">
            <Status status={response.status} />
          </p>
          <Fields fields={response.fields} />
          <MessageBody message={response} label="Body of the response" />
        </>
      )}
    </section>
  );
}

/** The bar in words. */
function timingText({ begin, connected, firstByte, end }: Exchange): string {
  const parts = [`begun at ${duration(begin)}`];
  // There is nothing to wait for with a connection that was there.
  if (connected !== undefined && connected > begin)
    parts.push(`connected after ${duration(connected - begin)}`);
  if (firstByte !== undefined) parts.push(`first byte after ${duration(firstByte - begin)}`);
  parts.push(end === undefined ? "not ended" : `ended after ${duration(end - begin)}`);
  return parts.join(", ");
}

function hostAndPath(target: string): string {
  return target.replace(/^[a-z]+:\/\//, "").slice(0, 200);
}
