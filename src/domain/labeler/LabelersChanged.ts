import * as Schema from "effect/Schema";
import { PersonalDid } from "../personal/personal.ts";

/** The operator configured other external labelers. `dids` are those whose labels have an effect from now on. */
export class LabelersChanged extends Schema.TaggedClass<LabelersChanged>()("LabelersChanged.v1", {
  dids: Schema.Array(PersonalDid)
}) {}

/** The DIDs of the labelers, in alphabetical order. */
export type ConfiguredLabelers = ReadonlyArray<string>;

/** Returns the labelers after an event. */
export const evolveLabelers = (_: ConfiguredLabelers, { dids }: LabelersChanged): ConfiguredLabelers => dids;

export const initialLabelers: ConfiguredLabelers = [];
