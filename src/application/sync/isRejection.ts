import { RecordIndexUnavailable } from "../../domain/record/index/RecordIndex.ts";

/**
 * Whether a failure is about what the index was to store. An index that is unreachable, or that refuses everything, as with a
 * missing privilege, says nothing about it.
 */
export const isRejection = (failure: unknown): failure is RecordIndexUnavailable =>
  failure instanceof RecordIndexUnavailable && failure.reason !== "unreachable";
