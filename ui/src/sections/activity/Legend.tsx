import { type SeriesName, series } from "./series.ts";

const lists = new Intl.ListFormat("en-GB", { type: "conjunction" });

interface LegendProps {
  readonly folded: ReadonlySet<SeriesName>;
  readonly hidden: ReadonlySet<SeriesName>;
  readonly onToggle: (of: SeriesName) => void;
}

/** The names of the series. Each switches its series off and on. */
export const Legend = ({ folded, hidden, onToggle }: LegendProps) => {
  const inOther = series.filter(({ of }) => folded.has(of)).map(({ name }) => name.toLowerCase());
  return (
    <ul className="legend" aria-label="Series of the chart">
      {series
        .filter(({ of }) => !folded.has(of))
        .map(({ name, of }) => (
          <li key={of}>
            <button type="button" aria-pressed={!hidden.has(of)} onClick={() => onToggle(of)}>
              <i className={`swatch ${of}`} />
              {name}
              {of === "other" && inOther.length > 0 && ` (with ${lists.format(inOther)})`}
            </button>
          </li>
        ))}
    </ul>
  );
};
