import * as Chunk from "effect/Chunk";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { GraphqlApi, type GraphqlCaller, type GraphqlRequest } from "../../../../src/application/api/GraphqlApi.ts";
import { responseStream } from "../../../support/responseStream.ts";

export const anonymous: GraphqlCaller = { viewer: null, refused: false, admin: null };

/** A request with defaults for everything but its document. */
export const requestOf = (query: string, more: Partial<GraphqlRequest> = {}): GraphqlRequest => ({
  query,
  documentHash: null,
  variables: {},
  operationName: null,
  mutations: true,
  idempotencyKey: null,
  cost: false,
  cursor: false,
  ...more
});

/** A response of a subscription. */
export interface Told {
  readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly extensions: { readonly cursor: string };
}

/** Subscribes, and returns the stream of responses, or the answer where there is none. */
export const subscribe = (query: string, more: Partial<GraphqlRequest> = {}, caller: GraphqlCaller = anonymous) =>
  Effect.gen(function* () {
    const api = yield* GraphqlApi;
    const subscribed = yield* api.subscribe(requestOf(query, more), caller);
    if (subscribed._tag === "Answered") return yield* Effect.fail(subscribed.answer);
    return Stream.map(responseStream(subscribed), (body): Told => JSON.parse(body));
  });

/** The first responses of a stream. */
export const take = <E>(count: number, responses: Stream.Stream<Told, E>) =>
  Effect.map(Stream.runCollect(Stream.take(responses, count)), Chunk.toReadonlyArray);
