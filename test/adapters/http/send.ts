import { request } from "node:http";
import * as Effect from "effect/Effect";

/** What a test sends: names of headers as it likes, several lines of one as an array. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string | Array<string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The value of a header; several lines joined as Node.js does, null when it is absent. */
  readonly header: (name: string) => string | null;
  readonly cookies: ReadonlyArray<string>;
}

/** Sends one request, byte for byte as said, and follows nothing. */
export const send = (
  port: number,
  path: string,
  { body, headers = {}, method = "GET" }: Sent = {}
): Effect.Effect<Answer, Error> =>
  Effect.async((resume) => {
    const outgoing = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (incoming) => {
      const chunks: Array<Buffer> = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", (cause) => resume(Effect.fail(cause)));
      incoming.on("end", () =>
        resume(
          Effect.succeed({
            status: incoming.statusCode ?? 0,
            text: Buffer.concat(chunks).toString("utf8"),
            header: (name) => {
              const value = incoming.headers[name];
              return Array.isArray(value) ? value.join(", ") : (value ?? null);
            },
            cookies: incoming.headers["set-cookie"] ?? []
          })
        )
      );
    });
    outgoing.on("error", (cause) => resume(Effect.fail(cause)));
    outgoing.end(body);
  });
