import type { ReactNode } from "react";
import { countOf } from "./countOf.ts";

interface ChartFrameProps {
  /** The number at the upper end of the axis. */
  readonly top: number;
  /** The names of all bars. The first, the middle and the last one are shown. */
  readonly names: ReadonlyArray<string>;
  readonly caption: string;
  /** The bars. */
  readonly children: ReactNode;
}

/** A bar chart with the labels of its axes and a caption. */
export const ChartFrame = ({ caption, children, names, top }: ChartFrameProps) => {
  const marked = [...new Set([0, Math.floor(names.length / 2), names.length - 1])];
  return (
    <figure className="chart">
      <div className="chart-marks" aria-hidden="true">
        {[4, 3, 2, 1, 0].map((quarter) => (
          <span key={quarter}>{countOf((top * quarter) / 4)}</span>
        ))}
      </div>
      {children}
      <div className="chart-times" aria-hidden="true">
        {marked.map((place) => names[place] !== undefined && <span key={place}>{names[place]}</span>)}
      </div>
      <figcaption className="soft small">{caption}</figcaption>
    </figure>
  );
};
