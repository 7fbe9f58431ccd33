import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { groupStories } from "../../../../src/domain/audit/story/groupStories.ts";
import { linkKey } from "../../../../src/domain/audit/story/StoryLink.ts";
import { storyLinks } from "../../../../src/domain/audit/story/storyLinks.ts";
import { knownEventTypes } from "../../../../src/domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../../../src/domain/event/Envelope.ts";
import { alice, event, signIn } from "./storyEvents.ts";

const positions = (stories: ReadonlyArray<ReadonlyArray<RecordedEvent>>) =>
  stories.map((story) => story.map(({ position }) => position));

const kinds = [
  "authorization",
  "pushed-request",
  "session",
  "write",
  "admin-login",
  "admin-session",
  "label",
  "backfill"
];

const histories: fc.Arbitrary<ReadonlyArray<RecordedEvent>> = fc
  .array(
    fc.record({
      type: fc.constantFrom(...knownEventTypes, "FromTheFuture.v3"),
      stream: fc.tuple(fc.constantFrom(...kinds), fc.constantFrom("1", "2", "3")).map(([kind, id]) => `${kind}-${id}`),
      authorizationId: fc.option(fc.constantFrom("auth_1", "auth_2", "auth_3")),
      requestId: fc.option(fc.constantFrom("request-1", "request-2", "request-3"))
    }),
    { maxLength: 40 }
  )
  .map((drawn) => drawn.map(({ stream, type, ...change }, index) => event(index + 1, type, stream, change)));

describe("the stories of events", () => {
  it("has one story for each sign-in, also when two are interleaved", () => {
    const [one, two] = [signIn(1, "auth_1"), signIn(8, "auth_2")];
    const shuffled = [...one, ...two].toSorted((a, b) => (a.position % 7) - (b.position % 7));
    assert.deepStrictEqual(positions(groupStories(shuffled)), [
      [8, 9, 10, 11, 12, 13, 14],
      [1, 2, 3, 4, 5, 6, 7]
    ]);
  });

  it("separates a sign-in, its token refreshes and its end", () => {
    const of = { authorizationId: "auth_1", subjectDid: alice };
    const events = [
      ...signIn(1, "auth_1"),
      event(8, "TokensRefreshed.v1", "authorization-auth_1", { ...of, requestId: "r4" }),
      event(9, "SessionRefreshStarted.v1", "session-1", { ...of, requestId: "r5" }),
      event(10, "SessionRefreshed.v1", "session-1", { ...of, requestId: "r5" }),
      event(11, "AuthorizationEnded.v1", "authorization-auth_1", { ...of, requestId: "r6", reason: "revoked-by-user" }),
      event(12, "SessionEnded.v1", "session-1", { ...of, requestId: "r6", reason: "revoked" }),
      event(13, "SessionRevokedAtPds.v1", "session-1", of)
    ];
    assert.deepStrictEqual(positions(groupStories(events)), [[11, 12, 13], [9, 10], [8], [1, 2, 3, 4, 5, 6, 7]]);
  });

  it("adds a pushed request to the sign-in that it led to", () => {
    const pushed = event(20, "RequestPushed.v1", "pushed-request-h", { requestId: "r0" });
    const used = event(27, "PushedRequestUsed.v1", "pushed-request-h", { authorizationId: "auth_1" });
    const events = [pushed, ...signIn(21, "auth_1").filter(({ position }) => position !== 27), used];
    assert.deepStrictEqual(positions(groupStories(events)), [[20, 21, 22, 23, 24, 25, 26, 27]]);
  });

  it("has one story for a write with all its records, and one for each other write of the request", () => {
    const events = [
      event(1, "WriteRequested.v1", "write-1", { requestId: "r1" }),
      event(2, "WriteRequested.v1", "write-1", { requestId: "r1" }),
      event(3, "WriteRequested.v1", "write-2", { requestId: "r1" }),
      event(4, "RecordWritten.v1", "write-1", { requestId: "r1" }),
      event(5, "RecordWritten.v1", "write-2", { requestId: null })
    ];
    assert.deepStrictEqual(positions(groupStories(events)), [
      [3, 5],
      [1, 2, 4]
    ]);
  });

  it("unites the login of an admin with what its last request did", () => {
    const events = [
      event(1, "AdminLoginStarted.v1", "admin-login-1", { requestId: "r1" }),
      event(2, "AdminLoginReturned.v1", "admin-login-1", { requestId: "r2" }),
      event(3, "AdminAdded.v1", "admins", { requestId: "r2" }),
      event(4, "AdminLoginCompleted.v1", "admin-login-1", { requestId: "r2" }),
      event(5, "AdminSignedIn.v1", "admin-session-1", { requestId: "r2" }),
      event(6, "AdminRemoved.v1", "admins", { requestId: "r3" }),
      event(7, "LexiconsImported.v1", "lexicons", {})
    ];
    assert.deepStrictEqual(positions(groupStories(events)), [[7], [6], [1, 2, 3, 4, 5]]);
  });

  it("puts each event into exactly one story, whatever their order", () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat()), (events, order) => {
        const stories = positions(groupStories(events));
        assert.deepStrictEqual(
          stories.flat().toSorted((a, b) => a - b),
          events.map(({ position }) => position)
        );
        const shuffled = events.map((each) => ({ each, by: order.next().value ?? 0 })).toSorted((a, b) => a.by - b.by);
        assert.deepStrictEqual(positions(groupStories(shuffled.map(({ each }) => each))), stories);
      })
    );
  });

  it("keeps events with a common link together, and has an unbroken chain of links in each story", () => {
    fc.assert(
      fc.property(histories, (events) => {
        const stories = groupStories(events);
        const owner = new Map<string, number>();
        for (const [index, story] of stories.entries()) {
          for (const key of story.flatMap(storyLinks).map(linkKey)) {
            assert.strictEqual(owner.get(key) ?? index, index);
            owner.set(key, index);
          }
          const reached = new Set(story.slice(0, 1));
          for (let before = 0; before < reached.size; ) {
            before = reached.size;
            const keys = new Set([...reached].flatMap(storyLinks).map(linkKey));
            for (const each of story) if (storyLinks(each).some((link) => keys.has(linkKey(link)))) reached.add(each);
          }
          assert.strictEqual(reached.size, story.length);
        }
      })
    );
  });
});
