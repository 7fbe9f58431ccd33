import { countOf } from "../../components/countOf.ts";
import { MinutesCard } from "../activity/MinutesCard.tsx";
import type { Health } from "./Health.ts";

type Counts = Pick<Health["minutes"][number], "failed" | "refused" | "requests">;

const inWords = ({ failed, refused, requests }: Counts): string =>
  `${countOf(requests)} ${requests === 1 ? "request" : "requests"}, ${countOf(refused)} refused, ${countOf(failed)} failed`;

const sumOf = (minutes: ReadonlyArray<Counts>): Counts =>
  minutes.reduce(
    (sum, { failed, refused, requests }) => ({
      failed: sum.failed + failed,
      refused: sum.refused + refused,
      requests: sum.requests + requests
    }),
    { failed: 0, refused: 0, requests: 0 }
  );

/** The requests per minute of the last hour. */
export const RequestsCard = ({ minutes }: Pick<Health, "minutes">) => (
  <MinutesCard
    title="Requests per minute"
    minutes={minutes}
    partsOf={({ failed, refused, requests }) => [
      ["failures", failed],
      ["other", refused],
      ["logins", requests - refused - failed]
    ]}
    inWords={inWords}
    summary={`In the last hour: ${inWords(sumOf(minutes))}`}
    columns={[
      ["Requests", ({ requests }) => requests],
      ["Refused", ({ refused }) => refused],
      ["Failed", ({ failed }) => failed]
    ]}
  />
);
