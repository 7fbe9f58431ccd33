import { CopyButton } from "./CopyButton.tsx";

/** Code or data as it is, with a way to take it along. */
export const CodeBlock = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div className="code-block">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
    <section tabIndex={0} aria-label={what}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
    <CopyButton text={text} what={what} isTiny />
  </div>
);
