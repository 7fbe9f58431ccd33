import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { type LabelDefinition, LabelSeverity, LabelVisibility } from "../../domain/label/LabelDefinition.ts";
import { LabelDefinitions } from "../../domain/label/LabelDefinitions.ts";
import { LabelDefined } from "../../domain/label/LabelEvent.ts";
import { isSystemValue } from "../../domain/label/LabelValue.ts";
import { here, left, type MoveInRow, taken } from "../../domain/movein/MoveInRow.ts";
import type { OtherLabelDefinition } from "../../domain/movein/OtherInstance.ts";
import { labelDefinitions } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { checkDefinition, storeDefinition } from "../labels/defineLabel.ts";
import { definitionsStream } from "../labels/ownLabelStream.ts";
import { operator } from "./operator.ts";

const readSeverity = Schema.decodeUnknownOption(LabelSeverity);
const readVisibility = Schema.decodeUnknownOption(LabelVisibility);

/** What users see of a system label does not depend on its visibility. */
const isSame = (own: LabelDefinition, other: OtherLabelDefinition): boolean =>
  own.severity === other.severity.toUpperCase() &&
  (isSystemValue(own.val) || own.defaultVisibility === other.defaultVisibility.toUpperCase());

type Decision = { readonly outcome: MoveInRow["outcome"]; readonly definition: LabelDefinition | null };

const notTaken = (outcome: MoveInRow["outcome"]): Decision => ({ outcome, definition: null });

const decideOne = Effect.fnUntraced(function* (other: OtherLabelDefinition, known: ReadonlyArray<LabelDefinition>) {
  const own = known.find(({ val }) => val === other.val);
  if (own !== undefined) {
    const differs = left("definition-differs", `${own.severity}, ${own.defaultVisibility}`);
    return notTaken(isSame(own, other) ? here : differs);
  }
  const severity = readSeverity(other.severity.toUpperCase());
  const defaultVisibility = readVisibility(other.defaultVisibility.toUpperCase());
  if (Option.isNone(severity)) return notTaken(left("invalid", `severity: "${other.severity}" is unknown`));
  if (Option.isNone(defaultVisibility))
    return notTaken(left("invalid", `default_visibility: "${other.defaultVisibility}" is unknown`));
  const { description, val } = other;
  const request = { val, description, severity: severity.value, defaultVisibility: defaultVisibility.value };
  const checked = yield* Effect.either(checkDefinition(request));
  return Either.match(checked, {
    onLeft: ({ message }) => notTaken(left("invalid", message)),
    onRight: (definition): Decision => ({
      outcome: definition.severity === "TAKEDOWN" ? taken({ note: "takedown-hides", detail: "" }) : taken(),
      definition
    })
  });
});

/** Decides which label values of another instance are defined here. A value that is defined here keeps its definition. */
export const decideDefinitions = Effect.fnUntraced(function* (others: ReadonlyArray<OtherLabelDefinition>) {
  const { version } = yield* loadAggregate(labelDefinitions, definitionsStream);
  const known = yield* (yield* LabelDefinitions).list;
  const decided = yield* Effect.forEach(others, (other) => decideOne(other, known));
  const added = decided.flatMap(({ definition }) => (definition === null ? [] : [definition]));
  const events = added.map((definition) => new LabelDefined(definition));
  return {
    rows: others.map(
      ({ val }, at): MoveInRow => ({
        kind: "label-definition",
        id: val,
        outcome: decided[at]?.outcome ?? here
      })
    ),
    appends: [{ stream: definitionsStream, version, events, metadata: { actor: operator } }],
    alongside: Effect.forEach(added, storeDefinition, { discard: true }),
    defined: new Set<string>([...known, ...added].map(({ val }) => val))
  };
});
