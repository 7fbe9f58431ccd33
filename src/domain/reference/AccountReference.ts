import type { AtUri } from "../atproto/AtUri.ts";
import type { Did } from "../atproto/Did.ts";

/** That a record refers to another account: by its DID, or by the AT URI of one of its records. */
export interface AccountReference {
  /** The account that is referred to. It is not the author of the record. */
  readonly did: Did;
  /**
   * The path to the reference: the names of the properties from the record down, joined by dots. A list adds nothing, so
   * that a mention of the Bluesky network is at `facets.features.did`. A path ends at a strong reference: `reply.parent`.
   */
  readonly reason: string;
  /** The AT URI of the record of the account that is referred to; null if the record refers to the account itself. */
  readonly subject: AtUri | null;
}

/** Returns the number of names in a path. */
const length = ({ reason }: AccountReference): number => reason.split(".").length;

const compareTexts = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1);

/**
 * Orders the references of one record to one account: the shortest path first, then by path, then by subject. The first
 * of them stands for all, so that a reply in a thread that the same account began has the reason `reply.parent`.
 */
export const compareReferences = (left: AccountReference, right: AccountReference): number =>
  length(left) - length(right) ||
  compareTexts(left.reason, right.reason) ||
  compareTexts(left.subject ?? "", right.subject ?? "");
