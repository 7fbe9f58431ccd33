import type { Distribution, Labels, MetricFamily } from "../../../application/metrics/MetricFamily.ts";

/** The media type of the text format of Prometheus, which every collector reads. */
export const prometheusMediaType = "text/plain; version=0.0.4; charset=utf-8";

const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");

const labelText = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
};

const line = (name: string, labels: Labels, value: number): string => `${name}${labelText(labels)} ${value}`;

const distributionLines = (name: string, { buckets, count, labels, sum }: Distribution): ReadonlyArray<string> => [
  ...buckets.map(([bound, upTo]) => line(`${name}_bucket`, { ...labels, le: String(bound) }, upTo)),
  line(`${name}_bucket`, { ...labels, le: "+Inf" }, count),
  line(`${name}_sum`, labels, sum),
  line(`${name}_count`, labels, count)
];

const familyLines = (family: MetricFamily): ReadonlyArray<string> => [
  `# HELP ${family.name} ${escaped(family.help)}`,
  `# TYPE ${family.name} ${family._tag.toLowerCase()}`,
  ...(family._tag === "Histogram"
    ? family.distributions.flatMap((distribution) => distributionLines(family.name, distribution))
    : family.samples.map(({ labels, value }) => line(family.name, labels, value)))
];

/** Returns metrics in the text format of Prometheus, version 0.0.4. */
export const prometheusText = (families: ReadonlyArray<MetricFamily>): string =>
  `${families.flatMap(familyLines).join("\n")}\n`;
