import { type ClientRequest, request as overHttp, type RequestOptions } from "node:http";
import { request as overHttps } from "node:https";
import { z } from "zod";
import { isConnectionField, isFieldValue, isToken } from "../../../../runtime/http/index.js";
import { bytesOf } from "../../../recording/body.js";
import type { RequestToSend } from "../api.js";
import { ApiError } from "../workbench.js";

/** Where the app listens. */
export interface AppAddress {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

const requestSchema = z.object(
  {
    method: z
      .string()
      .refine(isToken, "This is no method.")
      .refine((method) => method !== "CONNECT"),
    target: z
      .string()
      .regex(/^\/[!-~]*$/, "The target has to begin with a slash, and to be written as in a URL."),
    fields: z
      .array(z.tuple([z.string().refine(isToken), z.string().refine(isFieldValue)]), "There are fields.")
      .default([]),
    body: z.string("The body has to be a text.").optional(),
    isBase64: z.boolean().default(false),
    charset: z.string().optional(),
  },
  "This is no request.",
);

/** Checks what came from the page. */
export function checkedRequest(sent: unknown): RequestToSend {
  const { data, error } = requestSchema.safeParse(sent);
  if (data === undefined) throw new ApiError(400, error.issues[0]?.message ?? "This is no request.");
  return data;
}

/** A request to the app. */
export function requestTo({ host, port, isSecure }: AppAddress, options: RequestOptions): ClientRequest {
  const all = { ...options, host, port, agent: false };
  return isSecure ? overHttps({ ...all, rejectUnauthorized: false }) : overHttp(all); // it is this process
}

/**
 * Sends a request to the app, and reads its answer to the end. Resolves to its status.
 * @param more a field that only this session knows
 */
export function sendRequest(
  { method, target, fields, body, isBase64, charset }: RequestToSend,
  address: AppAddress,
  more: readonly [name: string, value: string],
): Promise<number> {
  const bytes =
    body === undefined ? undefined : bytesOf(isBase64 ? { base64: body } : { text: body, charset });
  const isHost = ([name]: readonly [string, string]): boolean => name.toLowerCase() === "host";
  const own = fields.filter((field) => isHost(field) || !isConnectionField(field[0].toLowerCase()));
  const length = bytes === undefined ? [] : [["content-length", String(bytes.length)] as const];
  const all = [
    ...(own.some(isHost) ? [] : [["host", `${address.host}:${address.port}`] as const]),
    ...own,
    ...length,
    more,
  ];
  return new Promise((resolve, reject) => {
    const outgoing = requestTo(address, { method, path: target, headers: all.flat() });
    outgoing.on("response", (incoming) => {
      incoming.resume();
      incoming.once("close", () => resolve(incoming.statusCode ?? 0));
    });
    outgoing.on("error", (error) => reject(new ApiError(502, `The app did not answer: ${error.message}`)));
    outgoing.end(bytes);
  });
}
