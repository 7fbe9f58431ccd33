import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { listOwnAuthorizations, type Page } from "../../../application/account/listOwnAuthorizations.ts";
import {
  type EndedAuthorization,
  listOwnEndedAuthorizations
} from "../../../application/account/listOwnEndedAuthorizations.ts";
import { findSignedInUser } from "../../../application/account/personSession.ts";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { html } from "../pages/Html.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { loopbackRedirect } from "../server/request/loopbackRedirect.ts";
import { seeOther } from "../server/response/HttpResponse.ts";
import { accountCookie } from "./accountCookie.ts";
import { readAccountProblem } from "./accountProblems.ts";
import { problemResponse } from "./accountResponses.ts";
import { accountSignInPage } from "./accountSignInPage.ts";
import { appLabel, type SignInsPage, signInsPage } from "./signInsPage.ts";

/** Returns the user who sends a request, by the session cookie; none without a session. */
export const signedInAccount = Effect.fnUntraced(function* (request: HttpRequest) {
  const session = accountCookie.presented(request, yield* PublicUrl);
  return session === null ? Option.none<Did>() : yield* findSignedInUser(session);
});

const readPosition = (text: string | null): number | null =>
  text !== null && /^[0-9]{1,15}$/.test(text) ? Number(text) : null;

const handleOf = Effect.fnUntraced(
  function* (did: Did) {
    const actors = yield* KnownActors;
    return (yield* actors.handles([did])).get(did) ?? null;
  },
  Effect.catchTag("RecordIndexUnavailable", () => Effect.succeed(null))
);

/** A URL can contain anything, so the page confirms only what the lists prove. */
const doneOf = (
  claimed: string | null,
  { ended, active }: Pick<SignInsPage, "ended" | "active">
): SignInsPage["done"] => {
  if (claimed === "all") return active.items.length === 0 ? html`All sign-ins have ended.` : null;
  const isClaimed = ({ authorizationId, reason }: EndedAuthorization) =>
    authorizationId === claimed && reason === "revoked-by-user";
  const one = ended?.items.find(isClaimed);
  return one === undefined ? null : html`The sign-in to <bdi>${appLabel(one)}</bdi> has ended.`;
};

const show = Effect.fnUntraced(function* (did: Did, query: URLSearchParams) {
  const from = { before: readPosition(query.get("before")), ended: readPosition(query.get("ended")) };
  const [active, ended, handle] = yield* Effect.all(
    [
      listOwnAuthorizations(did, from.before),
      listOwnEndedAuthorizations(did, from.ended).pipe(
        Effect.catchTag("AuditUnavailable", () => Effect.succeed<Page<EndedAuthorization> | null>(null))
      ),
      handleOf(did)
    ],
    { concurrency: 2 }
  );
  return signInsPage({
    did,
    handle,
    serviceHost: new URL(yield* PublicUrl).host,
    active,
    ended,
    from,
    now: yield* Clock.currentTimeMillis,
    problem: readAccountProblem(query.get("problem")),
    done: doneOf(query.get("done"), { ended, active })
  });
});

/** Handles the page: shows the sign-ins of the signed-in user, or the form to sign in. */
export const showAccount = Effect.fnUntraced(
  function* (request: HttpRequest) {
    const publicUrl = yield* PublicUrl;
    const elsewhere = loopbackRedirect(request, publicUrl);
    if (elsewhere !== null) return seeOther(elsewhere);
    const query = new URLSearchParams(request.query);
    const person = yield* signedInAccount(request);
    if (Option.isSome(person)) return yield* show(person.value, query);
    const problem = readAccountProblem(query.get("problem"));
    return accountSignInPage({ status: 200, problem, account: "", serviceHost: new URL(publicUrl).host });
  },
  Effect.catchTags({
    EventLogUnavailable: () => Effect.succeed(problemResponse("unavailable")),
    StorageUnavailable: () => Effect.succeed(problemResponse("unavailable"))
  })
);
