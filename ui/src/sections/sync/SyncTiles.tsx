import { countOf } from "../../components/countOf.ts";
import { durationInWords } from "./durationInWords.ts";
import type { SyncStatus } from "./SyncStatus.ts";

/** The numbers of live sync. */
export const SyncTiles = ({ status }: { readonly status: SyncStatus }) => {
  const { deadLetters, eventsPerSecond, lagSeconds, reposDesynchronised, reposKnown } = status;
  const tiles = [
    { name: "Lag", value: lagSeconds === null ? "Not known" : durationInWords(lagSeconds) },
    {
      name: "Events per second",
      value: eventsPerSecond < 10 ? eventsPerSecond.toFixed(1) : countOf(Math.round(eventsPerSecond))
    },
    { name: "Repositories", value: countOf(reposKnown) },
    { name: "Out of sync", value: countOf(reposDesynchronised) },
    { name: "Dead letters", value: countOf(deadLetters) }
  ];
  return (
    <dl className="tiles">
      {tiles.map(({ name, value }) => (
        <div key={name} className="tile">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
