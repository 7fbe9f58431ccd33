import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { catalog } from "../../../src/adapters/cli/lexicons/commandCatalog.ts";
import * as SecretCipherAesGcm from "../../../src/adapters/crypto/SecretCipherAesGcm.ts";
import * as SecureRandomNode from "../../../src/adapters/crypto/SecureRandomNode.ts";
import * as StorageMemory from "../../../src/adapters/memory/StorageMemory.ts";
import { adminsStream } from "../../../src/application/admin/currentAdmins.ts";
import { appendEvents } from "../../../src/application/event/appendEvents.ts";
import { PublicUrl } from "../../../src/application/instance/PublicUrl.ts";
import { backfillMoved } from "../../../src/application/movein/backfillMoved.ts";
import { moveIn, planMoveIn } from "../../../src/application/movein/moveIn.ts";
import { AdminRemoved } from "../../../src/domain/administration/AdministrationEvent.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { LabelStore } from "../../../src/domain/label/LabelStore.ts";
import { PublishedLexicons } from "../../../src/domain/lexicon/import/PublishedLexicons.ts";
import type { OtherInstance } from "../../../src/domain/movein/OtherInstance.ts";
import { Subjects } from "../../../src/domain/personal/Subjects.ts";
import { StorageUnavailable } from "../../../src/domain/storage/StorageUnavailable.ts";
import { statusLexicon } from "../../support/movein/otherRows.ts";

const alice = Did.make("did:plc:alice234alice234alice234");
const bob = Did.make("did:plc:bob4567bob4567bob4567bob");

const services = Layer.mergeAll(
  StorageMemory.layer,
  SecureRandomNode.layer,
  SecretCipherAesGcm.layer({ secrets: [] }),
  Layer.succeed(PublishedLexicons, { documents: Effect.succeed([]) }),
  Layer.succeed(PublicUrl, "https://records.example.com")
);

const other: OtherInstance = {
  storage: "sqlite",
  schemaVersion: "20251230000001",
  lexicons: [{ id: statusLexicon.id, document: JSON.stringify(statusLexicon) }],
  clients: [
    {
      clientId: "client_AAAAAAAAAAAAAAAAAAAAAA",
      name: "Server",
      secret: Redacted.make("c2VjcmV0LW9mLTMyLXJhbmRvbS1ieXRlcy1hYmNkZWY"),
      redirectUris: '["https://app.example.com/callback"]',
      grantTypes: '["authorization_code","refresh_token"]',
      scope: null,
      tokenEndpointAuthMethod: "client_secret_post",
      accessTokenLifetime: 3_600,
      refreshTokenLifetime: 2_592_000,
      requiresExactRedirectUri: true,
      jwks: null,
      grantedScopes: []
    }
  ],
  settings: new Map([["admin_dids", `${alice},${bob}`]]),
  labelDefinitions: [{ val: "off-topic", description: "Not about it", severity: "inform", defaultVisibility: "hide" }],
  labels: [
    { uri: alice, val: "!takedown", cid: null, neg: false, exp: null },
    { uri: bob, val: "off-topic", cid: null, neg: false, exp: null }
  ],
  collections: [],
  accounts: [alice, bob],
  leftBehind: { sessions: 0, pendingReports: 0, settledReports: 0, labelPreferences: 0 }
};
const options = { replaceLexicons: false, skippedClients: new Set<string>() };

const move = Effect.flatMap(planMoveIn(other, options), moveIn);

const types = Effect.gen(function* () {
  const log = yield* EventLog;
  return (yield* log.read(0, 100)).map(({ type }) => type);
});

const outcomes = Effect.map(planMoveIn(other, options), ({ rows }) =>
  rows.map(({ id, kind, outcome }) => `${kind} ${id}: ${outcome._tag === "Left" ? outcome.reason : outcome._tag}`)
);

const complete = [
  "MoveInStarted.v1",
  "LexiconsImported.v1",
  "LabelDefined.v1",
  "ClientRegistered.v2",
  "AdminAddedByOperator.v1",
  "AdminAddedByOperator.v1",
  "LabelCreated.v1",
  "LabelCreated.v1"
];

it.effect("records everything once, and nothing in a second run", () =>
  Effect.gen(function* () {
    yield* move;
    assert.deepStrictEqual(yield* types, complete);
    yield* move;
    assert.deepStrictEqual(yield* types, complete);
  }).pipe(Effect.provide(Layer.provideMerge(catalog, services)))
);

it.effect("records the rest in another run if it was interrupted", () =>
  Effect.gen(function* () {
    const store = yield* LabelStore;
    const unavailable = new StorageUnavailable({ store: "labels", reason: "unreachable", cause: new Error("gone") });
    const failing = LabelStore.of({ ...store, put: () => Effect.fail(unavailable) });
    const failed = yield* Effect.either(Effect.provideService(move, LabelStore, failing));
    assert.isTrue(Either.isLeft(failed));
    assert.deepStrictEqual(yield* types, complete.slice(0, -2));
    yield* move;
    assert.deepStrictEqual(yield* types, [...complete.slice(0, -2), "MoveInStarted.v1", ...complete.slice(-2)]);
  }).pipe(Effect.provide(Layer.provideMerge(catalog, services)))
);

it.effect("brings back no admin who was removed here, and nobody who was erased here", () =>
  Effect.gen(function* () {
    yield* move;
    const removal = [new AdminRemoved({ did: alice })];
    yield* appendEvents(adminsStream, 2, removal, { actor: { type: "operator", id: null }, subjectDid: alice });
    const subjects = yield* Subjects;
    yield* Effect.flatMap(Effect.flatten(subjects.find(bob)), subjects.erase);
    const all = yield* outcomes;
    assert.include(all, `admin ${alice}: removed-here`);
    assert.include(all, `admin ${bob}: erased-here`);
    assert.include(all, `label off-topic ${bob}: erased-here`);
    const before = (yield* types).length;
    yield* move;
    assert.strictEqual((yield* types).length, before);
    yield* backfillMoved(other);
    const log = yield* EventLog;
    const [started] = (yield* log.read(before, 10)).filter(({ type }) => type === "BackfillStarted.v1");
    assert.deepStrictEqual(started?.data.target, { kind: "actor", dids: [alice] });
  }).pipe(Effect.provide(Layer.provideMerge(catalog, services)))
);
