/** The labels of one series. Their values come from closed sets or from the configuration, never from a request. */
export type Labels = Readonly<Record<string, string>>;

/** One series of a counter or a gauge. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** One series of a histogram. `buckets` are cumulative, without the infinite one, and in the unit of the name. */
export interface Distribution {
  readonly labels: Labels;
  readonly buckets: ReadonlyArray<readonly [upperBound: number, count: number]>;
  readonly count: number;
  readonly sum: number;
}

interface Described {
  /** With the unit as a suffix, and `_total` for counters. */
  readonly name: string;
  /** One sentence. */
  readonly help: string;
}

/** A metric with its series, as Prometheus and OpenMetrics define it. */
export type MetricFamily =
  | (Described & { readonly _tag: "Counter" | "Gauge"; readonly samples: ReadonlyArray<Sample> })
  | (Described & { readonly _tag: "Histogram"; readonly distributions: ReadonlyArray<Distribution> });

/** Returns a counter, which only grows while the process runs. */
export const counter = (name: string, help: string, samples: ReadonlyArray<Sample>): MetricFamily => ({
  _tag: "Counter",
  name,
  help,
  samples
});

/** Returns a gauge. */
export const gauge = (name: string, help: string, samples: ReadonlyArray<Sample>): MetricFamily => ({
  _tag: "Gauge",
  name,
  help,
  samples
});

/** Returns the only series of a metric without labels. */
export const value = (number: number): ReadonlyArray<Sample> => [{ labels: {}, value: number }];

/** Returns the series of a metric with one label, one for each entry. */
export const byLabel = (
  label: string,
  entries: Iterable<readonly [value: string, number: number]>
): ReadonlyArray<Sample> => Array.from(entries, ([name, number]) => ({ labels: { [label]: name }, value: number }));
