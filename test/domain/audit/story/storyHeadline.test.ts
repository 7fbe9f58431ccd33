import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import type { StoryPart } from "../../../../src/domain/audit/story/StoryPart.ts";
import { sentenceParts } from "../../../../src/domain/audit/story/sentenceParts.ts";
import { storyHeadline } from "../../../../src/domain/audit/story/storyHeadline.ts";
import { knownEventTypes } from "../../../../src/domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../../../src/domain/event/Envelope.ts";
import { admin, alice, event, signIn, statusphere } from "./storyEvents.ts";

const names: Readonly<Record<string, string>> = {
  [alice]: "alice.test",
  [admin]: "admin.test",
  [statusphere]: "Statusphere"
};

const shown = (part: StoryPart): string => {
  switch (part.is) {
    case "text":
      return part.text;
    case "account":
      return names[part.did] ?? part.did;
    case "app":
      return names[part.clientId] ?? part.clientId;
    case "record":
      return part.uri;
  }
};

const tell = (events: ReadonlyArray<RecordedEvent>, words = "A sentence.") => {
  const { kind, outcome, parts } = storyHeadline(events.map((each) => ({ event: each, sentence: words })));
  return `${kind} ${outcome}: ${parts.map(shown).join("")}`;
};

const of = { authorizationId: "auth_1", clientId: statusphere };
const known = { ...of, subjectDid: alice };
const own = "authorization-auth_1";
const failed = (reason: string, data = {}) => ({ ...known, outcome: "failure" as const, reason, data });
const uri = `at://${alice}/xyz.statusphere.status/3jzfcijpj2z2a`;
const requested = (action: string, rkey = "3jzfcijpj2z2a") =>
  event(1, "WriteRequested.v1", "write-1", {
    ...known,
    data: { action, uri: `at://${alice}/xyz.statusphere.status/${rkey}` }
  });
const session = "session-1";
const begun = signIn(1, "auth_1").slice(0, 1);

const cases: ReadonlyArray<readonly [string, ReadonlyArray<RecordedEvent>]> = [
  ["sign-in success: alice.test signed in to Statusphere", signIn(1, "auth_1")],
  [
    "sign-in success: alice.test signed in to Statusphere, which has not redeemed its code",
    signIn(1, "auth_1").slice(0, 6)
  ],
  ["sign-in success: Somebody started to sign in to Statusphere", begun],
  [
    "sign-in failure: Sign-in to Statusphere failed at the PDS: access-denied",
    [...begun, event(2, "LoginFailed.v1", own, { ...failed("access-denied"), subjectDid: null })]
  ],
  [
    "sign-in failure: Sign-in of alice.test to Statusphere failed at the PDS: upstream-refused (invalid-grant)",
    [...begun, event(2, "LoginFailed.v1", own, failed("upstream-refused", { detail: "invalid-grant" }))]
  ],
  [
    "sign-in failure: Sign-in of alice.test to Statusphere failed: key-mismatch",
    [...signIn(1, "auth_1").slice(0, 6), event(7, "CodeRefused.v1", own, failed("key-mismatch"))]
  ],
  [
    "sign-in failure: The user declined Statusphere",
    [...begun, event(2, "ClientDeclined.v1", own, { ...of, outcome: "failure" })]
  ],
  [
    "write success: alice.test wrote an xyz.statusphere.status through Statusphere",
    [requested("create"), event(2, "RecordWritten.v1", "write-1", { ...known, data: { uri } })]
  ],
  [
    "write success: alice.test deleted 2 records through Statusphere",
    [
      requested("delete"),
      requested("delete", "a"),
      event(2, "RecordWritten.v1", "write-1", { ...known, data: { uri } })
    ]
  ],
  [
    "write failure: alice.test could not change an xyz.statusphere.status through Statusphere: swap-mismatch",
    [requested("update"), event(2, "WriteRejected.v1", "write-1", failed("swap-mismatch", { uri }))]
  ],
  [
    "write failure: alice.test may have written an xyz.statusphere.status through Statusphere: timeout",
    [requested("create"), event(2, "WriteOutcomeUnknown.v1", "write-1", failed("timeout", { uri }))]
  ],
  [
    "upload success: alice.test uploaded a file (image/png) through Statusphere",
    [event(1, "BlobUploaded.v1", "write-1", { ...known, data: { mimeType: "image/png" } })]
  ],
  ["refresh success: Statusphere renewed its tokens for alice.test", [event(1, "TokensRefreshed.v1", own, known)]],
  [
    "refresh failure: The PDS session of alice.test could not be renewed: timeout",
    [
      event(1, "SessionRefreshStarted.v1", session, known),
      event(2, "SessionRefreshFailed.v1", session, failed("timeout"))
    ]
  ],
  [
    "sign-out success: alice.test signed out of Statusphere",
    [event(1, "AuthorizationEnded.v1", own, { ...known, reason: "revoked-by-user" })]
  ],
  [
    "sign-out success: admin.test ended the sign-in of alice.test to Statusphere",
    [
      event(1, "AuthorizationEnded.v1", own, {
        ...known,
        reason: "revoked-by-admin",
        actor: { type: "admin", id: admin }
      })
    ]
  ],
  [
    "sign-out success: The sign-in of alice.test to Statusphere ended with the PDS session: refused-by-pds",
    [
      event(1, "SessionEnded.v1", session, { ...known, reason: "refused-by-pds" }),
      event(2, "AuthorizationEnded.v1", own, { ...known, reason: "session-ended" })
    ]
  ],
  [
    "sign-in success: alice.test became an administrator",
    [
      event(1, "AdminLoginStarted.v1", "admin-login-1"),
      event(2, "AdminAdded.v1", "admins", { subjectDid: alice }),
      event(3, "AdminSignedIn.v1", "admin-session-1", { subjectDid: alice })
    ]
  ]
];

describe("the headline of a story", () => {
  it.each(cases)("%s", (expected, events) => {
    assert.strictEqual(tell(events), expected);
  });

  it("is the sentence of the event that an action was done for, with the admin who did it", () => {
    const by = { actor: { type: "admin" as const, id: admin }, requestId: "r1" };
    const label = event(1, "LabelCreated.v1", "label-1", by);
    const report = event(2, "ReportResolved.v1", "report-1", by);
    const steps = [
      { event: label, sentence: `${uri} was labeled spam.` },
      { event: report, sentence: "The report was resolved. The request came from 4f2a." }
    ];
    const { kind, parts } = storyHeadline(steps);
    assert.strictEqual(`${kind}: ${parts.map(shown).join("")}`, "moderation: The report was resolved, by admin.test");
  });

  it("exists for every story, also of events that no rule names", () => {
    const types = fc.constantFrom(...knownEventTypes, "FromTheFuture.v3");
    fc.assert(
      fc.property(fc.array(types, { minLength: 1, maxLength: 5 }), (drawn) => {
        const told = tell(drawn.map((type, index) => event(index + 1, type, "write-1")));
        assert.match(told, /^[a-z-]+ (success|failure): \S.*[^.\s]$/);
      })
    );
  });
});

describe("the parts of a sentence", () => {
  const names = {
    actor: { type: "admin" as const, id: admin },
    clientId: statusphere,
    subjectDid: alice,
    data: { name: "My (old) app" }
  };

  it.each([
    [`${alice} signed in and granted the scope "atproto".`, 'alice.test signed in and granted the scope "atproto".'],
    ["The app's tokens are no longer valid.", "Statusphere's tokens are no longer valid."],
    ["The user confirmed the app.", "alice.test confirmed Statusphere."],
    ['An administrator registered the public app "My (old) app".', "admin.test registered the public app Statusphere."],
    ['The registration of the app "My (old) app" was changed.', "The registration of Statusphere was changed."],
    ['The app "My (old) app" is described by a document.', "Statusphere is described by a document."],
    ['The registration of the app "Another" was changed.', 'The registration of the app "Another" was changed.'],
    ["The records of the account were read.", "The records of alice.test were read."],
    ["It uses client_statusphere/callback.", "It uses client_statusphere/callback."],
    [`${alice} became an administrator, the first one.`, "alice.test became an administrator, the first one."],
    ["The app itself registered.", "The app itself registered."],
    ["The app client_statusphere was removed permanently.", "Statusphere was removed permanently."],
    [`${uri} was written.`, `${uri} was written.`],
    [`Reported ${uri}.`, `Reported ${uri}.`]
  ])("%s", (given, expected) => {
    assert.strictEqual(sentenceParts(given, names).map(shown).join(""), expected);
  });

  it("names a record without the punctuation that follows it", () => {
    const [part] = sentenceParts(`${uri}.`, names);
    assert.deepStrictEqual(part, { is: "record", uri });
  });

  it("loses no text, except for words that names replace", () => {
    const words = fc.constantFrom("the app ", "a user, ", alice, uri, ". ", "at ", '"x" ', "did:", "(");
    fc.assert(
      fc.property(fc.array(words), (drawn) => {
        const text = drawn.join("");
        const parts = sentenceParts(text, { ...names, clientId: null, subjectDid: null });
        const whole = parts.map((part) => (part.is === "account" ? part.did : shown(part))).join("");
        assert.strictEqual(whole, text);
      })
    );
  });
});
