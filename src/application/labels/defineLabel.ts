import * as Effect from "effect/Effect";
import type { Actor } from "../../domain/event/Envelope.ts";
import { traced } from "../../domain/failure/traced.ts";
import type { LabelDefinition, LabelSeverity, LabelVisibility } from "../../domain/label/LabelDefinition.ts";
import { LabelDefinitions } from "../../domain/label/LabelDefinitions.ts";
import { LabelDefined } from "../../domain/label/LabelEvent.ts";
import { LabelRefused } from "../../domain/label/LabelRefused.ts";
import { LabelStore } from "../../domain/label/LabelStore.ts";
import { subjectText } from "../../domain/label/LabelSubject.ts";
import { isDefinable, isSystemValue, LabelValue, maxDefinedLength } from "../../domain/label/LabelValue.ts";
import { labelDefinitions } from "../event/aggregates.ts";
import { decideAcross } from "../event/decideAcross.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { definitionsStream } from "./ownLabelStream.ts";
import { settleTakedowns } from "./settleTakedowns.ts";

/** A definition as it was requested. */
export interface DefinitionRequest {
  readonly val: string;
  readonly description: string;
  readonly severity: LabelSeverity;
  readonly defaultVisibility: LabelVisibility;
}

/** The most characters of a description. */
const maxDescription = 1_000;

const refused = (reason: LabelRefused["reason"], message: string) => new LabelRefused({ reason, message });

const requireValue = (val: string) => {
  if (isSystemValue(val))
    return refused("system-value", `val must not begin with "!": the AT Protocol defines the system labels.`);
  return isDefinable(val)
    ? Effect.succeed(LabelValue.make(val))
    : refused(
        "invalid-value",
        `val must be lower-case letters in words joined by hyphens, such as off-topic, up to ${maxDefinedLength} characters.`
      );
};

const requireDescription = (description: string) =>
  description.trim() !== "" && description.length <= maxDescription
    ? Effect.succeed(description)
    : refused("invalid-description", `description must have 1 to ${maxDescription} characters.`);

const page = 500;

/** Hides what existing labels with a value hide now that it has a severity. */
const settleValue = Effect.fnUntraced(function* (val: string) {
  const store = yield* LabelStore;
  let after: string | null = null;
  while (true) {
    const subjects = yield* store.subjectsWith(val, after, page);
    yield* settleTakedowns(subjects);
    const last = subjects.at(-1);
    if (last === undefined || subjects.length < page) return;
    after = subjectText(last);
  }
});

/** Checks a requested definition, except for whether its value is defined already. */
export const checkDefinition = Effect.fnUntraced(function* (request: DefinitionRequest) {
  const val = yield* requireValue(request.val);
  const description = yield* requireDescription(request.description);
  return { ...request, val, description } satisfies LabelDefinition;
});

/** Stores a definition, and hides what existing labels with its value hide from now on. Joins a transaction. */
export const storeDefinition = Effect.fnUntraced(function* (definition: LabelDefinition) {
  yield* (yield* LabelDefinitions).add(definition);
  if (definition.severity === "TAKEDOWN") yield* settleValue(definition.val);
});

const decision = Effect.fnUntraced(function* (request: DefinitionRequest, actor: Actor) {
  const definition = yield* checkDefinition(request);
  const { val } = definition;
  const { version } = yield* loadAggregate(labelDefinitions, definitionsStream);
  const known = yield* (yield* LabelDefinitions).list;
  if (known.some((each) => each.val === val))
    return yield* refused(
      "already-defined",
      `val ${val} is defined already. A definition cannot be changed: choose another value.`
    );
  return {
    appends: [{ stream: definitionsStream, version, events: [new LabelDefined(definition)], metadata: { actor } }],
    alongside: storeDefinition(definition),
    outcome: definition
  };
});

/** Defines a label value, and returns its definition. Labels of labelers with the value hide from now on if it does. */
export const defineLabel = traced("defineLabel")(function* (request: DefinitionRequest, actor: Actor) {
  return (yield* decideAcross(decision(request, actor))).outcome;
});
