import type { Connection, Sending } from "./Connection.ts";
import type { ParsedResponse } from "./ParsedResponse.ts";

/** Sends what holds a proof, and signs it anew where only its nonce or its time was wrong: nothing was used up then. */
export const sendSigned = async (
  connection: Connection,
  path: string,
  sign: (url: string) => Promise<Sending>
): Promise<ParsedResponse> => {
  for (let left = 2; ; left--) {
    const [nonce, ahead] = [connection.nonce(), connection.ahead()];
    const answer = await connection.send(path, await sign(connection.server + path));
    const isProofRefused =
      answer.error === "use_dpop_nonce"
        ? connection.nonce() !== nonce
        : connection.ahead() !== ahead && (answer.isChallenged || answer.error === "invalid_dpop_proof");
    if (left === 0 || !isProofRefused) return answer;
  }
};
