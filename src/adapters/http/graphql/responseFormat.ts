const own = "application/graphql-response+json";
const json = "application/json";

interface Range {
  readonly type: string;
  readonly quality: number;
}

const readRange = (text: string): Range => {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
};

const qualityOf = (ranges: ReadonlyArray<Range>, type: string): number => {
  const patterns = [type, `${type.split("/", 1)[0]}/*`, "*/*"];
  const best = patterns
    .map((pattern) => ranges.find((range) => range.type === pattern))
    .find((range) => range !== undefined);
  return best?.quality ?? 0;
};

/** The response format of a request. */
export interface ResponseFormat {
  readonly contentType: string;
  /**
   * The status of a well-formed request that was not executed: 400, but 200 for clients that accept only
   * `application/json` (GraphQL over HTTP, "application/json").
   */
  readonly rejected: 200 | 400;
}

/** The format without a header. */
export const jsonFormat: ResponseFormat = { contentType: json, rejected: 400 };

const negotiated = (accept: string): ResponseFormat | null => {
  const ranges = accept.split(",").map(readRange);
  const asJson = qualityOf(ranges, json);
  const named = ranges.some((range) => range.type === own) ? qualityOf(ranges, own) : 0;
  if (asJson === 0 && named === 0) return null;
  if (named >= asJson) return { contentType: `${own}; charset=utf-8`, rejected: 400 };
  const nothingElse = qualityOf(ranges, own) === 0 && ranges.some((range) => range.type === json);
  return { contentType: `${json}; charset=utf-8`, rejected: nothingElse ? 200 : 400 };
};

/** The formats for the most frequent headers. */
const frequent = new Map([json, "*/*"].map((accept) => [accept, negotiated(accept)] as const));

/**
 * Returns the response media type by the `Accept` header: JSON by default, or that of GraphQL over HTTP if it is named; null
 * when neither is acceptable.
 */
export const responseFormat = (accept: string | null): ResponseFormat | null => {
  if (accept === null || accept.trim() === "") return jsonFormat;
  return frequent.get(accept) ?? negotiated(accept);
};
