import { countOf } from "../../components/countOf.ts";
import { AppLink } from "../../router/AppLink.tsx";
import type { Health } from "./Health.ts";

type Name = Health["queues"][number]["name"];

const names: Readonly<Record<Name, readonly [name: string, page: string | null]>> = {
  REVOCATIONS: ["Sessions to revoke", "/sessions"],
  WRITES: ["Open writes", "/audit"],
  REPOSITORIES: ["Repositories to index", "/sync"],
  DEAD_LETTERS: ["Dead letters", "/sync"],
  UNSEALED_EVENTS: ["Events to seal", "/audit/log"],
  WEBHOOK: ["Webhook messages", null]
};

const failedText: Readonly<Record<Name, string | null>> = {
  REVOCATIONS: "failed before",
  WRITES: null,
  REPOSITORIES: "failed before",
  DEAD_LETTERS: null,
  UNSEALED_EVENTS: null,
  WEBHOOK: "given up"
};

/** What waits to be done in the background. */
export const QueueTiles = ({ queues }: Pick<Health, "queues">) => (
  <section aria-label="Queues" className="stack-small">
    <h2>Waiting in the background</h2>
    <dl className="tiles">
      {queues.map(({ failed, name, waiting }) => {
        const [text, page] = names[name];
        return (
          <div key={name} className="tile">
            <dt>{page === null ? text : <AppLink to={page}>{text}</AppLink>}</dt>
            <dd>{countOf(waiting)}</dd>
            {failed > 0 && failedText[name] !== null && (
              <dd className="tile-note">
                {countOf(failed)} {failedText[name]}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  </section>
);
