import * as Effect from "effect/Effect";
import { graphiqlClient } from "../../../application/clients/graphiqlClient.ts";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { isFromOwnPage } from "../browser/sameOrigin.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type HttpResponse, json, noStore } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";

const refused = (status: number, message: string): HttpResponse => json(status, { message }, noStore);

const unavailable = () =>
  Effect.succeed(refused(503, "The service cannot reach its database right now. Try again in a moment."));

const wrongAddress = (publicUrl: string) =>
  refused(403, `Nobody can sign in at this address. Open ${publicUrl}/graphiql, the public URL of the instance.`);

/** Answers with the client as which the page signs users in, and the address at which it does. */
const answer = Effect.fnUntraced(
  function* (request: HttpRequest) {
    const publicUrl = yield* PublicUrl;
    const { host } = new URL(publicUrl);
    if (request.header("host") !== host) return wrongAddress(publicUrl);
    if (!isFromOwnPage(request, publicUrl)) return refused(403, "Only the page of GraphiQL can sign users in here.");
    return json(200, { clientId: yield* graphiqlClient(), server: publicUrl }, noStore);
  },
  Effect.catchTags({
    InvalidClient: ({ message }) =>
      Effect.succeed(
        refused(409, `GraphiQL cannot be registered as an app: ${message} Set PUBLIC_URL to an https URL.`)
      ),
    EventLogUnavailable: unavailable,
    StorageUnavailable: unavailable,
    StreamContended: unavailable
  })
);

/** The route that GraphiQL asks before it signs a user in. */
export const graphiqlSignIn: Route<Effect.Effect.Context<ReturnType<typeof answer>>> = {
  methods: ["POST"],
  path: "/graphiql/client",
  origins: "same",
  handle: answer
};
