import { AdminRequestFailed, type Fault } from "./AdminRequestFailed.ts";
import type { TypedDocumentString } from "./documents.ts";

interface Answer<Result> {
  readonly data?: Result | null;
  readonly errors?: ReadonlyArray<{
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly faults?: ReadonlyArray<Fault> };
  }>;
}

const unreachable = () =>
  new AdminRequestFailed(
    "The service cannot be reached. Check that it runs and that you are online, then try again.",
    "OFFLINE"
  );

const read = async <Result>(response: Response): Promise<Answer<Result>> => {
  const answer: Answer<Result> | null = await response.json().catch(() => null);
  if (answer !== null) return answer;
  throw new AdminRequestFailed(
    `The service answered with ${response.status} and nothing that can be read.`,
    "UNREADABLE"
  );
};

/** Asks the admin API; everything that goes wrong comes as `AdminRequestFailed`. */
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
    first?.message ?? "The service gave no answer.",
    code,
    faults,
    response.headers.get("x-request-id")
  );
};
