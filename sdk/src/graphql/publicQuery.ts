import { type Connection, connect, serverAddress } from "../http/Connection.ts";
import { platform } from "../http/Platform.ts";
import { throwIfUnavailable } from "../http/throwIfUnavailable.ts";
import { withRetries } from "../http/withRetries.ts";
import type { Execute, RequestOptions } from "./Execute.ts";
import { executeBy } from "./executeBy.ts";
import { failureOf } from "./failureOf.ts";

/** Sends queries without credentials over an existing connection. */
export const queriesWithoutLogin = (connection: Connection): Execute<RequestOptions> =>
  executeBy((path, init) =>
    withRetries(connection.platform, async () => {
      const response = await connection.send(path, init);
      throwIfUnavailable(connection, response);
      const failure = failureOf(connection, response);
      if (failure !== undefined) throw failure;
      return response.body;
    })
  );

/** Queries an instance without credentials, for pages without a login: `publicQuery("https://…")(document, variables)`. */
export const publicQuery = (server: string): Execute<RequestOptions> =>
  queriesWithoutLogin(connect(serverAddress(server), platform));
