import type { WebhookQuery } from "../../api/documents.ts";
import { countOf } from "../../components/countOf.ts";
import { RelativeTime } from "../../components/RelativeTime.tsx";

const Waiting = ({ pending, since }: { readonly pending: number; readonly since: string | null }) =>
  pending === 0 || since === null ? (
    <>No message</>
  ) : (
    <>
      {pending === 1 ? "1 message" : `${countOf(pending)} messages`}, the oldest since <RelativeTime at={since} />
    </>
  );

const GivenUp = ({ count }: { readonly count: number }) =>
  count === 0 ? (
    <>None</>
  ) : (
    <span className="badge bad">{count === 1 ? "1 message" : `${countOf(count)} messages`}</span>
  );

/** The receiver, the types of messages it gets, and how many messages did not reach it. */
export const WebhookFacts = ({ webhook }: { readonly webhook: WebhookQuery["webhook"] }) => {
  const { givenUp, host, oldestPendingAt, pending, topics } = webhook;
  return (
    <section className="card" aria-label="Receiver">
      <div className="card-body stack-small">
        <h2>Receiver</h2>
        <dl className="facts">
          <dt>Host</dt>
          <dd>{host === null ? "None since the last start" : <code>{host}</code>}</dd>
          {topics.length > 0 && (
            <>
              <dt>Types</dt>
              <dd className="row">
                {topics.map((topic) => (
                  <code key={topic}>{topic}</code>
                ))}
              </dd>
            </>
          )}
          <dt>Waiting</dt>
          <dd>
            <Waiting pending={pending} since={oldestPendingAt} />
          </dd>
          <dt>Given up in 30 days</dt>
          <dd>
            <GivenUp count={givenUp} />
          </dd>
        </dl>
        <p className="small soft">
          <a href="/docs/webhook">How to receive and verify messages</a>
        </p>
      </div>
    </section>
  );
};
