import { WebhookDocument, type WebhookQuery } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { Notice } from "../../components/Notice.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { MessageTable } from "./MessageTable.tsx";
import { SendTest } from "./SendTest.tsx";
import { WebhookFacts } from "./WebhookFacts.tsx";

/** How to have a webhook, where none is configured. */
const NoReceiver = () => (
  <EmptyState title="No webhook is configured">
    A webhook tells a chat or an on-call service when admins change, sign-ins are refused in bulk, keys change, a person
    is erased or the log does not verify. Set <code>WEBHOOK_URL</code> and <code>WEBHOOK_SECRET</code>, and start the
    service again. <a href="/docs/webhook">How to receive and verify messages</a>
  </EmptyState>
);

const Stopped = ({ at }: { readonly at: string }) => (
  <Notice kind="warn" title="The receiver is gone, and nothing is sent">
    It responded with HTTP 410 <RelativeTime at={at} />. Correct <code>WEBHOOK_URL</code>, or send a test message to try
    it again.
  </Notice>
);

const Content = ({ webhook }: { readonly webhook: WebhookQuery["webhook"] }) => {
  const { host, messages, stoppedAt } = webhook;
  if (host === null && messages.length === 0)
    return (
      <section className="card">
        <NoReceiver />
      </section>
    );
  return (
    <div className="stack">
      {stoppedAt !== null && <Stopped at={stoppedAt} />}
      <WebhookFacts webhook={webhook} />
      <section className="card" aria-label="Messages">
        <div className="card-head">
          <div>
            <h2>Messages</h2>
            <p>The latest 50. Messages that are done are kept for 30 days.</p>
          </div>
        </div>
        {messages.length === 0 ? (
          <EmptyState title="Nothing was sent yet">
            Messages are about what happens from now on. Send a test message to see whether they arrive.
          </EmptyState>
        ) : (
          <MessageTable messages={messages} canSend={host !== null} />
        )}
      </section>
    </div>
  );
};

/** Where the messages of the webhook go, and what became of the latest ones. */
export const WebhookPage = () => {
  const { data, error, refetch } = useAdminQuery(WebhookDocument, {}, { pollingInterval: 3_000 });
  const webhook = data?.webhook;
  const hasReceiver = webhook !== undefined && webhook.host !== null;
  return (
    <>
      <PageHeader title="Webhook" {...(hasReceiver && { actions: <SendTest /> })}>
        Signed messages to another service about what concerns the administration of this instance.
      </PageHeader>
      {webhook === undefined && error !== null && (
        <ErrorState title="The webhook could not be loaded" error={error} retry={() => void refetch()} />
      )}
      {webhook === undefined && error === null && <Loading what="the webhook" lines={8} />}
      {webhook !== undefined && <Content webhook={webhook} />}
    </>
  );
};
