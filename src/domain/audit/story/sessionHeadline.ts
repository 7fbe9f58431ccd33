import { accountOf, appOf, type Headline, latestOf, type StoryStep } from "./Story.ts";
import { account, app, type StoryPart, sentence } from "./StoryPart.ts";

const signInOf = (did: string | null, clientId: string | null): ReadonlyArray<string | StoryPart> => [
  "sign-in of ",
  account(did, "a user"),
  ...(clientId === null ? [] : [" to ", app(clientId)])
];

/** Returns the headline of the end of an authorization, by who ended it and why. */
export const endHeadline = (steps: ReadonlyArray<StoryStep>): Headline => {
  const [did, clientId] = [accountOf(steps), appOf(steps)];
  const ended = latestOf(steps, "AuthorizationEnded.v1");
  const abandoned = latestOf(steps, "SessionRevocationAbandoned.v1");
  const outcome = abandoned === undefined ? "success" : "failure";
  const told = (...parts: ReadonlyArray<string | StoryPart>): Headline => ({
    kind: "sign-out",
    outcome,
    parts: sentence(...parts)
  });
  switch (ended?.reason) {
    case undefined:
      return abandoned === undefined
        ? told("The PDS session of ", account(did, "a user"), " ended")
        : told("The PDS session of ", account(did, "a user"), ` could not be revoked: ${abandoned.reason}`);
    case "revoked-by-client":
      return told(app(clientId, "An app"), " signed ", account(did, "a user"), " out");
    case "revoked-by-user":
      return told(account(did, "A user"), " signed out", ...(clientId === null ? [] : [" of ", app(clientId)]));
    case "revoked-by-admin":
      return told(account(ended.actor.id, "The operator"), " ended the ", ...signInOf(did, clientId));
    case "session-ended":
      return told(
        "The ",
        ...signInOf(did, clientId),
        " ended with the PDS session",
        reasonOf(latestOf(steps, "SessionEnded.v1")?.reason)
      );
    default:
      return told("The ", ...signInOf(did, clientId), " ended", reasonOf(ended?.reason));
  }
};

const reasonOf = (reason: string | null | undefined): string =>
  reason === null || reason === undefined ? "" : `: ${reason}`;

/** Returns the headline of a token refresh: by the app, at the PDS, or both. */
export const refreshHeadline = (steps: ReadonlyArray<StoryStep>): Headline => {
  const [did, clientId] = [accountOf(steps), appOf(steps)];
  const failure = latestOf(steps, "SessionRefreshFailed.v1");
  const done = latestOf(steps, "SessionRefreshed.v1", "TokensRefreshed.v1");
  const who = account(did, "a user");
  const told = (outcome: Headline["outcome"], ...parts: ReadonlyArray<string | StoryPart>): Headline => ({
    kind: "refresh",
    outcome,
    parts: sentence(...parts)
  });
  if (failure !== undefined && (done === undefined || done.position < failure.position))
    return told("failure", "The PDS session of ", who, ` could not be renewed${reasonOf(failure.reason)}`);
  if (latestOf(steps, "TokensRefreshed.v1") !== undefined)
    return told("success", app(clientId, "An app"), " renewed its tokens for ", who);
  if (done === undefined) return told("success", "The PDS session of ", who, " was about to be renewed");
  return told("success", "The PDS session of ", who, " was renewed");
};
