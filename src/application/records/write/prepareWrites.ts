import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { atUri } from "../../../domain/atproto/AtUri.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import type { RecordProblem } from "../../../domain/lexicon/model/RecordProblem.ts";
import { validateRecord } from "../../../domain/lexicon/validate/validateRecord.ts";
import { canonicalRecord } from "../../../domain/record/value/canonicalRecord.ts";
import { recordCid } from "../../../domain/record/value/recordCid.ts";
import type { WriteAction } from "../../../domain/record/write/RecordWriteEvent.ts";
import { writeLimits } from "../../../domain/record/write/writeLimits.ts";
import { allowsRecordWrite } from "../../../domain/scope/Scope.ts";
import type { Viewer } from "../../token/Viewer.ts";
import { InvalidRecord, MissingScope } from "./recordErrors.ts";
import type { PreparedWrite, Write, WriteRequest } from "./Write.ts";

const isWritable = (viewer: Viewer, { target }: Write, action: WriteAction): boolean =>
  allowsRecordWrite(viewer.scope, target.collection, action);

/** Fails when the scope of the authorization does not permit one of the writes, before anything is sent or recorded. */
const requireScopes = (viewer: Viewer, writes: ReadonlyArray<Write>) => {
  const missing = writes.flatMap((write) =>
    isWritable(viewer, write, write.action) ? [] : [`repo:${write.target.collection}?action=${write.action}`]
  );
  return missing.length === 0 ? Effect.void : Effect.fail(new MissingScope({ scope: [...new Set(missing)].join(" ") }));
};

type Problems = ReadonlyArray<RecordProblem>;

const prepared = (lexicons: LexiconSet, viewer: Viewer, write: Write): Either.Either<PreparedWrite, Problems> => {
  const uri = atUri({ did: viewer.did, ...write.target });
  const mayCreate = isWritable(viewer, write, "create");
  const before = write.problems ?? [];
  if (write.action === "delete")
    return before.length > 0 ? Either.left(before) : Either.right({ ...write, uri, cid: null, mayCreate });
  const problems = [...before, ...validateRecord(lexicons, write.target.collection, write.value)];
  if (problems.length > 0) return Either.left(problems);
  const value = canonicalRecord(write.value);
  return Either.mapBoth(recordCid(value), {
    onLeft: (): Problems => [{ path: "", reason: "contains a value that records cannot have" }],
    onRight: (cid) => ({ ...write, value, uri, cid, mayCreate })
  });
};

/** A batch has a limited number of writes, at distinct addresses, without swaps. */
const batchProblems = (viewer: Viewer, writes: ReadonlyArray<Write>): Problems => {
  if (writes.length === 0) return [{ path: "writes", reason: "must have at least one write" }];
  if (writes.length > writeLimits.batch)
    return [{ path: "writes", reason: `must not have more than ${writeLimits.batch} writes` }];
  const uris = writes.map(({ target }) => atUri({ did: viewer.did, ...target }));
  return uris.flatMap((uri, place) =>
    uris.indexOf(uri) < place
      ? [{ path: `writes[${place}]`, reason: `has the same address as writes[${uris.indexOf(uri)}]` }]
      : []
  );
};

const within = (place: number, { path, reason }: RecordProblem): RecordProblem => {
  const at = `writes[${place}]`;
  return { path: path === "" ? at : `${at}.${path}`, reason };
};

/** Validates writes by scope and Lexicon, all before any is sent, and reports every problem with its path. */
export const prepareWrites = Effect.fnUntraced(function* (
  viewer: Viewer,
  writes: ReadonlyArray<Write>,
  isBatch: boolean
) {
  yield* requireScopes(viewer, writes);
  const catalog = yield* LexiconCatalog;
  const lexicons = yield* catalog.forWrites;
  const checked = writes.map((write) => prepared(lexicons, viewer, write));
  const problems = checked.flatMap((each, place) => {
    if (Either.isRight(each)) return [];
    return isBatch ? each.left.map((problem) => within(place, problem)) : each.left;
  });
  const all = [...(isBatch ? batchProblems(viewer, writes) : []), ...problems];
  if (all.length > 0) return yield* new InvalidRecord({ problems: all });
  return {
    isBatch,
    writes: checked.flatMap((each) => (Either.isRight(each) ? [each.right] : []))
  } satisfies WriteRequest;
});
