import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { canonicalJson } from "../../../domain/json/canonicalJson.ts";
import type { MutationStep } from "../plan/Plan.ts";

/** The part of a step that is hashed: the write without the selected response fields. */
const hashedPart = (step: MutationStep): unknown => {
  switch (step._tag) {
    case "CreateStep":
      return [step.field, step.record, step.rkey];
    case "UpdateStep":
      return [step.field, step.record, step.rkey, step.swapCid];
    case "DeleteStep":
      return [step.field, step.rkey, step.swapCid];
    case "ApplyWritesStep":
      return [
        step.field,
        step.writes.map(({ action, collection, rkey, value }) => [action, collection.nsid, rkey, value])
      ];
    case "UploadBlobStep":
      return [step.field, step.mimeType, sha256Base64Url(step.data)];
    case "ExecutedStep":
      return [step.field];
    case "TypenameStep":
      return null;
  }
};

/** Returns the hash of the writes of a mutation, independent of the selected response fields. */
export const requestHash = (steps: ReadonlyArray<MutationStep>): string =>
  sha256Base64Url(canonicalJson(steps.map(hashedPart)));
