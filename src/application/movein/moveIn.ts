import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { Did } from "../../domain/atproto/Did.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { Causation } from "../../domain/event/Causation.ts";
import { EventId } from "../../domain/event/EventId.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { isAnythingMoved, type MoveInRow, movedCounts } from "../../domain/movein/MoveInRow.ts";
import { type MovedCounts, MoveInStarted } from "../../domain/movein/MoveInStarted.ts";
import { moveSettings, otherAdmins } from "../../domain/movein/moveSettings.ts";
import { type OtherInstance, softwareOf } from "../../domain/movein/OtherInstance.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { decideAcross } from "../event/decideAcross.ts";
import { createLabel, type LabelRequest } from "../labels/createLabel.ts";
import { changeLexicons } from "../lexicons/changeLexicons.ts";
import { decideAdmins } from "./decideAdmins.ts";
import { decideClients } from "./decideClients.ts";
import { decideDefinitions } from "./decideDefinitions.ts";
import { operator } from "./operator.ts";
import { planLabels } from "./planLabels.ts";
import { planLexicons } from "./planLexicons.ts";

/** What the operator chose. */
export interface MoveInOptions {
  /** Whether a Lexicon of the other instance replaces a different active one with the same id. */
  readonly replaceLexicons: boolean;
  /** The ids of clients that are not moved. */
  readonly skippedClients: ReadonlySet<string>;
}

/** What becomes of each row of another instance, and how many of each kind are recorded. */
export interface MoveInPlan {
  readonly other: OtherInstance;
  readonly options: MoveInOptions;
  readonly rows: ReadonlyArray<MoveInRow>;
  readonly counts: MovedCounts;
}

/** Decides on everything that is recorded in one transaction: label definitions, clients and admins. */
const decideRegistrations = Effect.fnUntraced(function* (other: OtherInstance, options: MoveInOptions) {
  const definitions = yield* decideDefinitions(other.labelDefinitions);
  const wanted = other.clients.filter(({ clientId }) => !options.skippedClients.has(clientId));
  const clients = yield* decideClients(wanted, other.settings.get("oauth_supported_scopes") ?? null);
  const admins = yield* decideAdmins(otherAdmins(other.settings));
  return {
    appends: [...definitions.appends, ...clients.appends, ...admins.appends],
    alongside: definitions.alongside,
    outcome: {
      defined: definitions.defined,
      rows: [...clients.rows, ...admins.rows, ...definitions.rows]
    }
  };
});

const skippedRows = (other: OtherInstance, { skippedClients }: MoveInOptions): ReadonlyArray<MoveInRow> =>
  other.clients
    .filter(({ clientId }) => skippedClients.has(clientId))
    .map(({ clientId }) => ({
      kind: "client",
      id: clientId,
      outcome: { _tag: "Left", reason: "skipped", detail: "" }
    }));

/** Returns what a move would record, by row. Changes nothing. */
export const planMoveIn = traced("planMoveIn")(function* (other: OtherInstance, options: MoveInOptions) {
  const lexicons = yield* planLexicons(other.lexicons, options.replaceLexicons);
  const { outcome } = yield* decideRegistrations(other, options);
  const labels = yield* planLabels(other.labels, outcome.defined);
  const rows = [
    ...lexicons.rows,
    ...outcome.rows,
    ...skippedRows(other, options),
    ...labels.rows,
    ...moveSettings(other.settings)
  ];
  return { other, options, rows, counts: movedCounts(rows) } satisfies MoveInPlan;
});

const recordStart = Effect.fnUntraced(function* ({ counts, other }: MoveInPlan) {
  const { schemaVersion, storage } = other;
  const event = new MoveInStarted({ software: softwareOf(other), storage, schemaVersion, counts });
  const stream = streamName("move-in", yield* randomText(16));
  const recorded = yield* Effect.catchTag(
    appendEvents(stream, 0, [event], { actor: operator }),
    "VersionConflict",
    Effect.die
  );
  const [started] = recorded;
  return started === undefined ? yield* Effect.dieMessage("The start of a move-in was not recorded") : started.id;
});

const takeLexicons = Effect.fnUntraced(function* ({ options, other }: MoveInPlan) {
  const { files } = yield* planLexicons(other.lexicons, options.replaceLexicons);
  if (files.length > 0) yield* changeLexicons({ _tag: "Add", files }, operator, () => Effect.void);
});

const takeLabels = (requests: ReadonlyArray<LabelRequest>) =>
  Effect.forEach(requests, (request) => createLabel(request, operator), { discard: true });

function* steps(plan: MoveInPlan) {
  yield* takeLexicons(plan);
  const { outcome } = yield* decideAcross(decideRegistrations(plan.other, plan.options));
  const { requests } = yield* planLabels(plan.other.labels, outcome.defined);
  yield* takeLabels(requests);
}

const isDid = Schema.is(Did);

/** Returns a person whom the events of a move are about; null if there is none. */
const somePerson = ({ other, rows }: MoveInPlan): Did | null => {
  const isTaken = (kind: MoveInRow["kind"]) => rows.some((row) => row.kind === kind && row.outcome._tag === "Taken");
  const admins = isTaken("admin") ? otherAdmins(other.settings).filter(isDid) : [];
  const labeled = isTaken("label") ? other.labels.map(({ uri }) => uri.split("/")[2] ?? uri).filter(isDid) : [];
  return [...admins, ...labeled][0] ?? null;
};

/** Fails before anything is recorded if this process has no key for the personal parts of events. */
const requireKeys = Effect.fnUntraced(function* (plan: MoveInPlan) {
  const did = somePerson(plan);
  if (did !== null) yield* (yield* EventLog).pseudonym(did);
});

/**
 * Records what a plan takes: the Lexicons, then definitions, clients and admins in one transaction, then each label. If it
 * is interrupted, another run records the rest. Every event names the start of the move as its cause.
 */
export const moveIn = traced("moveIn")(function* (plan: MoveInPlan) {
  if (!isAnythingMoved(plan.counts)) return;
  yield* requireKeys(plan);
  const cause = EventId.make(yield* recordStart(plan));
  yield* Effect.provideService(
    Effect.gen(() => steps(plan)),
    Causation,
    cause
  );
});
