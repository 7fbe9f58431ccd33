import { diffLines } from "./diffLines.ts";

interface LineDiffProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const names = { added: "Added", removed: "Removed", same: "" } as const;
const signs = { added: "+", removed: "−", same: " " } as const;

/** Two texts as one, with what went and what came. */
export const LineDiff = ({ after, before, label }: LineDiffProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <section className="code-block diff" aria-label={`What changes in ${label}`} tabIndex={0}>
    <pre>
      {diffLines(before.split("\n"), after.split("\n")).map(({ kind, line, place }) => (
        <div key={place} className={kind}>
          <span aria-hidden="true">{signs[kind]} </span>
          {kind !== "same" && <span className="visually-hidden">{names[kind]}: </span>}
          {line}
        </div>
      ))}
    </pre>
  </section>
);
