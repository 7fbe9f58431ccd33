import { CodeBlock } from "../../components/CodeBlock.tsx";
import { factsOf, textsOf, valueText } from "./recordText.ts";

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
              <dd>{valueText(member)}</dd>
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
