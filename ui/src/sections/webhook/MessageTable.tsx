import type { WebhookQuery } from "../../api/documents.ts";
import { CopyableId } from "../../components/CopyableId.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { SendAgain } from "./SendAgain.tsx";

type Message = WebhookQuery["webhook"]["messages"][number];

const badges: Readonly<Record<Message["state"], readonly [kind: string, text: string]>> = {
  PENDING: ["warn", "Waiting"],
  DELIVERED: ["good", "Delivered"],
  GIVEN_UP: ["bad", "Given up"]
};

/** The page about what a message is about; null for a test message and for refusals from an address. */
const pathOf = ({ clientId, position }: Message): readonly [path: string, name: string] | null => {
  if (position !== null) return [`/audit/events/${position}`, `Event ${position}`];
  return clientId === null ? null : [`/audit?client=${encodeURIComponent(clientId)}&outcome=failure`, "Its refusals"];
};

const About = ({ message }: { readonly message: Message }) => {
  const page = pathOf(message);
  return page === null ? null : (
    <>
      {" "}
      <AppLink to={page[0]}>{page[1]}</AppLink>
    </>
  );
};

const attemptsText = (count: number): string => (count === 1 ? "1 attempt" : `${count} attempts`);

const StateOf = ({ message }: { readonly message: Message }) => {
  const { attemptedAt, attempts, nextAttemptAt, outcome, state } = message;
  const [badge, text] = badges[state];
  return (
    <span>
      <span className={`badge ${badge}`}>{text}</span>
      {state !== "DELIVERED" && outcome !== null && (
        <span className="small line">
          {attemptsText(attempts)}; {outcome}.
        </span>
      )}
      {attemptedAt !== null && (
        <span className="small soft line">
          {state === "DELIVERED" ? "Sent" : "Tried"} <RelativeTime at={attemptedAt} />
          {nextAttemptAt !== null && (
            <>
              , next <RelativeTime at={nextAttemptAt} />
            </>
          )}
        </span>
      )}
    </span>
  );
};

const Row = ({ canSend, message }: { readonly canSend: boolean; readonly message: Message }) => (
  <tr>
    <td>
      <code>{message.type}</code>
      <span className="small line">
        {message.meaning}
        <About message={message} />
      </span>
      <span className="small soft line">
        <CopyableId id={message.id} what="the ID of the message" maxLength={24} />
      </span>
    </td>
    <td data-label="State">
      <StateOf message={message} />
    </td>
    <td data-label="Happened">
      <RelativeTime at={message.happenedAt} />
    </td>
    <td className="actions">{canSend && message.state !== "DELIVERED" && <SendAgain message={message} />}</td>
  </tr>
);

/** The messages of the webhook, and what became of each. */
export const MessageTable = ({
  canSend,
  messages
}: {
  readonly canSend: boolean;
  readonly messages: ReadonlyArray<Message>;
}) => (
  <table className="table cards">
    <TableHead columns={["Message", "State", "Happened", { name: "Actions", isHidden: true }]} />
    <tbody>
      {messages.map((message) => (
        <Row key={message.id} message={message} canSend={canSend} />
      ))}
    </tbody>
  </table>
);
