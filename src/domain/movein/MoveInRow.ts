import type { MovedCounts } from "./MoveInStarted.ts";

/** What a row of a move-in is about. */
export type MoveInKind = "lexicon" | "client" | "admin" | "label-definition" | "label" | "setting";

/** Why something is not moved, as a code. */
export type LeftReason =
  /** The operator chose to leave it. */
  | "skipped"
  /** The client of that software's own settings. */
  | "own-client"
  /** The id of the client has another form than those of this service. */
  | "client-id"
  /** The client was deleted here; ids are never assigned again. */
  | "deleted-here"
  /** The account was removed as an admin here. */
  | "removed-here"
  /** It does not meet the rules of this service; the details say which. */
  | "invalid"
  /** The Lexicon here with this id is another one. */
  | "lexicon-differs"
  /** The definition here of this value is another one. */
  | "definition-differs"
  /** The label was taken back here. */
  | "negated-here"
  /** The label is about a person who was erased here. */
  | "erased-here"
  /** No setting here corresponds to it. */
  | "no-counterpart"
  /** The value is the default of that software, so that nobody chose it. */
  | "default";

/** What is different about something that is moved, as a code. */
export type MoveInNote =
  | "redirect-uri-left"
  | "scope-value-left"
  /** The client was granted these values there, beyond its registration. */
  | "scope-beyond"
  | "secret-missing"
  | "secret-short"
  /** The details are the lifetime here, in seconds. */
  | "access-lifetime-shortened"
  | "refresh-lifetime-shortened"
  | "redirect-uri-exact"
  | "replaces"
  | "cid-left"
  /** Labels of the value hide what they are about here, which only two values did there. */
  | "takedown-hides";

/** A note with what it is about, such as the redirect URI that was left out; empty if there is nothing to name. */
export interface NotedDetail {
  readonly note: MoveInNote;
  readonly detail: string;
}

/** What becomes of one row. */
export type MoveInOutcome =
  | { readonly _tag: "Taken"; readonly notes: ReadonlyArray<NotedDetail> }
  /** It is here already. */
  | { readonly _tag: "Here" }
  | { readonly _tag: "Left"; readonly reason: LeftReason; readonly detail: string }
  /** The operator sets it, as a variable of the environment. */
  | { readonly _tag: "Environment"; readonly variable: string; readonly value: string };

/** One thing that another instance has, and what becomes of it. */
export interface MoveInRow {
  readonly kind: MoveInKind;
  readonly id: string;
  readonly outcome: MoveInOutcome;
}

export const taken = (...notes: ReadonlyArray<NotedDetail>): MoveInOutcome => ({ _tag: "Taken", notes });

export const here: MoveInOutcome = { _tag: "Here" };

export const left = (reason: LeftReason, detail = ""): MoveInOutcome => ({ _tag: "Left", reason, detail });

const countOf = (rows: ReadonlyArray<MoveInRow>, kind: MoveInKind): number =>
  rows.filter((row) => row.kind === kind && row.outcome._tag === "Taken").length;

/** Returns how many of each kind are taken. */
export const movedCounts = (rows: ReadonlyArray<MoveInRow>): MovedCounts => ({
  lexicons: countOf(rows, "lexicon"),
  clients: countOf(rows, "client"),
  admins: countOf(rows, "admin"),
  labelDefinitions: countOf(rows, "label-definition"),
  labels: countOf(rows, "label")
});

/** Whether there is anything to record. */
export const isAnythingMoved = (counts: MovedCounts): boolean => Object.values(counts).some((count) => count > 0);
