import { request as httpRequest } from "node:http";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { send } from "../send.ts";
import { signedIn } from "./blobServer.ts";

export const generic = "atproto transition:generic";
export const uploadMethod = "com.atproto.repo.uploadBlob";
export const bytes = (size: number) => Buffer.alloc(size, "a tide mark, high and low. ");

const Body = Schema.parseJson(
  Schema.Struct({
    blob: Schema.optional(Schema.Struct({ ref: Schema.String, mimeType: Schema.String, size: Schema.Number })),
    errors: Schema.optional(
      Schema.Array(
        Schema.Struct({
          message: Schema.String,
          extensions: Schema.Struct({ code: Schema.String }, { key: Schema.String, value: Schema.Unknown })
        })
      )
    )
  })
);

/** Posts a blob as somebody whose token has a scope. */
export const post = (body: Buffer, headers: Record<string, string | Array<string>>) =>
  Effect.gen(function* () {
    const { port } = yield* HttpServerNode.HttpServerNode;
    const answer = yield* send(port, "/blobs", { method: "POST", headers, body: body.toString("latin1") });
    const { blob, errors } = yield* Schema.decode(Body)(answer.text);
    return { ...answer, blob, error: errors?.[0] };
  });

export const bearer = (scope = generic) =>
  Effect.map(
    Effect.flatMap(signedIn, (token) => token(scope)),
    (token) => ({ authorization: `Bearer ${token}` })
  );

export const lastEvents = (count: number) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    return (yield* log.read(0, 1000)).slice(-count);
  });

/** Waits for a fact. */
export const eventually = (fact: Effect.Effect<boolean>) =>
  Effect.repeat(Effect.zipLeft(fact, Effect.sleep("5 millis")), { until: (holds) => holds });

/** A body of which only the beginning is sent. */
export const begin = (port: number, headers: Record<string, string>, body: Buffer) =>
  Effect.async<ReturnType<typeof httpRequest>>((resume) => {
    const outgoing = httpRequest({ host: "127.0.0.1", port, path: "/blobs", method: "POST", headers, agent: false });
    outgoing.on("error", () => undefined);
    outgoing.write(body, () => resume(Effect.succeed(outgoing)));
  });
