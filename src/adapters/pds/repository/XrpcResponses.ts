import * as Schema from "effect/Schema";
import { AtUri } from "../../../domain/atproto/AtUri.ts";
import { Cid } from "../../../domain/atproto/Cid.ts";
import { isJsonObject } from "../../../domain/json/isJsonObject.ts";
import { strictJson } from "../../../domain/json/strictJson.ts";

// Lexicons com.atproto.repo.*: the members that are read, all others are ignored.

const Commit = Schema.Struct({ rev: Schema.String });

/** The response of createRecord and putRecord. */
export const Written = strictJson(
  Schema.Struct({ uri: AtUri, cid: Cid, commit: Schema.optionalWith(Commit, { nullable: true }) })
);

/** The response of deleteRecord; without a commit when there was no record. */
export const Deleted = strictJson(Schema.Struct({ commit: Schema.optionalWith(Commit, { nullable: true }) }));

/** The response of applyWrites; a delete has no CID. */
export const Applied = strictJson(
  Schema.Struct({
    commit: Schema.optionalWith(Commit, { nullable: true }),
    results: Schema.Array(Schema.Struct({ cid: Schema.optional(Cid) }))
  })
);

/** The response of getLatestCommit. */
export const LatestCommit = strictJson(Commit);

/** The response of uploadBlob. */
export const Uploaded = strictJson(
  Schema.Struct({
    blob: Schema.Struct({
      ref: Schema.Struct({ $link: Cid }),
      mimeType: Schema.NonEmptyString,
      size: Schema.NonNegativeInt
    })
  })
);

/** The response of getRecord. A record can be nested arbitrarily deep. */
export const Found = Schema.parseJson(
  Schema.Struct({ uri: AtUri, cid: Cid, value: Schema.Unknown.pipe(Schema.filter(isJsonObject)) })
);
