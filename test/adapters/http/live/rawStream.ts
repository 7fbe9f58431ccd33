import { request } from "node:http";
import * as Effect from "effect/Effect";
import * as Queue from "effect/Queue";
import { HttpServerNode } from "../../../../src/adapters/http/server/HttpServerNode.ts";

/** An event stream, event by event. */
export interface RawStream {
  readonly status: number;
  readonly header: (name: string) => string | null;
  /** The next event, without the empty line after it; null at the end of the response. */
  readonly receive: Effect.Effect<string | null>;
  /** The next comment. */
  readonly comment: Effect.Effect<string | null>;
}

interface Opening {
  readonly method?: "GET" | "POST";
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens an event stream, which is cut when the scope is closed. */
export const openStream = ({ headers = {}, method = "POST", query, variables = {} }: Opening) =>
  Effect.gen(function* () {
    const { port } = yield* HttpServerNode;
    const blocks = yield* Queue.unbounded<string | null>();
    const comments = yield* Queue.unbounded<string | null>();
    const path =
      method === "POST"
        ? "/graphql"
        : `/graphql?${new URLSearchParams({ query, variables: JSON.stringify(variables) })}`;
    const outgoing = yield* Effect.acquireRelease(
      Effect.sync(() =>
        request({
          host: "127.0.0.1",
          port,
          path,
          method,
          headers: { accept: "text/event-stream", "content-type": "application/json", ...headers },
          agent: false
        })
      ),
      (open) => Effect.sync(() => open.destroy())
    );
    outgoing.on("error", () => undefined);
    return yield* Effect.async<RawStream>((resume) => {
      outgoing.once("response", (incoming) => {
        let text = "";
        incoming.on("data", (chunk) => {
          const parts = `${text}${chunk}`.split("\n\n");
          text = parts.pop() ?? "";
          for (const part of parts) Queue.unsafeOffer(part.startsWith(":") ? comments : blocks, part);
        });
        incoming.on("error", () => Queue.unsafeOffer(blocks, null));
        incoming.on("end", () => {
          if (text !== "") Queue.unsafeOffer(blocks, text);
          Queue.unsafeOffer(blocks, null);
        });
        resume(
          Effect.succeed({
            status: incoming.statusCode ?? 0,
            header: (name) => incoming.headers[name]?.toString() ?? null,
            receive: Queue.take(blocks),
            comment: Queue.take(comments)
          })
        );
      });
      outgoing.end(method === "POST" ? JSON.stringify({ query, variables }) : undefined);
    });
  });

/** Returns the data of the event `next`, as JSON. */
export const dataOf = (block: string | null): unknown => {
  const [, text] = /^event: next\ndata: (.*)$/.exec(block ?? "") ?? [];
  return text === undefined ? block : JSON.parse(text);
};
