import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { AtUri, recordAddress } from "../atproto/AtUri.ts";
import { Did } from "../atproto/Did.ts";
import type { ReportSubject } from "./ReportEvent.ts";

const asDid = Schema.decodeOption(Did);
const asUri = Schema.decodeOption(AtUri);

/** Returns the text that names a subject: the DID of an account, or the AT URI of a record. */
export const subjectUri = (subject: ReportSubject): string => (subject.kind === "account" ? subject.did : subject.uri);

/** Returns the account that a subject is or belongs to. */
export const subjectDid = (subject: ReportSubject): Did =>
  subject.kind === "account" ? subject.did : recordAddress(subject.uri).did;

/** Reads the text that names a subject; none for a text that is neither a DID nor the AT URI of a record. */
export const readSubject = (text: string): Option.Option<ReportSubject> =>
  Option.orElse(
    Option.map(asDid(text), (did): ReportSubject => ({ kind: "account", did })),
    () => Option.map(asUri(text), (uri): ReportSubject => ({ kind: "record", uri }))
  );
