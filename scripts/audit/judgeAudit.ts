import * as Either from "effect/Either";
import * as Schema from "effect/Schema";

/** An advisory that does not affect Tidemark, or that cannot be mended yet. */
export interface AcceptedAdvisory {
  /** The URL of the advisory, as `npm audit` prints it. */
  readonly url: string;
  /** Why it does not matter, or until when it is borne. */
  readonly reason: string;
  /** The last day on which it is accepted, as `YYYY-MM-DD`. */
  readonly until: string;
}

/** What an audit means. */
export type AuditVerdict =
  | { readonly _tag: "NotAudited"; readonly reason: string }
  | { readonly _tag: "Audited"; readonly problems: ReadonlyArray<string> };

const Advisory = Schema.Struct({
  name: Schema.String,
  title: Schema.String,
  url: Schema.String,
  severity: Schema.String,
  range: Schema.String
});
type Advisory = typeof Advisory.Type;

const Report = Schema.Struct({
  vulnerabilities: Schema.Record({
    key: Schema.String,
    // A name stands for the advisories of that package.
    value: Schema.Struct({ via: Schema.Array(Schema.Union(Schema.String, Advisory)) })
  })
});
const decodeReport = Schema.decodeUnknownEither(Report);
const Refusal = Schema.Struct({ message: Schema.String });

const advisoriesOf = ({ vulnerabilities }: typeof Report.Type): ReadonlyArray<Advisory> => {
  const all = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((each) => typeof each !== "string"));
  return [...new Map(all.map((advisory) => [`${advisory.url} ${advisory.name}`, advisory])).values()];
};

const problemOf = (
  { name, range, severity, title, url }: Advisory,
  accepted: AcceptedAdvisory | undefined,
  today: string
): ReadonlyArray<string> => {
  const found = `${name} ${range}, ${severity}: ${title} (${url})`;
  if (accepted === undefined) return [found];
  return accepted.until < today ? [`${found}; it was accepted until ${accepted.until}`] : [];
};

/** Returns what the output of `npm audit --json` means on a day (`YYYY-MM-DD`), with the advisories that are accepted. */
export const judgeAudit = (output: unknown, accepted: ReadonlyArray<AcceptedAdvisory>, today: string): AuditVerdict => {
  const report = decodeReport(output);
  if (Either.isLeft(report)) {
    const reason = Schema.is(Refusal)(output) ? output.message : "npm audit printed no report";
    return { _tag: "NotAudited", reason };
  }
  const advisories = advisoriesOf(report.right);
  const found = advisories.flatMap((advisory) =>
    problemOf(
      advisory,
      accepted.find(({ url }) => url === advisory.url),
      today
    )
  );
  const unused = accepted
    .filter(({ url }) => !advisories.some((advisory) => advisory.url === url))
    .map(({ url }) => `${url} is accepted, but concerns no package any more: remove it from acceptedAdvisories.ts`);
  return { _tag: "Audited", problems: [...found, ...unused] };
};
