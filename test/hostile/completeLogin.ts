import { assert } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { ask, authorize, basic, confidentialClient, cookieOf, location } from "../adapters/http/oauth/oauthServer.ts";
import type { Answer } from "../adapters/http/send.ts";
import { registered } from "../support/loginThrough.ts";
import type { Case } from "./Case.ts";
import type { HostilePds } from "./HostilePds.ts";

/** How a login went. */
export interface Walk {
  readonly authorizationId: string;
  /** The app's id and secret, as a header. */
  readonly app: string;
  /** What the browser got last. */
  readonly last: Answer;
  readonly answers: ReadonlyArray<Answer>;
}

/** The events of an authorization and of its session. */
export const eventsOf = (authorizationId: string) =>
  Effect.flatMap(EventLog, (log) =>
    Effect.map(log.read(0, 100_000), (events) => events.filter((event) => event.authorizationId === authorizationId))
  );

const authorizationOf = (answer: Answer) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    const requestId = answer.header("x-request-id");
    const events = yield* log.read(0, 100_000);
    return events.find((event) => event.requestId === requestId)?.authorizationId ?? assert.fail(answer.text);
  });

/** The browser: from the app to the PDS, and back with what that sends it with. */
export const completeLogin = (pds: HostilePds, { hint, later, returns }: Partial<Case> = {}) =>
  Effect.gen(function* () {
    const { client, secret } = yield* registered(confidentialClient);
    const { clientId } = client;
    const app = basic(clientId, secret === null ? "" : Redacted.value(secret));
    const login_hint = hint === "server" ? pds.url : pds.did;
    const started = yield* authorize({ client_id: clientId, login_hint });
    const authorizationId = yield* authorizationOf(started);
    const isAtPds = started.status === 303 && location(started).origin === pds.url;
    if (!isAtPds) return { authorizationId, app, last: started, answers: [started] } satisfies Walk;
    if (later !== undefined) pds.misbehave(later);
    const honest = new URLSearchParams({ code: "code", state: pds.pushed().get("state") ?? "", iss: pds.url });
    const parameters = returns === undefined ? honest : returns(honest, pds);
    const last = yield* ask(`/oauth/atp/callback?${parameters}`, { headers: { cookie: cookieOf(started) } });
    return { authorizationId, app, last, answers: [started, last] } satisfies Walk;
  });
