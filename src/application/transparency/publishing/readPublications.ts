import * as Clock from "effect/Clock";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import { Anchors } from "../../../domain/transparency/publishing/Anchors.ts";
import type { PublicationReason, PublicationState } from "../../../domain/transparency/publishing/Publication.ts";
import {
  type PublicationReport,
  PublicationReports
} from "../../../domain/transparency/publishing/PublicationReports.ts";
import { Witnesses } from "../../../domain/transparency/publishing/Witnesses.ts";
import { SealedTree } from "../../../domain/transparency/SealedTree.ts";
import { verifierKeyText } from "../../../domain/transparency/VerifierKey.ts";

/** A configured witness or anchor, and how far it is. */
export interface Publication {
  readonly kind: "witness" | "anchor";
  /** The name in the key of a witness, or the address of an anchor. */
  readonly name: string;
  readonly address: string;
  /** The verifier key of a witness; null for an anchor. */
  readonly verifierKey: string | null;
  /** `waiting` before the first attempt. */
  readonly state: PublicationState | "waiting";
  readonly reason: PublicationReason | null;
  /** The size of the largest checkpoint that it has; 0 for none. */
  readonly size: number;
  /** The number of events between that and the latest checkpoint. */
  readonly lagEvents: number;
  readonly changedAt: string | null;
  readonly checkedAt: string | null;
  /** When a witness last stated less than it had cosigned; null for never. */
  readonly resetAt: string | null;
}

type Named = Pick<Publication, "kind" | "name" | "address" | "verifierKey">;

/** Milliseconds without an attempt after which a target that lacks checkpoints is behind: no process publishes. */
const unattendedAfter = 90_000;

const publicationOf = (named: Named, report: PublicationReport | null, latest: number, now: number): Publication => {
  const lagEvents = Math.max(0, latest - (report?.size ?? 0));
  if (report === null) {
    const never = { changedAt: null, checkedAt: null, resetAt: null };
    return { ...named, state: "waiting", reason: null, size: 0, lagEvents, ...never };
  }
  const { changedAt, checkedAt, reason, resetAt, size, state } = report;
  const isLate = state === "current" && lagEvents > 0 && now - Date.parse(checkedAt) > unattendedAfter;
  return { ...named, state: isLate ? "behind" : state, reason, size, lagEvents, changedAt, checkedAt, resetAt };
};

/** Returns the configured witnesses and anchors, with what is known of each. */
export const readPublications = Effect.gen(function* () {
  const reports = new Map((yield* (yield* PublicationReports).all).map((report) => [report.target, report]));
  const latest = Option.match(yield* (yield* SealedTree).latest, { onNone: () => 0, onSome: ({ size }) => size });
  const now = yield* Clock.currentTimeMillis;
  const of = (named: Named, target: string) => publicationOf(named, reports.get(target) ?? null, latest, now);
  const witnesses = (yield* Witnesses).map(({ address, key }) => {
    const verifierKey = verifierKeyText(key);
    return of({ kind: "witness", name: key.name, address, verifierKey }, verifierKey);
  });
  const anchors = (yield* Anchors).map(({ target }) =>
    of({ kind: "anchor", name: target, address: target, verifierKey: null }, target)
  );
  return [...witnesses, ...anchors];
});

/** Reads the state of publishing; a health check without it does not report it. */
export class PublicationStatus extends Context.Tag("application/PublicationStatus")<
  PublicationStatus,
  Effect.Effect<ReadonlyArray<Publication>, StorageUnavailable>
>() {}

/** The state of publishing, with its services. */
export const layer = Layer.effect(
  PublicationStatus,
  Effect.map(Effect.context<PublicationReports | SealedTree | Witnesses | Anchors>(), (services) =>
    Effect.provide(readPublications, services)
  )
);
