import { accountOf, appOf, type Headline, latestOf, type StoryStep, textIn } from "./Story.ts";
import { account, app, type StoryPart, sentence } from "./StoryPart.ts";

/** The reasons for which the PDS, or what the user did there, made a login fail. */
const atPds: ReadonlySet<string> = new Set([
  "access-denied",
  "upstream-refused",
  "upstream-unavailable",
  "issuer-mismatch",
  "subject-mismatch",
  "scope-too-small"
]);

/** Returns what a login is called after, such as "Sign-in of alice.test to Statusphere". */
const loginOf = (did: string | null, where: ReadonlyArray<string | StoryPart>): ReadonlyArray<StoryPart> =>
  did === null ? sentence("Sign-in ", ...where) : sentence("Sign-in of ", account(did, ""), " ", ...where);

const failed = (
  did: string | null,
  where: ReadonlyArray<string | StoryPart>,
  reason: string | null,
  detail: string | null
): Headline => ({
  kind: "sign-in",
  outcome: "failure",
  parts: sentence(
    ...loginOf(did, where),
    ` failed${reason !== null && atPds.has(reason) ? " at the PDS" : ""}`,
    reason === null ? "" : `: ${reason}`,
    detail === null || detail === reason ? "" : ` (${detail})`
  )
});

const happened = (...parts: ReadonlyArray<string | StoryPart>): Headline => ({
  kind: "sign-in",
  outcome: "success",
  parts: sentence(...parts)
});

/** Returns the headline of a sign-in to an app, by how far it came. */
export const signInHeadline = (steps: ReadonlyArray<StoryStep>): Headline => {
  const [did, clientId] = [accountOf(steps), appOf(steps)];
  const decisive = latestOf(
    steps,
    "CodeExchanged.v1",
    "LoginCompleted.v1",
    "CodeRefused.v1",
    "LoginFailed.v1",
    "ClientDeclined.v1"
  );
  const who = account(did, "Somebody");
  switch (decisive?.type) {
    case "CodeExchanged.v1":
      return happened(who, " signed in to ", app(clientId));
    case "LoginCompleted.v1":
      return happened(who, " signed in to ", app(clientId), ", which has not redeemed its code");
    case "CodeRefused.v1":
    case "LoginFailed.v1":
      return failed(did, ["to ", app(clientId)], decisive.reason, textIn(decisive, "detail"));
    case "ClientDeclined.v1":
      return { ...happened(account(did, "The user"), " declined ", app(clientId)), outcome: "failure" };
    default:
      return happened(who, " started to sign in to ", app(clientId));
  }
};

/** Returns the headline of a login of an admin at `/settings`. */
export const adminLoginHeadline = (steps: ReadonlyArray<StoryStep>): Headline => {
  const did = accountOf(steps);
  const failure = latestOf(steps, "AdminLoginFailed.v1");
  if (failure !== undefined) return failed(did, ["as an administrator"], failure.reason, textIn(failure, "detail"));
  const opened = latestOf(steps, "AdminSignedIn.v1", "AdminLoginCompleted.v1");
  const isNew = latestOf(steps, "AdminAdded.v1") !== undefined;
  if (opened === undefined) return happened(account(did, "Somebody"), " started to sign in as an administrator");
  return happened(account(did, "Somebody"), isNew ? " became an administrator" : " signed in as an administrator");
};

/** Returns the headline of a login of a user at `/account`. */
export const personLoginHeadline = (steps: ReadonlyArray<StoryStep>): Headline => {
  const did = accountOf(steps);
  const failure = latestOf(steps, "PersonLoginFailed.v1");
  if (failure !== undefined)
    return failed(did, ["to manage their own sign-ins"], failure.reason, textIn(failure, "detail"));
  return latestOf(steps, "PersonSignedIn.v1", "PersonLoginCompleted.v1") === undefined
    ? happened(account(did, "Somebody"), " started to sign in to manage their own sign-ins")
    : happened(account(did, "Somebody"), " signed in to manage their own sign-ins");
};
