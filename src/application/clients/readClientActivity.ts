import * as Clock from "effect/Clock";
import * as Schema from "effect/Schema";
import { CodeRefused, LoginFailure } from "../../domain/authorization/AuthorizationEvent.ts";
import { EndReason, endSentence } from "../../domain/authorization/end/EndReason.ts";
import { ClientActivity, type Refusals } from "../../domain/client/use/ClientActivity.ts";
import { traced } from "../../domain/failure/traced.ts";
import { codeSentences } from "../audit/failureSentences.ts";
import { loginRefusal } from "../login/upstream/loginRefusals.ts";

const dayMs = 24 * 60 * 60_000;

/** The number of days that the activity of clients is counted over, today included. */
export const activityDays = 30;

const isLoginFailure = Schema.is(LoginFailure);
const isCodeRefusal = Schema.is(CodeRefused.fields.reason);
const isEnd = Schema.is(EndReason);

/** Explains in one sentence why a client was refused; null for a reason of another version. */
const explainRefusal = ({ reason, type }: Pick<Refusals, "reason" | "type">): string | null => {
  switch (type) {
    case "LoginFailed.v1":
      return isLoginFailure(reason) ? `${loginRefusal[reason].description}.` : null;
    case "ClientDeclined.v1":
      return "The user declined the app on the consent page.";
    case "CodeRefused.v1":
      return isCodeRefusal(reason) ? codeSentences[reason] : null;
    case "AuthorizationEnded.v1":
      return isEnd(reason) ? endSentence[reason] : null;
  }
};

/** Refusals of a client for one reason, with the reason as a sentence; null if this version does not know it. */
export interface ExplainedRefusals extends Refusals {
  readonly message: string | null;
}

/** Returns the start of the first day in UTC that activity is counted from, in Unix milliseconds. */
const firstDay = (now: number): number => Math.floor(now / dayMs) * dayMs - (activityDays - 1) * dayMs;

/** Returns how much each of some clients was used: sign-ins over the last `activityDays` days, and their authorizations. */
export const readClientSummaries = traced("readClientSummaries")(function* (clientIds: ReadonlyArray<string>) {
  const now = yield* Clock.currentTimeMillis;
  return yield* (yield* ClientActivity).summaries(clientIds, firstDay(now), now);
});

/** Returns the sign-ins of a client by day in UTC, days without one included, and the reasons for which it was refused. */
export const readClientActivity = traced("readClientActivity")(function* (clientId: string) {
  const activity = yield* ClientActivity;
  const since = firstDay(yield* Clock.currentTimeMillis);
  const counts = new Map((yield* activity.signIns(clientId, since)).map(({ count, day }) => [day, count]));
  const days = Array.from({ length: activityDays }, (_, index) => {
    const day = new Date(since + index * dayMs).toISOString().slice(0, 10);
    return { day, signIns: counts.get(day) ?? 0 };
  });
  const refusals = (yield* activity.refusals(clientId, since)).map(
    (refusal): ExplainedRefusals => ({ ...refusal, message: explainRefusal(refusal) })
  );
  return { days, refusals };
});
