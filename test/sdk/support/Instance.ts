import { createHash } from "node:crypto";
import { type Proof, readProof } from "./readProof.ts";

/** An in-memory instance for the SDK: it checks codes, verifiers, proofs and tokens, and misbehaves on demand. */
export interface Instance {
  readonly server: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** All requests that arrived, in order. */
  readonly calls: Array<Call>;
  readonly trouble: Trouble;
  /** Returns the URL of the response to an authorization URL. */
  readonly approve: (authorizeUrl: string) => string;
  readonly revokeAll: () => void;
  /** Refuses an access token from now on. */
  readonly expire: (accessToken: string) => void;
  readonly tokensAlive: () => number;
  /** How often a refresh token was reused after its 30 seconds. */
  readonly thefts: () => number;
}

export interface Call {
  readonly path: string;
  readonly form: URLSearchParams;
  readonly headers: Headers;
  readonly body: string;
  readonly proof: Proof | null;
}

export interface Trouble {
  /** The number of requests that do not arrive. */
  unreachable: number;
  /** The number of responses that are lost after the request was processed. */
  lostAnswers: number;
  /** The number of truncated responses. */
  brokenAnswers: number;
  /** The number of 503 responses. */
  busy: number;
  /** How far the clock of the server is ahead, in milliseconds. */
  ahead: number;
  nonce: string | null;
  /** Whether all proofs are refused. */
  refusesProofs: boolean;
  /** The lifetime of access tokens, in seconds. */
  life: number;
  /** The reason that is reported for ended logins. */
  endReason: string | null;
  /** Called while a request is in progress. */
  meanwhile: (call: Call) => void;
  /** The response of /graphql to authenticated requests. */
  graphql: (call: Call) => Readonly<Record<string, unknown>>;
}

interface Given {
  readonly pair: Readonly<Record<string, unknown>>;
  readonly at: number;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");

export const did = "did:plc:alice234alice234alice234";

export const makeInstance = (now: () => number, server = "https://records.example"): Instance => {
  const calls: Array<Call> = [];
  const trouble: Trouble = {
    unreachable: 0,
    lostAnswers: 0,
    brokenAnswers: 0,
    busy: 0,
    ahead: 0,
    nonce: null,
    refusesProofs: false,
    life: 900,
    endReason: null,
    meanwhile: () => {},
    graphql: () => ({ data: { viewer: { did } } })
  };
  const codes = new Map<string, URLSearchParams>();
  const pushed = new Map<string, URLSearchParams>();
  const access = new Map<string, { readonly until: number; readonly jkt: string | null }>();
  const current = new Map<string, string | null>();
  const rotated = new Map<string, Given>();
  const proofsSeen = new Set<string>();
  let made = 0;
  let stolen = 0;
  const time = () => now() + trouble.ahead;

  const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    new Response(body === null ? null : JSON.stringify(body), {
      status,
      headers: {
        date: new Date(time()).toUTCString(),
        ...(trouble.nonce !== null && { "dpop-nonce": trouble.nonce }),
        ...headers
      }
    });
  const refuse = (status: number, error: string, description = "as the test wants it") =>
    answer(status, { error, error_description: description });

  const faultOf = (proof: Proof | null, call: Call): string | null => {
    if (proof === null) return null;
    if (trouble.refusesProofs) return "invalid_dpop_proof";
    if (proof.htm !== "POST" || proof.htu !== server + call.path) return "invalid_dpop_proof";
    const age = time() / 1000 - proof.iat;
    if (age > 300 || age < -60 || proofsSeen.has(proof.jti)) return "invalid_dpop_proof";
    if (trouble.nonce !== null && proof.nonce !== trouble.nonce) return "use_dpop_nonce";
    proofsSeen.add(proof.jti);
    return null;
  };

  const givePair = (jkt: string | null) => {
    made++;
    const accessToken = `access-${made}`;
    access.set(accessToken, { until: time() + trouble.life * 1000, jkt });
    current.set(`refresh-${made}`, jkt);
    return {
      access_token: accessToken,
      refresh_token: `refresh-${made}`,
      token_type: jkt === null ? "Bearer" : "DPoP",
      expires_in: trouble.life,
      sub: did
    };
  };
  const revokeAll = () => {
    access.clear();
    current.clear();
    rotated.clear();
  };

  const redeem = ({ form, proof }: Call) => {
    const asked = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const isRight =
      asked?.get("code_challenge") === sha256(form.get("code_verifier") ?? "") &&
      asked.get("redirect_uri") === form.get("redirect_uri") &&
      (!asked.has("dpop_jkt") || asked.get("dpop_jkt") === proof?.jkt);
    return isRight ? answer(200, givePair(proof?.jkt ?? null)) : refuse(400, "invalid_grant", "Grant refused");
  };
  const refresh = ({ form, proof }: Call) => {
    const token = form.get("refresh_token") ?? "";
    const before = rotated.get(token);
    if (before !== undefined && time() - before.at <= 30_000) return answer(200, before.pair);
    if (current.get(token) !== (proof?.jkt ?? null)) {
      if (before !== undefined) {
        stolen++;
        revokeAll();
      }
      const why =
        trouble.endReason === null ? {} : { end_reason: trouble.endReason, end_message: "An administrator ended it." };
      return answer(400, { error: "invalid_grant", error_description: "Grant refused", ...why });
    }
    current.delete(token);
    const pair = givePair(proof?.jkt ?? null);
    rotated.set(token, { pair, at: time() });
    return answer(200, pair);
  };

  const token = (call: Call) => {
    const fault = faultOf(call.proof, call);
    if (fault !== null) return refuse(400, fault);
    if (call.path === "/oauth/revoke") {
      revokeAll();
      return answer(200, null);
    }
    if (call.path === "/oauth/par") {
      const uri = `urn:pushed:${pushed.size}`;
      pushed.set(uri, call.form);
      return answer(201, { request_uri: uri, expires_in: 240 });
    }
    return call.form.get("grant_type") === "refresh_token" ? refresh(call) : redeem(call);
  };

  const challenged = (error: string) =>
    answer(401, { errors: [{ message: error }] }, { "www-authenticate": `DPoP error="${error}", algs="ES256"` });

  const resource = (call: Call) => {
    const [scheme, given = ""] = (call.headers.get("authorization") ?? "").split(" ");
    if (scheme === "") return answer(200, trouble.graphql(call));
    const fault = faultOf(call.proof, call);
    if (fault !== null) return challenged(fault);
    const held = access.get(given);
    const isBound = (held?.jkt ?? null) === (call.proof?.jkt ?? null);
    if (held === undefined || held.until <= time()) return challenged("invalid_token");
    if (!isBound) return challenged(call.proof === null ? "invalid_token" : "invalid_dpop_proof");
    if (call.proof !== null && call.proof.ath !== sha256(given)) return challenged("invalid_token");
    if (call.path === "/blobs")
      return answer(200, { blob: { ref: "bafk", mimeType: call.headers.get("content-type"), size: call.body.length } });
    return answer(200, trouble.graphql(call));
  };

  return {
    server,
    calls,
    trouble,
    revokeAll,
    expire: (accessToken) => void access.delete(accessToken),
    tokensAlive: () => access.size,
    thefts: () => stolen,
    fetch: async (url, init) => {
      if (trouble.unreachable > 0) {
        trouble.unreachable--;
        throw new TypeError("Failed to fetch");
      }
      init.signal?.throwIfAborted();
      const request = new Request(url, { ...init, signal: null });
      const body = await request.clone().text();
      const isForm = (request.headers.get("content-type") ?? "").startsWith("application/x-www-form-urlencoded");
      const call: Call = {
        path: new URL(url).pathname,
        form: new URLSearchParams(isForm ? body : ""),
        headers: request.headers,
        body,
        proof: await readProof(request.headers.get("dpop"))
      };
      calls.push(call);
      trouble.meanwhile(call);
      if (trouble.busy > 0) {
        trouble.busy--;
        return answer(503, { error: "temporarily_unavailable" }, { "retry-after": "1" });
      }
      const response = /^\/oauth\//.test(call.path) ? token(call) : resource(call);
      if (trouble.brokenAnswers > 0) {
        trouble.brokenAnswers--;
        const breaking = new ReadableStream({ pull: (stream) => stream.error(new TypeError("network error")) });
        return new Response(breaking, response);
      }
      if (trouble.lostAnswers === 0) return response;
      trouble.lostAnswers--;
      throw new TypeError("Failed to fetch");
    },
    approve: (authorizeUrl) => {
      const sent = new URL(authorizeUrl).searchParams;
      const asked = pushed.get(sent.get("request_uri") ?? "") ?? sent;
      const code = `code-${codes.size}-${made}`;
      codes.set(code, asked);
      const back = new URL(asked.get("redirect_uri") ?? "");
      const parameters = { code, state: asked.get("state") ?? "", iss: server };
      for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value);
      return back.href;
    }
  };
};
