import type { Answer, Sent } from "./HttpWire.ts";
import { hashOf, type ProofKey } from "./ProofKey.ts";
import type { Session } from "./steps.ts";
import type { Target } from "./Target.ts";

const question = JSON.stringify({ query: "{ __typename }" });

/** Asks the resource with whatever headers a check wants to try. */
export const askResource = (
  target: Target,
  headers: Sent["headers"] = {},
  node = 0,
  body = question
): Promise<Answer> =>
  target.send(
    target.resource(),
    { method: "POST", headers: { "content-type": "application/json", ...headers }, body },
    node
  );

export const resourceProof = (
  target: Target,
  key: ProofKey,
  accessToken: string,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {}
): Promise<string> =>
  key.proof("POST", target.resource().href, { iat: target.now, ath: hashOf(accessToken), ...claims }, header);

/** The headers that carry a session's access token as it is bound. */
export const credentialsOf = async (
  target: Target,
  { accessToken, client, key }: Pick<Session, "accessToken" | "client" | "key">
): Promise<Readonly<Record<string, string>>> =>
  client.method === "none"
    ? { authorization: `DPoP ${accessToken}`, dpop: await resourceProof(target, key, accessToken) }
    : { authorization: `Bearer ${accessToken}` };

/** Whether the resource takes a session's access token; a read with a bad one runs without a viewer and says so. */
export const isActive = async (
  target: Target,
  session: Pick<Session, "accessToken" | "client" | "key">,
  node = 0
): Promise<boolean> => {
  const answer = await askResource(target, await credentialsOf(target, session), node);
  return answer.status === 200 && answer.header("www-authenticate") === null;
};

/** Waits for a fact, no longer than it may take. */
export const within = async (milliseconds: number, fact: () => Promise<boolean>, late: string): Promise<void> => {
  const end = Date.now() + milliseconds;
  while (!(await fact())) {
    if (Date.now() > end) throw new Error(`${late}, after ${milliseconds} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};

const change = JSON.stringify({ query: "mutation { __typename }" });

/** Asks for what only somebody known may do: whoever brings a bad credential is told by a 401. */
export const askMutation = (target: Target, headers: Sent["headers"] = {}, node = 0): Promise<Answer> =>
  askResource(target, headers, node, change);
