import type { Connection, Sending } from "./Connection.ts";
import type { ParsedResponse } from "./ParsedResponse.ts";

/** Sends a request with a proof, and signs it again if only the nonce or the time was wrong: the server did not process it then. */
export const sendSigned = async (
  connection: Connection,
  path: string,
  sign: (url: string) => Promise<Sending>
): Promise<ParsedResponse> => {
  for (let retries = 2; ; retries--) {
    const [nonce, ahead] = [connection.nonce(), connection.ahead()];
    const response = await connection.send(path, await sign(connection.server + path));
    const isProofRefused =
      response.error === "use_dpop_nonce"
        ? connection.nonce() !== nonce
        : connection.ahead() !== ahead && (response.isChallenged || response.error === "invalid_dpop_proof");
    if (retries === 0 || !isProofRefused) return response;
  }
};
