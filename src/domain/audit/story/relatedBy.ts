import type { RelatedEvents } from "../RelatedEvents.ts";
import type { StoryLink } from "./StoryLink.ts";
import { linkedByAuthorization } from "./storyLinks.ts";

/** Returns which events can have one of the links. */
export const relatedBy = (links: Iterable<StoryLink>): RelatedEvents => {
  const ids: Record<StoryLink["by"], Set<string>> = { authorization: new Set(), stream: new Set(), request: new Set() };
  for (const { by, id } of links) ids[by].add(id);
  return {
    authorizations: [...ids.authorization],
    types: linkedByAuthorization,
    streams: [...ids.stream],
    requests: [...ids.request]
  };
};
