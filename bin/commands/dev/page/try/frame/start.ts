/**
 * Starts Swagger UI in the document of `/try/`, and tells the page around it which requests it sends.
 * @module
 */

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;

interface MarkdownProps {
  readonly source?: unknown;
}

interface System {
  readonly React: { createElement(component: unknown, props: MarkdownProps): unknown };
}

interface SentRequest {
  headers: Record<string, string>;
  url: string;
}

interface ReceivedResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const app = `${location.origin}/try/app/`;

const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

/** Descriptions may be Markdown, but HTML in them stays a text, and pictures of other hosts become links. */
const plainMarkdown = () => ({
  wrapComponents: {
    Markdown:
      (original: unknown, { React }: System) =>
      (props: MarkdownProps) =>
        React.createElement(original, { ...props, source: withoutMarkup(props.source) }),
  },
});

function withoutMarkup(source: unknown): unknown {
  return typeof source === "string" ? source.replaceAll("<", "&lt;").replaceAll("![", "[") : source;
}

SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#try",
  validatorUrl: null,
  deepLinking: false,
  docExpansion: "list",
  tryItOutEnabled: true,
  displayRequestDuration: true,
  filter: true,
  syntaxHighlight: { theme: "agate" },
  plugins: [plainMarkdown],
  requestInterceptor: (request: SentRequest) => {
    if (new URL(request.url, location.href).href.startsWith(app)) request.headers["x-flowc"] = "1";
    return request;
  },
  responseInterceptor: (response: ReceivedResponse) => {
    const key = Number(response.headers["x-flowc-request"]);
    if (Number.isInteger(key)) {
      const { pathname } = new URL(response.url, location.href);
      const path = pathname.slice("/try/app".length);
      parent.postMessage({ flowc: "sent", key, path, status: response.status }, location.origin);
    }
    return response;
  },
});

export {};
