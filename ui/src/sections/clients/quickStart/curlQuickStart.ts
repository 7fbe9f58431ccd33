import { publicDocument, type QuickStart, type QuickStartClient, redirectUriOf, shellWord } from "./QuickStart.ts";

const credentials = ({ clientId, tokenEndpointAuthMethod }: QuickStartClient): string =>
  tokenEndpointAuthMethod === "client_secret_post"
    ? `-d ${shellWord(`client_id=${clientId}`)} -d "client_secret=$CLIENT_SECRET"`
    : `-u ${shellWord(`${clientId}:`)}"$CLIENT_SECRET"`;

const signIn = (server: string, client: QuickStartClient): string => {
  const redirectUri = redirectUriOf(client);
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: redirectUri,
    code_challenge_method: "S256"
  });
  return `verifier=$(openssl rand -hex 32)
challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
echo "Open this address and sign in:"
echo ${shellWord(`${server}/oauth/authorize?${query}&code_challenge=`)}"$challenge"
read -rp "Paste the value of code from the address that you return to: " code
token=$(curl -sS ${shellWord(`${server}/oauth/token`)} ${credentials(client)} \\
  -d grant_type=authorization_code --data-urlencode "code=$code" -d "code_verifier=$verifier" \\
  --data-urlencode ${shellWord(`redirect_uri=${redirectUri}`)} | sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')
curl -sS ${shellWord(`${server}/graphql`)} -H "authorization: Bearer $token" \\
  -H 'content-type: application/json' -d '{"query":"{ viewer { did handle } }"}'
`;
};

const read = (server: string): string =>
  `curl -sS ${shellWord(`${server}/graphql`)} -H 'content-type: application/json' \\
  -d '{"query":"${publicDocument}"}'
`;

const withSecret = ({ tokenEndpointAuthMethod }: QuickStartClient): boolean =>
  tokenEndpointAuthMethod === "client_secret_basic" || tokenEndpointAuthMethod === "client_secret_post";

/** Returns a script that signs a user in with curl, for a client with a secret; for any other one, a request that reads. */
export const curlQuickStart = (server: string, client: QuickStartClient): QuickStart =>
  withSecret(client)
    ? {
        note: null,
        install: null,
        file: "sign-in.sh",
        code: signIn(server, client),
        run: "CLIENT_SECRET='…' bash sign-in.sh"
      }
    : {
        note: "This client signs its requests with a key, which takes more than curl: the SDK does it. This request reads what is public.",
        install: null,
        file: "read.sh",
        code: read(server),
        run: "bash read.sh"
      };
