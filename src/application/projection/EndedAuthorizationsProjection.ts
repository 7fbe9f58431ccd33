import * as Effect from "effect/Effect";
import * as HashMap from "effect/HashMap";
import * as Layer from "effect/Layer";
import { EndedAuthorizations } from "../../domain/authorization/end/EndedAuthorizations.ts";
import * as ReadModels from "./ReadModels.ts";

/** The authorizations that have ended, in memory, for the lifetime of an access token. */
export const layer = Layer.effect(
  EndedAuthorizations,
  Effect.map(ReadModels.ReadModels, ({ ended }) =>
    EndedAuthorizations.of({
      has: (authorizationId) =>
        Effect.map(ended.about(`authorization-${authorizationId}`), HashMap.has(authorizationId)),
      awaitPosition: ended.awaitPosition
    })
  )
).pipe(Layer.provide(ReadModels.layer));
