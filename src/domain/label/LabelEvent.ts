import * as Schema from "effect/Schema";
import { Cid } from "../atproto/Cid.ts";
import { PersonalDid, PersonalUri } from "../personal/personal.ts";
import { LabelSeverity, LabelVisibility } from "./LabelDefinition.ts";
import { LabelValue } from "./LabelValue.ts";

/** What an event of a label is about: an account, or the record `uri` of an account. */
const subject = { did: PersonalDid, uri: Schema.NullOr(PersonalUri) };

/** The instance labeled a record or an account. `src` is the DID of the instance; times are in Unix milliseconds. */
export class LabelCreated extends Schema.TaggedClass<LabelCreated>()("LabelCreated.v1", {
  src: Schema.String,
  ...subject,
  val: LabelValue,
  cid: Schema.NullOr(Cid),
  cts: Schema.Int,
  exp: Schema.NullOr(Schema.Int)
}) {}

/** The instance took back its label. */
export class LabelNegated extends Schema.TaggedClass<LabelNegated>()("LabelNegated.v1", {
  src: Schema.String,
  ...subject,
  val: LabelValue,
  cts: Schema.Int
}) {}

/** An admin defined a label value. */
export class LabelDefined extends Schema.TaggedClass<LabelDefined>()("LabelDefined.v1", {
  val: LabelValue,
  description: Schema.String,
  severity: LabelSeverity,
  defaultVisibility: LabelVisibility
}) {}

/** The events of the labels that this instance makes, and of their definitions. Labels of other sources are no events. */
export const LabelEvent = Schema.Union(LabelCreated, LabelNegated, LabelDefined);
export type LabelEvent = typeof LabelEvent.Type;
