import { CodeBlock } from "../../components/CodeBlock.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { factsOf, textsOf, valueText } from "./recordText.ts";

const isTime = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value);

/** A record as a person reads it: its texts, then its other members, and the complete record on request. */
export const RecordValue = ({ value, isBrief = false }: { readonly value: unknown; readonly isBrief?: boolean }) => {
  const facts = factsOf(value);
  return (
    <div className="record-value stack-small">
      {textsOf(value).map((text) => (
        <p key={text} className="record-text">
          {text}
        </p>
      ))}
      {!isBrief && facts.length > 0 && (
        <dl className="facts small">
          {facts.map(([name, member]) => (
            <div className="fact" key={name}>
              <dt>{name}</dt>
              <dd>{isTime(member) ? <RelativeTime at={member} /> : valueText(member)}</dd>
            </div>
          ))}
        </dl>
      )}
      {!isBrief && (
        <details>
          <summary>Complete record</summary>
          <CodeBlock text={JSON.stringify(value, null, 2)} what="the record" />
        </details>
      )}
    </div>
  );
};
