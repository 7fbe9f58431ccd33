const own = "application/graphql-response+json";

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

/**
 * The media type to answer in, by the `Accept` header: JSON as it always was, or the one of GraphQL over HTTP where it
 * is asked for by name; null when neither will do.
 */
export const answerFormat = (accept: string | null): string | null => {
  if (accept === null || accept.trim() === "") return "application/json";
  const ranges = accept.split(",").map(readRange);
  const json = qualityOf(ranges, "application/json");
  const named = ranges.some((range) => range.type === own) ? qualityOf(ranges, own) : 0;
  if (json === 0 && named === 0) return null;
  return named >= json ? `${own}; charset=utf-8` : "application/json; charset=utf-8";
};
