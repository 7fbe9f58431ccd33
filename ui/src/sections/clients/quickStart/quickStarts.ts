import { curlQuickStart } from "./curlQuickStart.ts";
import { htmlQuickStart } from "./htmlQuickStart.ts";
import { nodeQuickStart } from "./nodeQuickStart.ts";
import type { QuickStart, QuickStartClient } from "./QuickStart.ts";
import { reactQuickStart } from "./reactQuickStart.ts";

/** The quick starts of a client, in the order in which they are offered. */
export const quickStarts = {
  html: { name: "HTML", of: htmlQuickStart },
  react: { name: "React", of: reactQuickStart },
  node: { name: "Node.js", of: nodeQuickStart },
  curl: { name: "curl", of: curlQuickStart }
} as const satisfies Readonly<
  Record<string, { readonly name: string; readonly of: (server: string, client: QuickStartClient) => QuickStart }>
>;
export type QuickStartKind = keyof typeof quickStarts;

/** Returns the kind that signs users in with a client. */
export const usualKind = ({ clientType }: Pick<QuickStartClient, "clientType">): QuickStartKind =>
  clientType === "PUBLIC" ? "html" : "node";
