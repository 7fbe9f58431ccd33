import type { LexiconRequest } from "../../domain/lexicon/import/LexiconRequest.ts";
import type { LexiconSet } from "../../domain/lexicon/model/LexiconSet.ts";
import { setOfVersion } from "./lexiconVersions.ts";
import { requestedSet } from "./requestedSet.ts";

/** Returns the set that a request results in: an earlier version as it was, or the active set with other files. */
export const nextSet = (current: LexiconSet, request: LexiconRequest) =>
  request._tag === "Restore" ? setOfVersion(request.version) : requestedSet(current, request);
