import type { AnyVariables } from "../graphql/Execute.ts";
import type { TidemarkError as Failure } from "../TidemarkError.ts";
import { type LiveSocket, openSocket, type ServerMessage } from "./openSocket.ts";
import { retryDelay } from "./retryDelay.ts";
import type { SubscriptionOptions } from "./Subscribe.ts";
import type { SubscriptionEnvironment } from "./SubscriptionEnvironment.ts";
import type { SubscriptionsOf } from "./SubscriptionHost.ts";

/** The shortest time until a token that could not be refreshed is looked at again, in milliseconds. */
const soonMs = 5000;
/** How many times in succession the server may refuse the credentials. */
const refusalLimit = 3;

/** The close code for credentials that are not or no longer valid. */
const forbidden = 4403;
/** The close codes after which another attempt has the same result: the server does not accept the protocol. */
const fatal: ReadonlyArray<number> = [4400, 4401, 4406, 4409];

interface Subscription extends SubscriptionOptions<unknown> {
  readonly id: string;
  readonly query: string;
  readonly variables: AnyVariables;
  /** Ends it for the app. */
  readonly end: () => void;
  /** Where it continues; null until its start is known. */
  cursor: unknown;
  /** The socket that its events arrive on. */
  socket: LiveSocket | null;
}

/** Calls a function of the app. If it throws, that is an unhandled rejection, and everything else continues. */
const call = async <Values extends ReadonlyArray<unknown>>(
  run: ((...values: Values) => void) | undefined,
  ...values: Values
) => run?.(...values);

/** Creates the subscriptions of a host. They share one connection, which is replaced when it is lost, and before its token expires. */
export const makeSubscriptions =
  (environment: SubscriptionEnvironment): SubscriptionsOf =>
  ({ connection, login, query: send }, failureOf, TidemarkError) => {
    const url = `${connection.server}/graphql`;
    const running = new Map<string, Subscription>();
    let started = 0;
    let current: LiveSocket | null = null;
    let currentToken: string | undefined;
    /** The user whose subscriptions these are. */
    let did: string | undefined;
    let failures = 0;
    let refusals = 0;
    /** Incremented when the connection is closed: one that is being opened is then obsolete. */
    let generation = 0;
    /** The steps that were started, one after the other. */
    let steps = Promise.resolve();
    let cancel = () => {};

    const all = () => [...running.values()];

    const remove = ({ end, id, signal }: Subscription): boolean => {
      signal?.removeEventListener("abort", end);
      const isRemoved = running.delete(id);
      // The connection is closed a moment later: a component that unmounts may be replaced with another one.
      if (running.size === 0) schedule(0);
      return isRemoved;
    };
    const fail = (subscription: Subscription, error: Failure) => {
      if (!remove(subscription)) return;
      const { reason } = error;
      // A logout is no failure of subscriptions that the user had.
      const isLogout = reason === "not_logged_in" && did !== undefined;
      if (!isLogout) void call(subscription.onError, error);
      void call(subscription.onEnd, isLogout || reason === "login_expired" ? "logged_out" : "failed");
    };
    const failAll = (error: Failure) => {
      for (const subscription of all()) fail(subscription, error);
    };

    const schedule = (milliseconds: number) => {
      cancel();
      cancel = environment.after(milliseconds, () => {
        steps = steps.then(step).catch((cause: unknown) => {
          const error = cause instanceof TidemarkError ? cause : new TidemarkError("unexpected", `${cause}`, { cause });
          if (/^un(reach|avail)able$/.test(error.reason)) retry(error.retryAfter);
          else failAll(error);
        });
      });
    };
    const retry = (seconds = 0) => schedule(Math.max(seconds * 1000, retryDelay(failures++, environment)));

    /** Continues all subscriptions on a connection; null if there is none. The previous one is closed afterwards. */
    const use = (socket: LiveSocket | null) => {
      const previous = current;
      current = socket;
      for (const subscription of all()) {
        const { cursor, id, onStatus, query, socket: from, variables } = subscription;
        if (socket === from || (socket !== null && cursor === null)) continue;
        subscription.socket = socket;
        socket?.send({ id, type: "subscribe", payload: { query, variables: { ...variables, after: cursor } } });
        if (socket === null || from === null) void call(onStatus, socket === null ? "connecting" : "live");
      }
      if (previous !== socket) previous?.close();
    };

    const onMessage = ({ id = "", payload, type }: ServerMessage, socket: LiveSocket | null) => {
      failures = 0;
      const subscription = running.get(id);
      // After another connection took over, the events that are still on their way are received again.
      if (subscription?.socket !== socket || subscription === undefined) return;
      if (type === "complete") {
        remove(subscription);
        return void call(subscription.onEnd, "completed");
      }
      const body = type === "error" ? { errors: payload } : Object(payload);
      const error = failureOf(connection, { body, status: 200, retryAfter: undefined });
      if (type === "next") {
        const cursor = String(body.extensions?.cursor);
        subscription.cursor = cursor;
        if (error === undefined) void call(subscription.onData, body.data, { cursor });
        else void call(subscription.onError, error);
      } else if (/^(UNAVAILABLE|SCHEMA_CHANGED)$/.test(error?.code ?? "")) {
        subscription.socket = null;
        retry(error?.retryAfter);
      } else if (error) fail(subscription, error);
    };

    const open = async (token: string | undefined): Promise<LiveSocket | null> => {
      const payload = token === undefined ? token : await login?.credentials.atResource(url, token, "GET");
      let socket: LiveSocket | null = null;
      socket = await openSocket(
        environment,
        url.replace("http", "ws"),
        payload,
        (message) => onMessage(message, socket),
        (code, reason) => {
          if (socket !== null) use(null);
          if (fatal.includes(code) || (code === forbidden && (login === undefined || refusals++ > refusalLimit)))
            failAll(new TidemarkError("client_refused", `Not connected (${code}): ${reason}`));
          else retry();
        }
      );
      return socket;
    };

    /** Connects if necessary, and starts what is not started. */
    const step = async () => {
      const attempt = generation;
      if (running.size === 0) {
        did = undefined;
        return sleep();
      }
      const starting = all().filter(({ cursor }) => cursor === null);
      // Without a cursor, what happens before the first event could be lost with the connection. After a refusal, a query
      // has the effect that token, nonce and clock are those that the server accepts.
      if (starting.length > 0 || refusals > 0) {
        await send("{ __typename }", undefined, {
          onCursor: (cursor) => {
            for (const subscription of starting) subscription.cursor = cursor;
          }
        });
      }
      const session = await login?.session.fresh();
      did ??= session?.did;
      if (session?.did !== did) throw new TidemarkError("not_logged_in", "");
      if (current === null || session?.accessToken !== currentToken) {
        const socket = await open(session?.accessToken);
        if (socket === null) return;
        if (generation !== attempt) return socket.close();
        currentToken = session?.accessToken;
        refusals = 0;
        use(socket);
      } else use(current);
      if (all().some((subscription) => subscription.socket === null)) schedule(0);
      else if (session) schedule(Math.max(session.renewAt - connection.platform.now(), soonMs));
    };

    const sleep = () => {
      generation++;
      cancel();
      use(null);
    };
    const wake = () => {
      failures = 0;
      if (current === null) schedule(0);
      else current.check();
    };
    // These stay as long as the client, which an app creates once.
    environment.watch(wake, sleep);
    login?.onLogout(() => {
      sleep();
      schedule(0);
    });

    return <Data>(query: string, variables: AnyVariables, options: SubscriptionOptions<Data>) => {
      const { onData, signal } = options;
      const end = () => {
        const { id, socket } = subscription;
        if (remove(subscription)) socket?.send({ id, type: "complete" });
      };
      const subscription: Subscription = {
        id: `${++started}`,
        query,
        variables,
        ...options,
        // A typed document was generated from the schema of the instance, which guarantees the type.
        onData: (data, event) => onData(data as Data, event),
        end,
        cursor: variables.after ?? null,
        socket: null
      };
      if (signal?.aborted) return end;
      running.set(subscription.id, subscription);
      signal?.addEventListener("abort", end);
      if (/\$after\b/.test(query)) schedule(0);
      else fail(subscription, new TidemarkError("configuration", "Declare $after: String, and pass after: $after."));
      return end;
    };
  };
