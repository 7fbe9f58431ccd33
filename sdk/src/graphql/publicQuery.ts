import type { AnyDocument } from "../document/TypedDocument.ts";
import { type Connection, connect, serverAddress } from "../http/Connection.ts";
import { platform } from "../http/Platform.ts";
import { throwIfUnavailable } from "../http/throwIfUnavailable.ts";
import { withRetries } from "../http/withRetries.ts";
import { onlyTidemarkErrors } from "../onlyTidemarkErrors.ts";
import type { Execute, RequestOptions } from "./Execute.ts";
import { failureOf } from "./failureOf.ts";
import { graphqlBody } from "./graphqlBody.ts";

/** The delays before a request without a response is sent again. */
const retryPolicy = { waits: [500, 1500], until: 25_000 };

/** Sends a query without credentials over an existing connection. */
export const queryAnonymously = <Result>(
  connection: Connection,
  document: AnyDocument,
  variables?: object,
  options: RequestOptions = {}
): Promise<Result> =>
  onlyTidemarkErrors(
    () =>
      withRetries(connection.platform, retryPolicy, async () => {
        const response = await connection.send("/graphql", graphqlBody(document, variables, options.signal));
        throwIfUnavailable(connection, response);
        const failure = failureOf(connection, response);
        if (failure !== undefined) throw failure;
        // A typed document was generated from the schema of the instance, which guarantees the type.
        return response.body.data as Result;
      }),
    options.signal
  );

/** Queries an instance without credentials, for pages without a login: `publicQuery("https://…")(document, variables)`. */
export const publicQuery =
  (server: string): Execute<RequestOptions> =>
  (document: AnyDocument, variables?: object, options?: RequestOptions) =>
    queryAnonymously(connect(serverAddress(server), platform), document, variables, options);
