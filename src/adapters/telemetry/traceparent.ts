/** The parent that a request names: its trace, its span, and whether the caller records the trace. */
export interface RemoteParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** Version, trace id, parent id and flags. Later versions may have more after them (W3C Trace Context, section 3.2). */
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

const isZero = (id: string): boolean => /^0+$/.test(id);

/** Parses the header `traceparent`; null if it is missing or malformed, so that the trace begins here. */
export const parseTraceparent = (header: string | undefined): RemoteParent | null => {
  const [, version, traceId = "", spanId = "", flags = "", rest] = form.exec(header ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return null;
  if (isZero(traceId) || isZero(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
};
