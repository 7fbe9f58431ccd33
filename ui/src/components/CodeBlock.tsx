import { CopyButton } from "./CopyButton.tsx";

/** Code or data, with a copy button. */
export const CodeBlock = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div className="code-block">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
    <section tabIndex={0} aria-label={what}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
    <CopyButton text={text} what={what} isTiny />
  </div>
);
