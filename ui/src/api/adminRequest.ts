import { AdminRequestFailed, type Fault } from "./AdminRequestFailed.ts";
import type { TypedDocumentString } from "./documents.ts";

interface GraphqlResponse<Result> {
  readonly data?: Result | null;
  readonly errors?: ReadonlyArray<{
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly faults?: ReadonlyArray<Fault> };
  }>;
}

const unreachable = () =>
  new AdminRequestFailed(
    "The service cannot be reached. Check that it is running and that you are online, then try again.",
    "OFFLINE"
  );

const read = async <Result>(response: Response): Promise<GraphqlResponse<Result>> => {
  const body: GraphqlResponse<Result> | null = await response.json().catch(() => null);
  if (body !== null) return body;
  throw new AdminRequestFailed(
    `The service returned an unreadable response (HTTP ${response.status}). Try again later.`,
    "UNREADABLE"
  );
};

/** Sends a request to the admin API. Every failure is an `AdminRequestFailed`. */
export const adminRequest = async <Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal
): Promise<Result> => {
  const response = await fetch("/admin/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ query: document.toString(), variables }),
    signal: signal ?? null
  }).catch((error: unknown) => {
    throw signal?.aborted === true ? error : unreachable();
  });
  const { data, errors } = await read<Result>(response);
  const [first] = errors ?? [];
  if (first === undefined && data !== null && data !== undefined) return data;
  const { code = "INTERNAL", faults = [] } = first?.extensions ?? {};
  throw new AdminRequestFailed(
    first?.message ?? "The service returned no data. Try again later.",
    code,
    faults,
    response.headers.get("x-request-id")
  );
};
