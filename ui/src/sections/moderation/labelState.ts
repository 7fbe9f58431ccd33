/** A label as the admin API returns it. */
export interface ShownLabel {
  readonly id: string;
  readonly src: string;
  readonly uri: string;
  readonly val: string;
  readonly neg: boolean;
  readonly cts: string;
  readonly exp: string | null;
}

/** The DID under which this instance makes labels: `did:web` with the host of its address. */
export const ownDid = (): string => `did:web:${window.location.host.replace(":", "%3A")}`;

/** What became of a label. */
export const labelState = ({ exp, neg }: ShownLabel, now: number): "active" | "negated" | "expired" => {
  if (neg) return "negated";
  return exp !== null && Date.parse(exp) <= now ? "expired" : "active";
};
