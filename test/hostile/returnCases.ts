import type { Case, Return } from "./Case.ts";

type Event = Case["event"];

const changed =
  (change: (parameters: URLSearchParams, honest: string) => void): Return =>
  (honest, pds) => {
    const parameters = new URLSearchParams(honest);
    change(parameters, pds.url);
    return parameters;
  };

const row = (name: string, event: Event, shows: Case["shows"], change: Parameters<typeof changed>[0]): Case => ({
  name: `a return ${name}`,
  step: "return",
  returns: changed(change),
  event,
  shows
});

/** Not from the server that was asked: a page, since nothing in it can be believed (RFC 9207). */
const foreign = (name: string, change: Parameters<typeof changed>[0]): Case =>
  row(name, ["issuer-mismatch", null], 400, change);
const malformed = (name: string, change: Parameters<typeof changed>[0]): Case =>
  row(name, ["upstream-refused", "malformed"], "server_error", change);

/** What the browser brings back. */
export const returnCases: ReadonlyArray<Case> = [
  foreign("without iss", (parameters) => parameters.delete("iss")),
  foreign("with an empty iss", (parameters) => parameters.set("iss", "")),
  foreign("with the iss of another server", (parameters) => parameters.set("iss", "https://issuer.example.com")),
  foreign("with an iss that has a slash", (parameters, url) => parameters.set("iss", `${url}/`)),
  foreign("with an iss in capitals", (parameters, url) => parameters.set("iss", url.toUpperCase())),
  foreign("with iss twice", (parameters, url) => parameters.append("iss", url)),
  foreign("with two issuers", (parameters) => parameters.append("iss", "https://issuer.example.com")),
  foreign("with state twice", (parameters) => parameters.append("state", "another")),
  foreign("with an error, and without iss", (parameters) => {
    parameters.set("error", "access_denied");
    parameters.delete("iss");
  }),
  malformed("without a code", (parameters) => parameters.delete("code")),
  malformed("with an empty code", (parameters) => parameters.set("code", "")),
  malformed("with two codes", (parameters) => parameters.append("code", "another")),
  malformed("with a token instead of a code", (parameters) => {
    parameters.delete("code");
    parameters.set("access_token", "x");
  }),
  malformed("with an implicit token", (parameters) => parameters.set("token", "x")),
  malformed("with an ID token", (parameters) => parameters.set("id_token", "x.y.z")),
  malformed("that is a JWT", (parameters) => parameters.set("response", "x.y.z")),
  malformed("with an error that is not a valid code", (parameters) =>
    parameters.set("error", "<script>alert(1)</script>")
  ),
  malformed("with an endless error", (parameters) => parameters.set("error", "x".repeat(500))),
  row("with a denial", ["access-denied", null], "access_denied", (parameters) => {
    parameters.delete("code");
    parameters.set("error", "access_denied");
  }),
  row("with a denial and a code", ["access-denied", null], "access_denied", (parameters) =>
    parameters.set("error", "access_denied")
  ),
  row("with a server error", ["upstream-refused", null], "access_denied", (parameters) => {
    parameters.delete("code");
    parameters.set("error", "server_error");
    parameters.set("error_description", "words");
  })
];
