/*! Tidemark SDK 0.20.0 | MIT */

// sdk/src/parseJson.ts
var parseJson = (text) => {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
};

// sdk/src/TidemarkError.ts
var TidemarkError = class extends Error {
  constructor(reason, message, { cause, ...details } = {}) {
    super(message, { cause });
    Object.assign(this, { name: "TidemarkError", reason, errors: [], ...details });
  }
};

// sdk/src/http/abortAfter.ts
var abortAfter = (milliseconds) => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
};

// sdk/src/http/ServerClock.ts
var tolerated = 5e3;
var makeServerClock = (now) => {
  let ahead = 0;
  return {
    seconds: () => Math.floor((now() + ahead) / 1e3),
    ahead: () => ahead,
    learn: (date) => {
      const difference = Date.parse(date ?? "") - now();
      if (Math.abs(difference - ahead) > tolerated) ahead = difference;
    }
  };
};

// sdk/src/http/Connection.ts
var readBody = (text) => Object(parseJson(text));
var errorOf = (body, challenge) => typeof body.error === "string" ? body.error : /error="([^"]+)"/.exec(challenge ?? "")?.[1];
var serverAddress = (server) => {
  const isUrl = typeof server === "string" && /^https?:\/\/[^/?#]+\/*$/.test(server);
  if (isUrl) return server.replace(/\/+$/, "");
  throw new TidemarkError(
    "configuration",
    `createClient: server must be the URL of an instance, like "https://records.example.com". It is ${JSON.stringify(server)}.`
  );
};
var connect = (server, platform2, loginMethod = "loginWithRedirect") => {
  const clock = makeServerClock(platform2.now);
  let nonce;
  return {
    server,
    platform: platform2,
    loginMethod,
    seconds: clock.seconds,
    ahead: clock.ahead,
    nonce: () => nonce,
    send: async (path, { timeout: timeout2, ...init }) => {
      const limit = timeout2 === void 0 ? void 0 : abortAfter(timeout2);
      try {
        const signal = limit?.signal ?? init.signal ?? null;
        const response = await platform2.fetch(server + path, { ...init, signal, cache: "no-store" });
        clock.learn(response.headers.get("date"));
        nonce = response.headers.get("dpop-nonce") ?? nonce;
        const body = readBody(await response.text());
        const challenge = response.headers.get("www-authenticate");
        const wait = Number(response.headers.get("retry-after"));
        return {
          status: response.status,
          body,
          isChallenged: challenge !== null,
          error: errorOf(body, challenge),
          retryAfter: wait > 0 ? wait : void 0
        };
      } catch (cause) {
        if (init.signal?.aborted && init.signal.reason?.name !== "TimeoutError") throw cause;
        throw new TidemarkError(
          "unreachable",
          `No response from ${server}. It or the network may be down, or it is missing in connect-src of the content security policy.`,
          { cause }
        );
      } finally {
        limit?.clear();
      }
    }
  };
};

// sdk/src/http/Platform.ts
var platform = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
};

// sdk/src/http/throwIfUnavailable.ts
var throwIfUnavailable = ({ server }, { body, error, retryAfter, status }) => {
  const isExplained = status > 500 && status !== 503 && Array.isArray(body.errors);
  if (status !== 429 && status < 500 || isExplained) return;
  const why = status === 429 ? "received too many requests" : "is unavailable";
  const when = retryAfter === void 0 ? "in a moment" : `in ${retryAfter} seconds`;
  throw new TidemarkError("unavailable", `${server} ${why} (${status}). Try again ${when}.`, {
    retryAfter,
    code: error
  });
};

// sdk/src/hasReason.ts
var hasReason = (error, ...reasons) => error instanceof TidemarkError && reasons.includes(error.reason);

// sdk/src/http/withRetries.ts
var stillWriting = ["WRITE_IN_PROGRESS", "WRITE_UNSETTLED"];
var lastAttemptMs = 25e3;
var isTransient = (error) => hasReason(error, "unreachable", "unavailable") || error instanceof TidemarkError && stillWriting.includes(error.code);
var withRetries = async ({ now, wait }, attempt, waits2 = [500, 1500]) => {
  const start = now();
  for (const delay of waits2) {
    try {
      return await attempt();
    } catch (error) {
      const requested = error instanceof TidemarkError ? (error.retryAfter ?? 0) * 1e3 : 0;
      const next = Math.max(delay, requested);
      if (!isTransient(error) || now() - start + next > lastAttemptMs) throw error;
      await wait(next);
    }
  }
  return attempt();
};

// sdk/src/onlyTidemarkErrors.ts
var onlyTidemarkErrors = async (run, signal) => {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof TidemarkError || signal?.aborted) throw cause;
    throw new TidemarkError(
      "unexpected",
      `Unexpected: ${cause}. Check the types of the arguments. Chrome 94, Firefox 93, Safari 15 or Node 20 is required.`,
      { cause }
    );
  }
};

// sdk/src/hasMembers.ts
var hasMembers = (value, ...names) => typeof value === "object" && value !== null && names.every((name) => name in value);

// sdk/src/document/printDocument.ts
var isNode = (value) => hasMembers(value, "kind");
var print = (value) => {
  if (!isNode(value)) return value === void 0 || value === null ? "" : String(value);
  const write = writers[value.kind] ?? asWritten;
  return write(value);
};
var all = (values, between = " ") => Array.isArray(values) ? values.map(print).join(between) : "";
var around = (before, text, after2 = "") => text === "" ? "" : before + text + after2;
var directives = (node) => around(" ", all(node.directives));
var tail = (node) => directives(node) + print(node.selectionSet);
var asWritten = ({ value = "" }) => String(value);
var writers = {
  Document: (node) => all(node.definitions, "\n"),
  OperationDefinition: (node) => `${node.operation} ${print(node.name)}${around("(", all(node.variableDefinitions, ", "), ")")}${tail(node)}`,
  VariableDefinition: (node) => `${print(node.variable)}: ${print(node.type)}${around(" = ", print(node.defaultValue))}${directives(node)}`,
  SelectionSet: (node) => ` { ${all(node.selections)} }`,
  Field: (node) => `${around("", print(node.alias), ": ")}${print(node.name)}${around("(", all(node.arguments, ", "), ")")}${tail(node)}`,
  FragmentSpread: (node) => `...${print(node.name)}${directives(node)}`,
  InlineFragment: (node) => `...${around(" on ", print(node.typeCondition))}${tail(node)}`,
  FragmentDefinition: (node) => `fragment ${print(node.name)} on ${print(node.typeCondition)}${tail(node)}`,
  Directive: (node) => `@${print(node.name)}${around("(", all(node.arguments, ", "), ")")}`,
  Argument: (node) => `${print(node.name)}: ${print(node.value)}`,
  ObjectField: (node) => `${print(node.name)}: ${print(node.value)}`,
  Variable: (node) => `$${print(node.name)}`,
  NamedType: (node) => print(node.name),
  ListType: (node) => `[${print(node.type)}]`,
  NonNullType: (node) => `${print(node.type)}!`,
  NullValue: () => "null",
  StringValue: (node) => JSON.stringify(node.value),
  ListValue: (node) => `[${all(node.values, ", ")}]`,
  ObjectValue: (node) => `{${all(node.fields, ", ")}}`
};
var printDocument = (document) => isNode(document) ? print(document) : String(document);

// sdk/src/graphql/graphqlBody.ts
var bodyOf = (document, variables) => {
  try {
    return JSON.stringify({ query: printDocument(document), variables });
  } catch (cause) {
    throw new TidemarkError("configuration", `The document or its variables cannot be encoded as JSON: ${cause}`, {
      cause
    });
  }
};
var graphqlBody = (document, variables, { idempotencyKey, onCursor, signal }) => ({
  method: "POST",
  headers: {
    "content-type": "application/json",
    ...idempotencyKey !== void 0 && { "idempotency-key": idempotencyKey },
    ...onCursor && { "tidemark-cursor": "1" }
  },
  body: bodyOf(document, variables),
  signal: signal ?? null
});

// sdk/src/graphql/executeBy.ts
var executeBy = (send) => (document, variables, options = {}) => onlyTidemarkErrors(async () => {
  const { data, extensions } = await send("/graphql", graphqlBody(document, variables, options));
  options.onCursor?.(String(Object(extensions).cursor));
  return data;
}, options.signal);

// sdk/src/http/loginExpired.ts
var loginExpired = ({ loginMethod }, why = "", details) => new TidemarkError("login_expired", `The login has ended.${why} Call ${loginMethod} again.`, details);

// sdk/src/textIn.ts
var textIn = (value) => typeof value === "string" ? value : void 0;

// sdk/src/graphql/failureOf.ts
var isErrors = (value) => Array.isArray(value) && typeof value[0]?.message === "string";
var endIn = (errors) => errors.find(({ extensions }) => extensions?.reason === "reauthenticate");
var failureOf = (connection, { body, retryAfter, status }) => {
  const { data, errors } = body;
  if (!isErrors(errors)) {
    if ("data" in body || status < 300 && "blob" in body) return void 0;
    return new TidemarkError(
      "bad_answer",
      `The response of ${connection.server} is not that of an instance (${status}). Check server.`
    );
  }
  const [{ extensions, message }] = errors;
  const wait = typeof extensions?.retryAfter === "number" ? extensions.retryAfter : retryAfter;
  const details = { code: extensions?.code, errors, data, retryAfter: wait };
  const ended = endIn(errors);
  if (ended === void 0) return new TidemarkError("graphql", message, details);
  const { cause, endMessage } = ended.extensions ?? {};
  return loginExpired(connection, ` ${ended.message}`, {
    ...details,
    endReason: textIn(cause),
    endMessage: textIn(endMessage)
  });
};

// sdk/src/graphql/publicQuery.ts
var queriesWithoutLogin = (connection) => executeBy(
  (path, init) => withRetries(connection.platform, async () => {
    const response = await connection.send(path, init);
    throwIfUnavailable(connection, response);
    const failure = failureOf(connection, response);
    if (failure !== void 0) throw failure;
    return response.body;
  })
);
var publicQuery = (server) => queriesWithoutLogin(connect(serverAddress(server), platform));

// sdk/src/base64Url.ts
var bytesOf = (text) => new Uint8Array(new TextEncoder().encode(text));
var base64Url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
var randomText = (bytes) => base64Url(crypto.getRandomValues(new Uint8Array(bytes)));
var sha256 = async (text) => base64Url(await crypto.subtle.digest("SHA-256", bytesOf(text)));

// sdk/src/http/sendSigned.ts
var sendSigned = async (connection, path, sign) => {
  for (let retries = 2; ; retries--) {
    const [nonce, ahead] = [connection.nonce(), connection.ahead()];
    const response = await connection.send(path, await sign(connection.server + path));
    const isProofRefused = response.error === "use_dpop_nonce" ? connection.nonce() !== nonce : connection.ahead() !== ahead && (response.isChallenged || response.error === "invalid_dpop_proof");
    if (retries === 0 || !isProofRefused) return response;
  }
};

// sdk/src/graphql/requestsAs.ts
var proofRefused = (connection) => new TidemarkError(
  "client_refused",
  `${connection.server} refused the DPoP proof. Set server to exactly the issuer of the instance.`,
  { code: "invalid_dpop_proof" }
);
var requestsAs = (connection, credentials, session) => {
  const sendAs = (login, path, init) => sendSigned(connection, path, async (url) => {
    const headers = await credentials.atResource(url, login.accessToken);
    return { ...init, headers: { ...init.headers, ...headers } };
  });
  const send = async (path, init) => {
    let login = await session.fresh();
    const attempt = async () => {
      let response = await sendAs(login, path, init);
      if (response.isChallenged) {
        login = await session.fresh(login.accessToken);
        response = await sendAs(login, path, init);
      }
      throwIfUnavailable(connection, response);
      if (response.isChallenged && response.error === "invalid_token") throw loginExpired(connection);
      if (response.isChallenged) throw proofRefused(connection);
      const failure = failureOf(connection, response);
      if (failure !== void 0) throw failure;
      return response.body;
    };
    return withRetries(
      connection.platform,
      () => attempt().catch(async (error) => {
        if (hasReason(error, "login_expired")) await session.forget(login);
        throw error;
      })
    );
  };
  const executeOnce = executeBy(send);
  const execute = (document, variables, options = {}) => executeOnce(document, variables, { ...options, idempotencyKey: options.idempotencyKey ?? randomText(16) });
  return {
    query: execute,
    mutate: execute,
    uploadBlob: (file, { signal } = {}) => onlyTidemarkErrors(async () => {
      const headers = { "content-type": file.type || "application/octet-stream" };
      const { blob } = await send("/blobs", { method: "POST", headers, body: file, signal: signal ?? null });
      return blob;
    }, signal)
  };
};

// sdk/src/Listeners.ts
var makeListeners = () => {
  const wrapped = /* @__PURE__ */ new Set();
  return {
    add: (listener) => {
      const entry = { listener };
      wrapped.add(entry);
      return () => void wrapped.delete(entry);
    },
    notify: () => {
      for (const { listener } of [...wrapped]) listener();
    },
    count: () => wrapped.size
  };
};

// sdk/src/oauth/authorizationCode.ts
var authorizationCode = (response, begun, { loginMethod, server }) => {
  const error = response.get("error");
  if (begun === null) {
    throw new TidemarkError(
      "login_missing",
      `This response belongs to a login that was not started in this ${loginMethod === "beginLogin" ? "browser" : "tab"}, or was already completed. Call ${loginMethod} again.`,
      { code: error ?? void 0 }
    );
  }
  if (response.get("state") !== begun.state) {
    throw new TidemarkError(
      "state_mismatch",
      `state does not match: this response belongs to another login and may be forged. Call ${loginMethod} again.`
    );
  }
  const issuer = response.get("iss");
  if (issuer !== null && issuer !== server) {
    throw new TidemarkError(
      "state_mismatch",
      `This response is from ${issuer}, but the login was started at ${server}. Set server to exactly the issuer of the instance.`
    );
  }
  if (error !== null) {
    const description = response.get("error_description") ?? error;
    throw new TidemarkError("login_refused", `Not logged in: ${description}`, { code: error });
  }
  const code = response.get("code");
  if (code === null) throw new TidemarkError("bad_answer", "The response has neither code nor error.");
  return code;
};
var codeGrant = (code, { redirectUri, verifier }) => ({
  grant_type: "authorization_code",
  code,
  redirect_uri: redirectUri,
  code_verifier: verifier
});

// sdk/src/oauth/authorizationParameters.ts
var cleaned = (handle) => (handle ?? "").trim().replace(/^@/, "");
var authorizationParameters = async ({ redirectUri, state, verifier }, { clientId, dpopJkt, handle, scope }) => {
  const hint = cleaned(handle);
  return {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: await sha256(verifier),
    code_challenge_method: "S256",
    state,
    ...hint !== "" && { login_hint: hint },
    ...scope !== void 0 && { scope },
    ...dpopJkt !== void 0 && { dpop_jkt: dpopJkt }
  };
};

// sdk/src/oauth/postForm.ts
var waits = [500, 1500, 4e3, 8e3];
var timeout = 1e4;
var refused = (connection, { body, error, status }) => {
  if (error === void 0) {
    return new TidemarkError(
      "bad_answer",
      `The response of ${connection.server} is not that of an instance (${status}). Check server.`
    );
  }
  const details = `${error}: ${body.error_description ?? status}`;
  if (error === "invalid_grant") {
    const endMessage = textIn(body.end_message);
    return loginExpired(connection, ` ${endMessage ?? details}`, {
      code: error,
      endReason: textIn(body.end_reason),
      endMessage
    });
  }
  return new TidemarkError(
    "client_refused",
    `${connection.server} refused the request (${details}). Check clientId, redirectUri and scope.`,
    { code: error }
  );
};
var postForm = (connection, credentials, path, form) => withRetries(
  connection.platform,
  async () => {
    const response = await sendSigned(connection, path, async (url) => {
      const own = await credentials.atServer(url);
      return {
        method: "POST",
        headers: own.headers,
        body: new URLSearchParams({ ...form, ...own.form }),
        keepalive: true,
        timeout
      };
    });
    throwIfUnavailable(connection, response);
    if (response.status >= 300) throw refused(connection, response);
    return response.body;
  },
  waits
);

// sdk/src/oauth/authorizationUrl.ts
var mustPush = (clientId) => /^https?:/.test(clientId);
var authorizationUrl = async (connection, credentials, parameters, isPushed) => {
  const authorize = `${connection.server}/oauth/authorize`;
  const { client_id = "" } = parameters;
  if (!isPushed && !mustPush(client_id)) return `${authorize}?${new URLSearchParams(parameters)}`;
  const { request_uri } = await postForm(connection, credentials, "/oauth/par", parameters);
  if (typeof request_uri === "string") return `${authorize}?${new URLSearchParams({ client_id, request_uri })}`;
  throw new TidemarkError("bad_answer", `${connection.server} returned no request_uri.`);
};

// sdk/src/parseStored.ts
var parseStored = (text, ...members) => {
  const value = parseJson(text);
  return hasMembers(value, ...members) ? value : null;
};

// sdk/src/oauth/BegunLogin.ts
var beginLogin = (redirectUri) => ({
  state: randomText(16),
  verifier: randomText(32),
  redirectUri
});
var readBegunLogin = (text) => parseStored(text, "state", "verifier", "redirectUri");

// sdk/src/oauth/signJwt.ts
var signJwt = async (header, claims, privateKey) => {
  const signed = [header, claims].map((part) => base64Url(bytesOf(JSON.stringify(part)))).join(".");
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, bytesOf(signed));
  return `${signed}.${base64Url(signature)}`;
};

// sdk/src/oauth/keyCredentials.ts
var type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
var keyCredentials = (connection, clientId, key) => ({
  atServer: async () => {
    const { kid, privateKey } = await key();
    const iat = connection.seconds();
    const claims = { iss: clientId, sub: clientId, aud: connection.server, jti: randomText(16), iat, exp: iat + 60 };
    const assertion = await signJwt({ alg: "ES256", typ: "JWT", kid }, claims, privateKey);
    return {
      form: { client_id: clientId, client_assertion_type: type, client_assertion: assertion },
      headers: {}
    };
  },
  atResource: async (_, accessToken) => ({ Authorization: `Bearer ${accessToken}` })
});

// sdk/src/oauth/requestTokens.ts
var renewalMarginMs = 3e4;
var requestTokens = async (connection, credentials, grant) => {
  const body = await postForm(connection, credentials, "/oauth/token", grant);
  const { access_token: accessToken, refresh_token: refreshToken, sub: did } = body;
  if (typeof accessToken !== "string" || typeof refreshToken !== "string" || typeof did !== "string") {
    throw new TidemarkError(
      "bad_answer",
      `${connection.server} returned no access_token, refresh_token or sub. Register the client with the grant type refresh_token.`
    );
  }
  const lifetime = Number(body.expires_in ?? 300) * 1e3;
  const now = connection.platform.now();
  return {
    did,
    accessToken,
    refreshToken,
    expiresAt: now + lifetime,
    renewAt: now + lifetime - Math.min(renewalMarginMs, lifetime / 10)
  };
};

// sdk/src/oauth/requireClientId.ts
var requireClientId = (clientId) => {
  if (typeof clientId === "string" && clientId !== "") return;
  throw new TidemarkError("configuration", "createClient: clientId is missing. Register the app.");
};

// sdk/src/oauth/secretCredentials.ts
var encoded = (text) => new URLSearchParams({ "": text }).toString().slice(1);
var secretCredentials = (clientId, secret, method) => ({
  atServer: async () => method === "client_secret_post" ? { form: { client_id: clientId, client_secret: secret }, headers: {} } : { form: {}, headers: { Authorization: `Basic ${btoa(`${encoded(clientId)}:${encoded(secret)}`)}` } },
  atResource: async (_, accessToken) => ({ Authorization: `Bearer ${accessToken}` })
});

// sdk/src/session/StoredLogin.ts
var readLogin = (text) => parseStored(text, "did", "accessToken", "refreshToken");

// sdk/src/session/FallbackTokens.ts
var renewedFrom = (text, stored) => {
  const [of = "", login = ""] = stored?.split("\n") ?? [];
  return of === text ? readLogin(login) : null;
};
var makeFallbackTokens = (name, shared) => {
  let here = null;
  return {
    find: async (text) => {
      const mine = renewedFrom(text, here);
      const theirs = renewedFrom(text, await shared?.get(name).catch(() => null) ?? null);
      return mine !== null && theirs !== null && mine.expiresAt < theirs.expiresAt ? theirs : mine ?? theirs;
    },
    store: async (text, login) => {
      here = `${text}
${JSON.stringify(login)}`;
      return shared === void 0 || shared.set(name, here).then(
        () => true,
        () => false
      );
    },
    clear: async () => {
      here = null;
      await shared?.remove(name).catch(() => void 0);
    }
  };
};

// sdk/src/session/revokeToken.ts
var revokeToken = (connection, credentials, refreshToken) => postForm(connection, credentials, "/oauth/revoke", { token: refreshToken }).then(
  () => "revoked",
  (error) => hasReason(error, "client_refused", "login_expired", "insecure_context") ? "refused" : "later"
);

// sdk/src/session/Session.ts
var notLoggedIn = ({ loginMethod }) => new TidemarkError(
  "not_logged_in",
  `Nobody is logged in. Call ${loginMethod} first, or use publicQuery for public data.`
);
var withoutTokens = (login) => JSON.stringify({ ...login, accessToken: "", renewAt: 0, expiresAt: 0 });
var makeSession = (connection, credentials, { discard, exclusively, storage, fallback }) => {
  const { now } = connection.platform;
  const read = async () => storage.get();
  const latest = async () => {
    const text = await storage.get();
    const stored = readLogin(text);
    const renewed = stored && await fallback.find(text ?? "");
    return { text: text ?? "", login: renewed ?? stored, isFallback: renewed !== null };
  };
  const save = async (login, text) => {
    try {
      await storage.set(JSON.stringify(login));
      await fallback.clear();
    } catch {
      const stored = readLogin(text);
      if (await fallback.store(text, login) || stored === null) return;
      const mark = withoutTokens(stored);
      try {
        await storage.set(mark);
        await fallback.store(mark, login);
      } catch {
      }
    }
  };
  const forget = async (login) => {
    if ((await latest()).login?.refreshToken !== login.refreshToken) return;
    await storage.remove();
    await fallback.clear();
  };
  const renew = async (login, text) => {
    const grant = { grant_type: "refresh_token", refresh_token: login.refreshToken };
    const renewed = await requestTokens(connection, credentials, grant).catch(async (error) => {
      if (hasReason(error, "login_expired")) await forget(login);
      throw error;
    });
    const stored = await read().catch(() => text);
    const current = readLogin(stored);
    if (stored === text) {
      await save(renewed, text);
      return renewed;
    }
    if (current?.did === login.did) return current;
    await discard(renewed);
    throw notLoggedIn(connection);
  };
  const isDue = (login, refused2) => login.accessToken === refused2 || !(login.renewAt > now());
  const renewIfDue = async (refused2) => {
    const { isFallback, login, text } = await latest();
    if (login === null) throw notLoggedIn(connection);
    if (!isDue(login, refused2)) {
      if (isFallback) await save(login, text);
      return login;
    }
    if (login.accessToken === "") {
      throw new TidemarkError(
        "storage_unavailable",
        `Only another tab has the refreshed tokens: they could not be stored. Free some space, or call ${connection.loginMethod} again.`
      );
    }
    return renew(login, text).catch((error) => {
      const isTemporary = hasReason(error, "unreachable", "unavailable");
      if (isTemporary && login.accessToken !== refused2 && login.expiresAt > now()) return login;
      throw error;
    });
  };
  return {
    begin: async (grant, freeSpace) => {
      const login = await requestTokens(connection, credentials, grant);
      await fallback.clear();
      try {
        freeSpace();
        await storage.set(JSON.stringify(login));
      } catch (error) {
        await discard(login);
        throw error;
      }
      return login;
    },
    forget,
    fresh: async (refused2) => {
      const login = readLogin(await read());
      if (login === null) throw notLoggedIn(connection);
      return isDue(login, refused2) ? exclusively(() => renewIfDue(refused2)) : login;
    }
  };
};

// sdk/src/subscription/openSocket.ts
var silenceMs = 3e4;
var timeoutMs = 1e4;
var openSocket = (environment, url, payload, onMessage, onClose) => new Promise((resolve) => {
  const socket = environment.open(url, "graphql-transport-ws");
  const send = (message) => socket.send(JSON.stringify(message));
  const close = () => {
    cancel();
    socket.onmessage = socket.onclose = null;
    socket.close();
  };
  const end = (code, reason) => {
    close();
    onClose(code, reason);
    resolve(null);
  };
  const lose = () => end(1006);
  const wait = (milliseconds, run) => {
    cancel();
    cancel = environment.after(milliseconds, run);
  };
  let cancel = environment.after(timeoutMs, lose);
  const check = () => {
    send({ type: "ping" });
    wait(timeoutMs, lose);
  };
  socket.onopen = () => send({ type: "connection_init", payload });
  socket.onclose = ({ code, reason }) => end(code, reason);
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data));
    wait(silenceMs, check);
    if (message.type === "ping") send({ type: "pong" });
    if (message.type === "connection_ack") resolve({ send, close, check });
    else onMessage(message);
  };
});

// sdk/src/subscription/retryDelay.ts
var firstMs = 1e3;
var longestMs = 3e4;
var inactiveMs = 6e4;
var retryDelay = (failures, { isActive, random }) => (isActive() ? Math.min(firstMs * 2 ** failures, longestMs) : inactiveMs) * (1 - random() / 2);

// sdk/src/subscription/makeSubscriptions.ts
var soonMs = 5e3;
var refusalLimit = 3;
var forbidden = 4403;
var fatal = [4400, 4401, 4406, 4409];
var call = async (run, ...values) => run?.(...values);
var makeSubscriptions = (environment) => ({ connection, login, query: send }, failureOf2, TidemarkError2) => {
  const url = `${connection.server}/graphql`;
  const running = /* @__PURE__ */ new Map();
  let started = 0;
  let current = null;
  let currentToken;
  let did;
  let failures = 0;
  let refusals = 0;
  let generation = 0;
  let steps = Promise.resolve();
  let cancel = () => {
  };
  const all2 = () => [...running.values()];
  const remove = ({ end, id, signal }) => {
    signal?.removeEventListener("abort", end);
    const isRemoved = running.delete(id);
    if (running.size === 0) schedule(0);
    return isRemoved;
  };
  const fail = (subscription, error) => {
    if (!remove(subscription)) return;
    const { reason } = error;
    const isLogout = reason === "not_logged_in" && did !== void 0;
    if (!isLogout) void call(subscription.onError, error);
    void call(subscription.onEnd, isLogout || reason === "login_expired" ? "logged_out" : "failed");
  };
  const failAll = (error) => {
    for (const subscription of all2()) fail(subscription, error);
  };
  const schedule = (milliseconds) => {
    cancel();
    cancel = environment.after(milliseconds, () => {
      steps = steps.then(step).catch((cause) => {
        const error = cause instanceof TidemarkError2 ? cause : new TidemarkError2("unexpected", `${cause}`, { cause });
        if (/^un(reach|avail)able$/.test(error.reason)) retry(error.retryAfter);
        else failAll(error);
      });
    });
  };
  const retry = (seconds = 0) => schedule(Math.max(seconds * 1e3, retryDelay(failures++, environment)));
  const use = (socket) => {
    const previous = current;
    current = socket;
    for (const subscription of all2()) {
      const { cursor, id, onStatus, query, socket: from, variables } = subscription;
      if (socket === from || socket !== null && cursor === null) continue;
      subscription.socket = socket;
      socket?.send({ id, type: "subscribe", payload: { query, variables: { ...variables, after: cursor } } });
      if (socket === null || from === null) void call(onStatus, socket === null ? "connecting" : "live");
    }
    if (previous !== socket) previous?.close();
  };
  const onMessage = ({ id = "", payload, type: type2 }, socket) => {
    failures = 0;
    const subscription = running.get(id);
    if (subscription?.socket !== socket || subscription === void 0) return;
    if (type2 === "complete") {
      remove(subscription);
      return void call(subscription.onEnd, "completed");
    }
    const body = type2 === "error" ? { errors: payload } : Object(payload);
    const error = failureOf2(connection, { body, status: 200, retryAfter: void 0 });
    if (type2 === "next") {
      const cursor = String(body.extensions?.cursor);
      subscription.cursor = cursor;
      if (error === void 0) void call(subscription.onData, body.data, { cursor });
      else void call(subscription.onError, error);
    } else if (/^(UNAVAILABLE|SCHEMA_CHANGED)$/.test(error?.code ?? "")) {
      subscription.socket = null;
      retry(error?.retryAfter);
    } else if (error) fail(subscription, error);
  };
  const open = async (token) => {
    const payload = token === void 0 ? token : await login?.credentials.atResource(url, token, "GET");
    let socket = null;
    socket = await openSocket(
      environment,
      url.replace("http", "ws"),
      payload,
      (message) => onMessage(message, socket),
      (code, reason) => {
        if (socket !== null) use(null);
        if (fatal.includes(code) || code === forbidden && (login === void 0 || refusals++ > refusalLimit))
          failAll(new TidemarkError2("client_refused", `Not connected (${code}): ${reason}`));
        else retry();
      }
    );
    return socket;
  };
  const step = async () => {
    const attempt = generation;
    if (running.size === 0) {
      did = void 0;
      return sleep();
    }
    const starting = all2().filter(({ cursor }) => cursor === null);
    if (starting.length > 0 || refusals > 0) {
      await send("{ __typename }", void 0, {
        onCursor: (cursor) => {
          for (const subscription of starting) subscription.cursor = cursor;
        }
      });
    }
    const session = await login?.session.fresh();
    did ??= session?.did;
    if (session?.did !== did) throw new TidemarkError2("not_logged_in", "");
    if (current === null || session?.accessToken !== currentToken) {
      const socket = await open(session?.accessToken);
      if (socket === null) return;
      if (generation !== attempt) return socket.close();
      currentToken = session?.accessToken;
      refusals = 0;
      use(socket);
    } else use(current);
    if (all2().some((subscription) => subscription.socket === null)) schedule(0);
    else if (session) schedule(Math.max(session.renewAt - connection.platform.now(), soonMs));
  };
  const sleep = () => {
    generation++;
    cancel();
    use(null);
  };
  const wake = () => {
    failures = 0;
    if (current === null) schedule(0);
    else current.check();
  };
  environment.watch(wake, sleep);
  login?.onLogout(() => {
    sleep();
    schedule(0);
  });
  return (query, variables, options) => {
    const { onData, signal } = options;
    const end = () => {
      const { id, socket } = subscription;
      if (remove(subscription)) socket?.send({ id, type: "complete" });
    };
    const subscription = {
      id: `${++started}`,
      query,
      variables,
      ...options,
      // A typed document was generated from the schema of the instance, which guarantees the type.
      onData: (data, event) => onData(data, event),
      end,
      cursor: variables.after ?? null,
      socket: null
    };
    if (signal?.aborted) return end;
    running.set(subscription.id, subscription);
    signal?.addEventListener("abort", end);
    if (/\$after\b/.test(query)) schedule(0);
    else fail(subscription, new TidemarkError2("configuration", "Declare $after: String, and pass after: $after."));
    return end;
  };
};

// sdk/src/subscription/subscribeLater.ts
var subscribeLater = (load, host) => {
  let loaded;
  return (document, variables, options) => {
    let end = () => {
    };
    loaded ??= load().then(({ start }) => start(host, failureOf, TidemarkError));
    loaded.then(
      (start) => {
        end &&= start(printDocument(document), { ...variables }, options);
      },
      (cause) => {
        loaded = void 0;
        options.onError(new TidemarkError("unreachable", "sdk/subscribe.js could not be loaded.", { cause }));
        options.onEnd?.("failed");
      }
    );
    return () => {
      end?.();
      end = null;
    };
  };
};

// sdk/src/node/clientKey.ts
var isClientKey = (key) => "privateKey" in key;
var imported = async (jwk) => {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const { crv, d, kty, x, y } = jwk;
  const privateKey = await crypto.subtle.importKey("jwk", { crv, d, kty, x, y }, algorithm, false, ["sign"]).catch((cause) => {
    throw new TidemarkError("configuration", "createClient: privateKey must be a private P-256 key in JWK format.", {
      cause
    });
  });
  return "kid" in jwk && typeof jwk.kid === "string" ? { privateKey, kid: jwk.kid } : { privateKey };
};
var clientKey = (key) => {
  let read;
  return () => {
    read ??= isClientKey(key) ? Promise.resolve(key) : imported(key);
    return read;
  };
};

// sdk/src/node/fallbackInMemory.ts
var fallbackInMemory = () => {
  const texts = /* @__PURE__ */ new Map();
  return {
    get: async (name) => texts.get(name) ?? null,
    set: async (name, text) => void texts.set(name, text),
    remove: async (name) => void texts.delete(name)
  };
};

// sdk/src/node/guardedStore.ts
var guardedStore = (store) => {
  const guarded = async (run) => {
    try {
      return await run();
    } catch (cause) {
      throw new TidemarkError("storage_unavailable", `The store passed to createClient failed: ${cause}`, {
        cause
      });
    }
  };
  return {
    get: (name) => guarded(() => store.get(name)),
    set: (name, text, seconds) => guarded(() => store.set(name, text, seconds)),
    remove: (name) => guarded(() => store.remove(name))
  };
};

// sdk/src/node/keyedMutex.ts
var keyedMutex = () => {
  const last = /* @__PURE__ */ new Map();
  return (name) => (run) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(run);
    const settled = turn.catch(() => void 0).then(() => {
      if (last.get(name) === settled) last.delete(name);
    });
    last.set(name, settled);
    return turn;
  };
};

// sdk/src/subscription/SubscriptionEnvironment.ts
var after = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

// sdk/src/node/processEnvironment.ts
var processEnvironment = (Socket = globalThis.WebSocket) => ({
  open: (url, protocol) => {
    if (Socket === void 0) {
      throw new TidemarkError(
        "configuration",
        "subscribe: this runtime has no WebSocket. Use Node.js 22 or later, or pass one to createClient: { WebSocket }."
      );
    }
    const socket = new Socket(url, protocol);
    socket.onerror = () => {
    };
    return socket;
  },
  after,
  random: () => Math.random(),
  isActive: () => true,
  watch: () => {
  }
});

// sdk/src/node/Store.ts
var memoryStore = (now = Date.now) => {
  const entries = /* @__PURE__ */ new Map();
  const isExpired = ({ until }) => until <= now();
  return {
    get: async (name) => {
      const found = entries.get(name);
      return found === void 0 || isExpired(found) ? null : found.text;
    },
    set: async (name, text, seconds) => {
      for (const [old, entry] of entries) if (isExpired(entry)) entries.delete(old);
      entries.set(name, { text, until: seconds === null ? Number.POSITIVE_INFINITY : now() + seconds * 1e3 });
    },
    remove: async (name) => {
      entries.delete(name);
    }
  };
};

// sdk/src/node/createClient.ts
var loginTimeout = 3600;
var credentialsOf = (connection, options) => {
  const { clientId, clientSecret, privateKey, secretMethod = "client_secret_basic" } = options;
  requireClientId(clientId);
  if (clientSecret === "")
    throw new TidemarkError(
      "configuration",
      "createClient: clientSecret is empty. Check the variable that it is read from."
    );
  if (clientSecret !== void 0 && privateKey === void 0)
    return secretCredentials(clientId, clientSecret, secretMethod);
  if (privateKey !== void 0 && clientSecret === void 0)
    return keyCredentials(connection, clientId, clientKey(privateKey));
  throw new TidemarkError(
    "configuration",
    "createClient: set either clientSecret or privateKey, whichever the client is registered with."
  );
};
var createClient = (options, runtime = platform) => {
  const { clientId, redirectUri, scope } = options;
  const connection = connect(serverAddress(options.server), runtime, "beginLogin");
  const credentials = credentialsOf(connection, options);
  const store = guardedStore(options.store ?? memoryStore(runtime.now));
  const fallbackStore = fallbackInMemory();
  const mutex = keyedMutex();
  const prefix = `tidemark ${connection.server} ${clientId}`;
  const loginName = (did) => `${prefix} ${did}`;
  const begunName = (state) => `${prefix} state ${state}`;
  const discard = ({ refreshToken }) => revokeToken(connection, credentials, refreshToken);
  const publicQuery2 = queriesWithoutLogin(connection);
  const environment = processEnvironment(options.WebSocket);
  const subscribeBy = (query, login) => subscribeLater(async () => ({ start: makeSubscriptions(environment) }), {
    connection,
    query,
    ...login && { login }
  });
  const as = (did) => {
    const name = loginName(did);
    const storage = {
      get: () => store.get(name),
      set: (text) => store.set(name, text, null),
      remove: () => store.remove(name)
    };
    const exclusively = mutex(name);
    const fallback = makeFallbackTokens(name, fallbackStore);
    const session = makeSession(connection, credentials, { discard, exclusively, storage, fallback });
    const requests = requestsAs(connection, credentials, session);
    const logouts = makeListeners();
    return {
      ...requests,
      subscribe: subscribeBy(requests.query, { session, credentials, onLogout: logouts.add }),
      getUser: () => ({ did }),
      isAuthenticated: async () => readLogin(await storage.get()) !== null,
      logout: async () => {
        const login = readLogin(await storage.get());
        await storage.remove();
        await fallback.clear();
        logouts.notify();
        return { revoked: login === null || await exclusively(() => discard(login)) === "revoked" };
      }
    };
  };
  const complete = async (url, state) => {
    const name = begunName(state ?? "");
    const begun = readBegunLogin(await store.get(name));
    const code = authorizationCode(new URL(url, redirectUri).searchParams, begun, connection);
    await store.remove(name);
    const login = await requestTokens(connection, credentials, codeGrant(code, begun ?? beginLogin(redirectUri)));
    await store.set(loginName(login.did), JSON.stringify(login), null).catch(async (error) => {
      await discard(login);
      throw error;
    });
    return { did: login.did };
  };
  return {
    as,
    publicQuery: publicQuery2,
    publicSubscribe: subscribeBy(publicQuery2),
    beginLogin: ({ handle } = {}) => onlyTidemarkErrors(async () => {
      const begun = beginLogin(redirectUri);
      const parameters = await authorizationParameters(begun, { clientId, handle, scope });
      const url = await authorizationUrl(connection, credentials, parameters, options.pushed);
      await store.set(begunName(begun.state), JSON.stringify(begun), loginTimeout);
      return { url, state: begun.state };
    }),
    completeLogin: (url, state) => onlyTidemarkErrors(() => complete(url, state))
  };
};

// sdk/src/version.ts
var version = "0.20.0";
export {
  TidemarkError,
  createClient,
  memoryStore,
  publicQuery,
  version
};
