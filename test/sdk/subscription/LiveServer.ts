import { createRequire } from "node:module";
import { buildSchema, type ExecutionResult, parse } from "graphql";
import { CloseCode, makeServer } from "graphql-ws";
import type { AnyWebSocket } from "../../../sdk/src/subscription/SubscriptionEnvironment.ts";

type Payload = Readonly<Record<string, unknown>> | undefined;

/** A log of numbers and the server of graphql-ws in front of it, which a test lets misbehave. */
export interface LiveServer {
  /** Connects as `new WebSocket(url, protocol)` does. */
  readonly open: (url: string, protocol: string) => AnyWebSocket;
  /** The number of the last event. */
  readonly head: () => number;
  readonly append: () => void;
  /** Closes all connections from this side. */
  readonly closeAll: (code: number, reason?: string) => void;
  /** Loses all connections: nothing arrives any longer, and nobody is notified. */
  readonly vanish: () => void;
  readonly connections: () => number;
  /** The subscriptions that are active. */
  readonly subscriptions: () => number;
  /** The number of messages sent and received. */
  readonly messages: () => number;
  /** The documents and variables of all `subscribe` messages, in order. */
  readonly subscribed: Array<{ readonly query: string; readonly variables: unknown }>;
  /** The payloads of all `connection_init` messages, in order. */
  readonly inits: Array<Payload>;
  readonly trouble: {
    /** The close codes with which the next connections are refused. */
    refusals: Array<number>;
    /** Whether connections are accepted; otherwise they are lost before they open. */
    isDown: boolean;
    /** Decides about the payload of `connection_init`; a text is the reason for which it is forbidden. */
    authorize: (payload: Payload) => Promise<string | null>;
    /** The code of the error of the next subscriptions. */
    errors: Array<string>;
    /** The first cursor that subscriptions can continue at. */
    oldest: number;
  };
}

/** The class that graphql-ws recognizes: that of the CommonJS build, which Node.js loads for it. */
const { GraphQLError }: typeof import("graphql") = createRequire(import.meta.url)("graphql");

const schema = buildSchema("type Query { a: Int } type Subscription { created(after: String, odd: Boolean): Int }");

export const makeLiveServer = (): LiveServer => {
  let head = 0;
  let active = 0;
  let messages = 0;
  const appended = new Set<() => void>();
  const inits: LiveServer["inits"] = [];
  const subscribed: LiveServer["subscribed"] = [];
  const connections = new Set<{
    readonly close: (code: number, reason: string) => void;
    readonly vanish: () => void;
  }>();
  const trouble: LiveServer["trouble"] = {
    refusals: [],
    isDown: false,
    authorize: async () => null,
    errors: [],
    oldest: 0
  };

  /** Yields all events after a cursor, and then those that are appended. A generator would not end while it waits. */
  const events = (after: number): AsyncIterableIterator<ExecutionResult, undefined> => {
    let last = after;
    let isDone = false;
    let wake = () => {};
    const listener = () => wake();
    appended.add(listener);
    active++;
    return {
      next: async () => {
        while (!isDone && last >= head)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        if (isDone) return { done: true, value: undefined };
        last++;
        return { done: false, value: { data: { created: last }, extensions: { cursor: String(last) } } };
      },
      return: async () => {
        if (!isDone) active--;
        isDone = true;
        appended.delete(listener);
        wake();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      }
    };
  };

  const refusal = (after: unknown): string | undefined => {
    const code = trouble.errors.shift();
    if (code !== undefined || typeof after !== "string") return code;
    if (Number(after) < trouble.oldest) return "CURSOR_TOO_OLD";
    return Number(after) > head ? "CURSOR_AHEAD" : undefined;
  };

  const server = makeServer<Record<string, unknown>, { readonly forbid: (code: number, reason?: string) => void }>({
    subscribe: ({ variableValues }) => {
      const after = variableValues?.after;
      return events(typeof after === "string" ? Number(after) : head);
    },
    onConnect: async ({ connectionParams, extra }) => {
      inits.push(connectionParams);
      const code = trouble.refusals.shift();
      const reason = code === undefined ? await trouble.authorize(connectionParams) : null;
      if (code !== undefined) extra.forbid(code);
      if (reason !== null) extra.forbid(CloseCode.Forbidden, reason);
      return code === undefined && reason === null;
    },
    onSubscribe: (_, __, { query, variables }) => {
      subscribed.push({ query, variables });
      const code = refusal(variables?.after);
      if (code !== undefined) return [new GraphQLError(`It is ${code}.`, { extensions: { code } })];
      return { schema, document: parse(query), variableValues: variables ?? {} };
    }
  });

  return {
    head: () => head,
    append: () => {
      head++;
      for (const listener of appended) listener();
    },
    closeAll: (code, reason = "") => {
      for (const { close } of [...connections]) close(code, reason);
    },
    vanish: () => {
      for (const { vanish } of [...connections]) vanish();
    },
    connections: () => connections.size,
    subscriptions: () => active,
    messages: () => messages,
    inits,
    subscribed,
    trouble,
    open: (_, protocol) => {
      const client: AnyWebSocket = {
        onopen: null,
        onmessage: null,
        onclose: null,
        onerror: null,
        send: () => {},
        close: () => {}
      };
      const receivers: Array<(data: string) => Promise<void>> = [];
      let closed: ((code: number, reason: string) => unknown) | undefined;
      let isOpen = true;
      const forget = (code: number, reason: string) => {
        isOpen = false;
        connections.delete(connection);
        closed?.(code, reason);
      };
      const close = (code: number, reason: string) => {
        if (!isOpen) return;
        forget(code, reason);
        setImmediate(() => client.onclose?.(new CloseEvent("close", { code, reason })));
      };
      const connection = { close, vanish: () => forget(1006, "") };
      client.close = () => close(1000, "");
      client.send = (message) => {
        messages++;
        setImmediate(() => {
          if (isOpen)
            for (const receive of receivers) receive(message).catch(() => close(4500, "Internal server error"));
        });
      };
      setImmediate(() => {
        if (trouble.isDown) return close(1006, "");
        connections.add(connection);
        closed = server.opened(
          {
            protocol,
            send: (data) => {
              messages++;
              setImmediate(() => isOpen && client.onmessage?.(new MessageEvent("message", { data })));
            },
            close: (code = 1000, reason = "") => close(code, reason),
            onMessage: (receive) => void receivers.push(receive)
          },
          { forbid: (code, reason = "") => close(code, reason) }
        );
        client.onopen?.(new Event("open"));
      });
      return client;
    }
  };
};
