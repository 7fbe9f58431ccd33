const widths = ["w-60", "w-90", "w-75", "w-45", "w-80"];

/** Stands where something is on its way. */
export const Skeleton = ({ lines = 5 }: { readonly lines?: number }) => (
  <div className="stack-small" aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton have nothing but their place.
      <span key={line} className={`skeleton ${widths[line % widths.length]}`} />
    ))}
  </div>
);
