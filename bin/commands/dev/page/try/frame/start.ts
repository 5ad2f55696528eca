/**
 * Starts Swagger UI in the document of `/try/`, and tells the page around it which requests it sends.
 * @module
 */

/** The parts of Swagger UI that are used here. */
declare const SwaggerUIBundle: (options: {
  readonly url: string;
  readonly dom_id: string;
  readonly validatorUrl: null;
  readonly deepLinking: boolean;
  readonly docExpansion: "list" | "none";
  readonly tryItOutEnabled: boolean;
  readonly displayRequestDuration: boolean;
  readonly filter: boolean;
  readonly syntaxHighlight: { readonly theme: string };
  readonly plugins: readonly (() => Plugin)[];
  readonly requestInterceptor: (request: SentRequest) => SentRequest;
  readonly responseInterceptor: (response: ReceivedResponse) => ReceivedResponse;
}) => unknown;

interface MarkdownProps {
  readonly source?: unknown;
}

type Component = (props: MarkdownProps) => unknown;

interface Plugin {
  readonly wrapComponents: {
    readonly Markdown: (
      original: Component,
      system: { readonly React: { createElement(component: Component, props: MarkdownProps): unknown } },
    ) => Component;
  };
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
const plainMarkdown = (): Plugin => ({
  wrapComponents: {
    Markdown: (original, { React }) => {
      return (props) => React.createElement(original, { ...props, source: withoutMarkup(props.source) });
    },
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
  requestInterceptor: (request) => {
    if (new URL(request.url, location.href).href.startsWith(app)) request.headers["x-flowc"] = "1";
    return request;
  },
  responseInterceptor: (response) => {
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
