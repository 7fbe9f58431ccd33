import { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Label } from "../../../domain/label/Label.ts";
import type { LabelSubject } from "../../../domain/label/LabelSubject.ts";
import { LabelValue } from "../../../domain/label/LabelValue.ts";

/** A row of `tidemark.labels`, with its times as numbers. */
export interface LabelRow {
  readonly uri: string;
  readonly src: Did;
  readonly val: string;
  readonly did: Did;
  readonly cid: string | null;
  readonly neg: boolean;
  readonly cts: number;
  readonly exp: number | null;
}

/** The columns of a label row. A time in milliseconds is exact as a number. */
export const labelColumns = 'uri, src, val, did, cid, neg, cts::float8 as "cts", exp::float8 as "exp"';

/** Returns the subject that was stored as a text with its account. */
export const subjectOf = ({ did, text }: { readonly text: string; readonly did: Did }): LabelSubject =>
  text === did ? { _tag: "AccountSubject", did } : { _tag: "RecordSubject", did, uri: AtUri.make(text, true) };

/** Returns the label that a row holds. */
export const labelOf = ({ cid, cts, did, exp, neg, src, uri, val }: LabelRow): Label => ({
  src,
  subject: subjectOf({ text: uri, did }),
  val: LabelValue.make(val, true),
  cid,
  neg,
  cts,
  exp
});
