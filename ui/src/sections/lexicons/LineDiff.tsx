import { diffLines } from "./diffLines.ts";

interface LineDiffProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const names = { added: "Added", removed: "Removed", same: "" } as const;
const signs = { added: "+", removed: "−", same: " " } as const;

/** The difference of two texts, line by line. */
export const LineDiff = ({ after, before, label }: LineDiffProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
  <section className="code-block diff" aria-label={`Changes in ${label}`} tabIndex={0}>
    <pre>
      {diffLines(before.split("\n"), after.split("\n")).map(({ index, kind, line }) => (
        <div key={index} className={kind}>
          <span aria-hidden="true">{signs[kind]} </span>
          {kind !== "same" && <span className="visually-hidden">{names[kind]}: </span>}
          {line}
        </div>
      ))}
    </pre>
  </section>
);
