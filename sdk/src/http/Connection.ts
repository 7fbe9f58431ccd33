import { parseJson } from "../parseJson.ts";
import { TidemarkError } from "../TidemarkError.ts";
import { abortAfter } from "./abortAfter.ts";
import type { ParsedResponse } from "./ParsedResponse.ts";
import type { Platform } from "./Platform.ts";
import { makeServerClock } from "./ServerClock.ts";

export type LoginMethod = "loginWithRedirect" | "beginLogin";

/** A connection to an instance, with its clock and the nonce for the next proof. */
export interface Connection {
  /** The URL of the instance, without a trailing slash. */
  readonly server: string;
  readonly platform: Platform;
  /** The method with which an app starts a login, for messages. */
  readonly loginMethod: LoginMethod;
  /** The time of the server, in seconds since 1970. */
  readonly seconds: () => number;
  /** How far the server's clock is ahead, in milliseconds. */
  readonly ahead: () => number;
  readonly nonce: () => string | undefined;
  readonly send: (path: string, request: Sending) => Promise<ParsedResponse>;
}

/** A request, with the time limit for the whole response in milliseconds. */
export interface Sending extends RequestInit {
  readonly timeout?: number;
}

const readBody = (text: string): Readonly<Record<string, unknown>> => Object(parseJson(text));

const errorOf = (body: Readonly<Record<string, unknown>>, challenge: string | null): string | undefined =>
  typeof body.error === "string" ? body.error : /error="([^"]+)"/.exec(challenge ?? "")?.[1];

/** Normalizes the URL of a server: only http and https, without trailing slashes. */
export const serverAddress = (server: string): string => {
  const isUrl = typeof server === "string" && /^https?:\/\/[^/?#]+\/*$/.test(server);
  if (isUrl) return server.replace(/\/+$/, "");
  throw new TidemarkError(
    "configuration",
    `createClient: server must be the URL of an instance, like "https://records.example.com". It is ${JSON.stringify(server)}.`
  );
};

export const connect = (
  server: string,
  platform: Platform,
  loginMethod: LoginMethod = "loginWithRedirect"
): Connection => {
  const clock = makeServerClock(platform.now);
  let nonce: string | undefined;
  return {
    server,
    platform,
    loginMethod,
    seconds: clock.seconds,
    ahead: clock.ahead,
    nonce: () => nonce,
    send: async (path, { timeout, ...init }) => {
      const limit = timeout === undefined ? undefined : abortAfter(timeout);
      try {
        const signal = limit?.signal ?? init.signal ?? null;
        const response = await platform.fetch(server + path, { ...init, signal, cache: "no-store" });
        clock.learn(response.headers.get("date"));
        nonce = response.headers.get("dpop-nonce") ?? nonce;
        // A truncated response counts as none.
        const body = readBody(await response.text());
        const challenge = response.headers.get("www-authenticate");
        const wait = Number(response.headers.get("retry-after"));
        return {
          status: response.status,
          body,
          isChallenged: challenge !== null,
          error: errorOf(body, challenge),
          retryAfter: wait > 0 ? wait : undefined
        };
      } catch (cause) {
        if (init.signal?.aborted && init.signal.reason?.name !== "TimeoutError") throw cause;
        throw new TidemarkError(
          "unreachable",
          `No response from ${server}. It or the network may be down, or it is missing in connect-src of the content security policy.`,
          { cause }
        );
      } finally {
        limit?.clear();
      }
    }
  };
};
