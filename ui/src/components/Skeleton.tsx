const widths = ["w-60", "w-90", "w-75", "w-45", "w-80"];

/** Placeholder lines for content that is loading. */
export const Skeleton = ({ lines = 5 }: { readonly lines?: number }) => (
  <div className="stack-small" aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: skeleton lines have no identity but their index.
      <span key={line} className={`skeleton ${widths[line % widths.length]}`} />
    ))}
  </div>
);
