import { ApolloClient, ApolloLink, gql, InMemoryCache } from "@apollo/client";
import { GraphQLWsLink } from "@apollo/client/link/subscriptions";
import { subscriptionExchange, Client as UrqlClient } from "@urql/core";
import { createClient as createSseClient } from "graphql-sse";
import { createClient as createWsClient } from "graphql-ws";
import { Observable } from "rxjs";

/** What a client receives, and what makes it stop. */
export interface Subscriber {
  readonly receive: (data: unknown) => void;
  readonly fail: (error: unknown) => void;
}

type Variables = Record<string, unknown>;

/** A client of the service, which subscribes again after its last cursor whenever its connection is lost. */
export interface Client {
  readonly name: string;
  /** Sends a query over the connection, and resolves to its data. */
  readonly ask: (port: number, headers: Readonly<Record<string, string>>, query: string) => Promise<unknown>;
  /** Subscribes, and returns a function that unsubscribes and disconnects. */
  readonly subscribe: (
    port: number,
    headers: Readonly<Record<string, string>>,
    query: string,
    variables: Variables,
    subscriber: Subscriber
  ) => () => void;
}

/** Clients wait less here than in an app. */
const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 20));

const wsClient = (port: number, connectionParams: Readonly<Record<string, string>>) =>
  createWsClient({
    url: `ws://127.0.0.1:${port}/graphql`,
    connectionParams,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: soon
  });

const cursorOf = (result: { readonly extensions?: unknown }): unknown => Object(result.extensions).cursor;

const graphqlWs: Client = {
  name: "graphql-ws",
  ask: async (port, headers, query) => {
    for await (const { data } of wsClient(port, headers).iterate({ query })) return data;
    return null;
  },
  subscribe: (port, headers, query, variables, { fail, receive }) => {
    const client = wsClient(port, headers);
    const unsubscribe = client.subscribe(
      { query, variables },
      {
        next: (result) => {
          // The client sends this object again whenever it connects.
          variables.after = cursorOf(result);
          receive(result.data);
        },
        error: fail,
        complete: () => undefined
      }
    );
    return unsubscribe;
  }
};

const sseClient = (port: number, headers: Readonly<Record<string, string>>) =>
  createSseClient({
    url: `http://127.0.0.1:${port}/graphql`,
    headers: { ...headers },
    retryAttempts: Number.POSITIVE_INFINITY,
    retry: soon
  });

const graphqlSse: Client = {
  name: "graphql-sse",
  ask: async (port, headers, query) => {
    for await (const { data } of sseClient(port, headers).iterate({ query })) return data;
    return null;
  },
  subscribe: (port, headers, query, variables, { fail, receive }) => {
    const client = sseClient(port, headers);
    const unsubscribe = client.subscribe(
      { query, variables },
      {
        next: (result) => {
          variables.after = cursorOf(result);
          if (result.errors === undefined) receive(result.data);
          else fail(result.errors);
        },
        error: fail,
        complete: () => undefined
      }
    );
    return () => {
      unsubscribe();
      client.dispose();
    };
  }
};

/** Notes the cursor of each result in the variables, which the link below sends again whenever it connects. */
const continuing = new ApolloLink(
  (operation, forward) =>
    new Observable((observer) =>
      forward(operation).subscribe({
        next: (result) => {
          operation.variables.after = cursorOf(result);
          observer.next(result);
        },
        error: (error) => observer.error(error),
        complete: () => observer.complete()
      })
    )
);

const apolloClient = (port: number, headers: Readonly<Record<string, string>>) =>
  new ApolloClient({
    link: ApolloLink.from([continuing, new GraphQLWsLink(wsClient(port, headers))]),
    cache: new InMemoryCache()
  });

const apollo: Client = {
  name: "Apollo Client",
  ask: async (port, headers, query) => (await apolloClient(port, headers).query({ query: gql(query) })).data,
  subscribe: (port, headers, query, variables, { fail, receive }) => {
    const client = apolloClient(port, headers);
    const subscription = client
      .subscribe({ query: gql(query), variables, fetchPolicy: "no-cache" })
      .subscribe({ next: ({ data, error }) => (error === undefined ? receive(data) : fail(error)), error: fail });
    return () => {
      subscription.unsubscribe();
      client.stop();
    };
  }
};

/** Sends all operations over the WebSocket. */
const urqlClient = (port: number, headers: Readonly<Record<string, string>>) => {
  const connection = wsClient(port, headers);
  return new UrqlClient({
    url: `http://127.0.0.1:${port}/graphql`,
    preferGetMethod: false,
    exchanges: [
      subscriptionExchange({
        enableAllOperations: true,
        forwardSubscription: ({ query = "", variables: given }) => {
          const variables: Variables = { ...given };
          return {
            subscribe: ({ complete, error, next }) => ({
              unsubscribe: connection.subscribe(
                { query, variables },
                {
                  next: (result) => {
                    variables.after = cursorOf(result);
                    next({ data: result.data ?? null });
                  },
                  error,
                  complete
                }
              )
            })
          };
        }
      })
    ]
  });
};

const urql: Client = {
  name: "urql",
  ask: async (port, headers, query) => (await urqlClient(port, headers).query(query, {}).toPromise()).data,
  subscribe: (port, headers, query, variables, { fail, receive }) =>
    urqlClient(port, headers)
      .subscription(query, variables)
      .subscribe(({ data, error }) => (error === undefined ? receive(data) : fail(error))).unsubscribe
};

export const clients: ReadonlyArray<Client> = [graphqlWs, graphqlSse, apollo, urql];
