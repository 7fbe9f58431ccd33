import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { AtUri, parseAtUri } from "../atproto/AtUri.ts";
import { Did } from "../atproto/Did.ts";

/** What a label is about: a record, or an account. `did` is the author of the record, or the account. */
export type LabelSubject =
  | { readonly _tag: "RecordSubject"; readonly did: Did; readonly uri: AtUri }
  | { readonly _tag: "AccountSubject"; readonly did: Did };

const readDid = Schema.decodeOption(Did);

/** Returns the subject as a label states it in `uri`. */
export const subjectText = (subject: LabelSubject): AtUri | Did =>
  subject._tag === "RecordSubject" ? subject.uri : subject.did;

/** Reads the `uri` of a label: the AT URI of a record with a DID as authority, or a DID. A failure says what it must be. */
export const readSubject = (text: string): Either.Either<LabelSubject, string> => {
  const address = Option.getOrNull(parseAtUri(text));
  if (address !== null) return Either.right({ _tag: "RecordSubject", did: address.did, uri: AtUri.make(text, true) });
  return Option.match(readDid(text), {
    onNone: () =>
      Either.left("must be the AT URI of a record with a DID, at://<did>/<collection>/<record key>, or a DID"),
    onSome: (did) => Either.right({ _tag: "AccountSubject", did })
  });
};
