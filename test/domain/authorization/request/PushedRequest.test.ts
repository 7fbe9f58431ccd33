import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import {
  consumePushedRequest,
  evolvePushedRequest,
  initialPushedRequest,
  isPushedUri,
  requestUri
} from "../../../../src/domain/authorization/request/PushedRequest.ts";
import {
  type PushedRequestEvent,
  PushedRequestUsed,
  RequestPushed
} from "../../../../src/domain/authorization/request/PushedRequestEvent.ts";

const start = 1_800_000_000_000;
const pushed = new RequestPushed({
  requestHash: "hash",
  clientId: "client-a",
  redirectUri: "https://app.example/callback",
  scope: "atproto",
  codeChallenge: "challenge",
  dpopJkt: null,
  pushedAt: start,
  expiresAt: start + 1000
});
const used = new PushedRequestUsed({ requestHash: "hash", authorizationId: "auth_1" });

const taken = (events: ReadonlyArray<PushedRequestEvent>, clientId: string, now: number) =>
  Either.match(consumePushedRequest(events.reduce(evolvePushedRequest, initialPushedRequest), clientId, now), {
    onLeft: ({ reason }) => reason,
    onRight: ({ scope }) => scope
  });

describe("a pushed request", () => {
  it.each<readonly [string, ReadonlyArray<PushedRequestEvent>, string, number, string]>([
    ["is taken up by its client", [pushed], "client-a", start, "atproto"],
    ["is taken up in its last millisecond", [pushed], "client-a", start + 999, "atproto"],
    ["is over when it expires", [pushed], "client-a", start + 1000, "expired"],
    ["is unknown to another client", [pushed], "client-b", start, "unknown"],
    ["is unknown to another client when it is used, too", [pushed, used], "client-b", start, "unknown"],
    ["is used once", [pushed, used], "client-a", start, "used"],
    ["is not used before it was pushed", [used], "client-a", start, "unknown"],
    ["is pushed once", [pushed, used, pushed], "client-a", start, "used"]
  ])("%s", (_name, events, clientId, now, outcome) => {
    assert.strictEqual(taken(events, clientId, now), outcome);
  });

  it("is distinguished from the URL of a request object", () => {
    assert.isTrue(isPushedUri(requestUri("random")));
    assert.isFalse(isPushedUri("https://client.example/request.jwt"));
  });
});
