import { getOperationAST, OperationTypeNode, parse } from "graphql";
import { anonymousClient, signedInClient } from "./login.js";

const post = async (request, headers) => {
  const response = await fetch("/graphql", {
    method: "POST",
    // Without the session of the settings: nobody is nobody.
    credentials: "omit",
    headers: {
      accept: "application/graphql-response+json, application/json;q=0.9",
      "content-type": "application/json",
      ...headers
    },
    body: JSON.stringify(request)
  });
  return response.json();
};

const kindOf = ({ operationName, query }) => {
  try {
    return getOperationAST(parse(query), operationName)?.operation ?? null;
  } catch {
    return null;
  }
};

/** The response that an error of the SDK reports. */
const responseOf = (error) => {
  const errors = error?.errors?.length > 0 ? error.errors : [{ message: error?.message ?? String(error) }];
  return error?.data === undefined ? { errors } : { errors, data: error.data };
};

const sendAs = async (client, kind, { query, variables }) => {
  const send = kind === OperationTypeNode.MUTATION ? client.mutate : client.query;
  try {
    return { data: await send(query, variables) };
  } catch (error) {
    return responseOf(error);
  }
};

/** The SDK returns no extensions. The service computes the cost from the operation, so an estimate has the same cost. */
const executeAs = async (client, kind, request) => {
  const [response, estimated] = await Promise.all([
    sendAs(client, kind, request),
    estimate(request).catch(() => ({ cost: null }))
  ]);
  return estimated.cost === null ? response : { ...response, extensions: { cost: estimated.cost } };
};

/** The responses of a subscription, until it ends or the reader stops. */
async function* subscribeAs(subscribe, { query, variables }) {
  const received = [];
  let wake = () => {};
  let isOver = false;
  const push = (entry) => {
    received.push(entry);
    wake();
  };
  const stop = subscribe(query, variables ?? {}, {
    onData: (data) => push({ data }),
    onError: (error) => push(responseOf(error)),
    onEnd: () => {
      isOver = true;
      wake();
    }
  });
  try {
    for (;;) {
      while (received.length > 0) yield received.shift();
      if (isOver) return;
      await new Promise((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    stop();
  }
}

async function* subscribeAnonymously(request) {
  const { publicSubscribe } = await anonymousClient();
  yield* subscribeAs(publicSubscribe, request);
}

/** The SDK sends whole documents: other operations of the document are left out. */
const onlyOperation = (request) => {
  const { definitions } = parse(request.query);
  const operations = definitions.filter(({ kind }) => kind === "OperationDefinition");
  if (operations.length < 2 || !request.operationName) return request;
  const kept = definitions.filter(
    ({ kind, name }) => kind !== "OperationDefinition" || name?.value === request.operationName
  );
  const query = kept.map(({ loc }) => request.query.slice(loc.start, loc.end)).join("\n\n");
  return { ...request, query };
};

const hasOwnCredential = (headers) => Object.keys(headers ?? {}).some((name) => name.toLowerCase() === "authorization");

/** Sends an operation as the signed-in user or as nobody. A credential among the headers takes precedence. */
export const fetcher = (request, { headers } = {}) => {
  const kind = kindOf(request);
  const isIntrospection = request.operationName === "IntrospectionQuery";
  const client = isIntrospection || hasOwnCredential(headers) ? null : signedInClient();
  if (kind === OperationTypeNode.SUBSCRIPTION) {
    return client === null
      ? subscribeAnonymously(onlyOperation(request))
      : subscribeAs(client.subscribe, onlyOperation(request));
  }
  return client === null
    ? post(request, { ...(!isIntrospection && { "x-tidemark-cost": "1" }), ...headers })
    : executeAs(client, kind, onlyOperation(request));
};

/** Asks the service what an operation costs, without running it: the cost and the limit, or why it would be refused. */
export const estimate = async (request) => {
  const { errors = [], extensions = {} } = await post(request, { "x-tidemark-cost": "estimate" });
  const [error] = errors;
  return error === undefined
    ? { cost: extensions.cost, limit: extensions.costLimit, refusal: null }
    : { cost: null, limit: null, refusal: { message: error.message, code: error.extensions?.code ?? null } };
};
