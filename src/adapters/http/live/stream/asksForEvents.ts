const eventStream = "text/event-stream";
const mentioned = /text\/event-stream/i;
const jsonTypes = ["application/json", "application/graphql-response+json"];

/** Returns the quality of a media type that the header `Accept` names; 0 if it does not name it. */
const namedQuality = (accept: string, type: string): number => {
  const named = accept.split(",").map((range) => range.split(";").map((part) => part.trim().toLowerCase()));
  const [, ...parameters] = named.find(([name]) => name === type) ?? ["", "q=0"];
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return quality === undefined ? 1 : Number(quality) || 0;
};

/**
 * Whether the header `Accept` asks for an event stream: it names it, and prefers it to the JSON types that it names. Some
 * clients accept both for every operation, and expect JSON for queries.
 */
export const asksForEvents = (accept: string | null): boolean => {
  if (accept === null || !mentioned.test(accept)) return false;
  const asked = namedQuality(accept, eventStream);
  return asked > 0 && jsonTypes.every((type) => namedQuality(accept, type) < asked);
};
