import * as Effect from "effect/Effect";
import * as Mailbox from "effect/Mailbox";
import * as Stream from "effect/Stream";
import type { Subscribed } from "../../src/application/api/GraphqlApi.ts";
import type { SubscriptionEnded } from "../../src/application/api/SubscriptionEnded.ts";

type Streaming = Extract<Subscribed, { readonly _tag: "Streaming" }>;

/** Returns the responses of a subscription as a stream, which keeps all of them until they are read. */
export const responseStream = ({ deliver }: Streaming): Stream.Stream<string, SubscriptionEnded> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const responses = yield* Mailbox.make<string, SubscriptionEnded>();
      const receiver = {
        send: (bodies: ReadonlyArray<string>) => Effect.asVoid(responses.offerAll(bodies)),
        push: (bodies: ReadonlyArray<string>) => void responses.unsafeOfferAll(bodies)
      };
      yield* Effect.forkScoped(Effect.catchAll(deliver(receiver), (ended) => responses.fail(ended)));
      return Mailbox.toStream(responses);
    })
  );
