import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";

/** A place in the change log, after a change or, if `n` is null, after all changes of a commit. */
export interface ChangeCursor {
  /** Identifies the change log. A new index has another one. */
  readonly epoch: string;
  readonly commit: number;
  readonly n: number | null;
}

/**
 * Nobody can continue at a cursor: it is no cursor, it is from another change log (`foreign`), the changes after it were
 * deleted (`too-old`), or the change log does not reach it, as after a restored backup (`ahead`).
 */
export class CursorRejected extends Schema.TaggedError<CursorRejected>()("CursorRejected", {
  reason: Schema.Literal("malformed", "foreign", "too-old", "ahead")
}) {}

const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(0|[1-9]\d{0,15})(?::([1-9]\d{0,15}))?$/;

/** Returns the text of a cursor. It is the same in every process. */
export const formatChangeCursor = ({ commit, epoch, n }: ChangeCursor): string =>
  Encoding.encodeBase64Url(n === null ? `${epoch}:${commit}` : `${epoch}:${commit}:${n}`);

/** Reads the text of a cursor. Fails with `malformed` for a text that `formatChangeCursor` does not return. */
export const parseChangeCursor = (text: string): Either.Either<ChangeCursor, CursorRejected> => {
  const malformed = () => new CursorRejected({ reason: "malformed" });
  return Either.flatMap(Either.mapLeft(Encoding.decodeBase64UrlString(text), malformed), (decoded) => {
    const [, epoch, commit, n] = form.exec(decoded) ?? [];
    if (epoch === undefined) return Either.left(malformed());
    return Either.right({ epoch, commit: Number(commit), n: n === undefined ? null : Number(n) });
  });
};

/** Returns whether a place is after the change or the commit that a cursor is after. */
export const isAfterCursor = (place: Pick<ChangeCursor, "commit" | "n">, cursor: ChangeCursor): boolean =>
  place.commit > cursor.commit ||
  (place.commit === cursor.commit && cursor.n !== null && (place.n === null || place.n > cursor.n));

/** The extent of a change log: its last commit, and the last one whose changes were deleted. Both are 0 at first. */
export interface ChangeExtent {
  readonly epoch: string;
  readonly commit: number;
  readonly forgotten: number;
}

/** Returns why nobody can continue at a cursor of a change log; null if that is possible. */
export const rejectionOf = (cursor: ChangeCursor, extent: ChangeExtent): CursorRejected | null => {
  if (cursor.epoch !== extent.epoch) return new CursorRejected({ reason: "foreign" });
  if (cursor.commit > extent.commit) return new CursorRejected({ reason: "ahead" });
  const isComplete = cursor.n === null ? cursor.commit >= extent.forgotten : cursor.commit > extent.forgotten;
  return isComplete ? null : new CursorRejected({ reason: "too-old" });
};

/** Returns the cursor after a page of changes, which is the end of the log if the page is not full. */
export const cursorAfter = (
  last: { readonly commit: number; readonly n: number } | undefined,
  isFull: boolean,
  { commit, epoch }: ChangeExtent
): ChangeCursor => (last !== undefined && isFull ? { epoch, ...last } : { epoch, commit, n: null });
