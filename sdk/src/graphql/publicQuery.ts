import type { AnyDocument } from "../document/TypedDocument.ts";
import { type Connection, connect, serverAddress } from "../http/Connection.ts";
import { platform } from "../http/Platform.ts";
import { throwIfUnavailable } from "../http/throwIfUnavailable.ts";
import { withRetries } from "../http/withRetries.ts";
import { onlyTidemarkErrors } from "../onlyTidemarkErrors.ts";
import type { Execute, RequestOptions } from "./Execute.ts";
import { failureOf } from "./failureOf.ts";
import { graphqlBody } from "./graphqlBody.ts";

/** Pauses before a request is sent again that got no answer. */
const retryPolicy = { waits: [500, 1500], until: 25_000 };

/** Asks as nobody, over a connection that is there. */
export const queryAnonymously = <Result>(
  connection: Connection,
  document: AnyDocument,
  variables?: object,
  options: RequestOptions = {}
): Promise<Result> =>
  onlyTidemarkErrors(
    () =>
      withRetries(connection.platform, retryPolicy, async () => {
        const answer = await connection.send("/graphql", graphqlBody(document, variables, options.signal));
        throwIfUnavailable(connection, answer);
        const failure = failureOf(connection, answer);
        if (failure !== undefined) throw failure;
        // What the schema of the instance says: a document with types was made from it.
        return answer.body.data as Result;
      }),
    options.signal
  );

/** Asks an instance as nobody, for pages that never log anybody in: `publicQuery("https://…")(document, variables)`. */
export const publicQuery =
  (server: string): Execute<RequestOptions> =>
  (document: AnyDocument, variables?: object, options?: RequestOptions) =>
    queryAnonymously(connect(serverAddress(server), platform), document, variables, options);
