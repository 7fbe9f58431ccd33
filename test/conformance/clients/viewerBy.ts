import * as Schema from "effect/Schema";
import type { ServiceProcess } from "../../flows/ServiceProcess.ts";

const Answered = Schema.Struct({
  data: Schema.Struct({ viewer: Schema.NullOr(Schema.Struct({ did: Schema.String })) })
});

/** Asks the API with a bearer token who makes the request: a DID, or null for nobody. */
export const viewerBy = async (service: ServiceProcess, accessToken: string): Promise<string | null> => {
  const answer = await fetch(`${service.reach}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ query: "{ viewer { did } }" })
  });
  return Schema.decodeUnknownSync(Answered)(await answer.json()).data.viewer?.did ?? null;
};
