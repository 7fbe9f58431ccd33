import type { Client } from "./useClients.ts";

const origins = { ADMIN: null, OPERATOR: "Command line", ITSELF: "Registered itself" } as const;

/** What kind of client it is, and who registered it where it was no admin. */
export const ClientBadges = ({ client }: { readonly client: Client }) => {
  const origin = origins[client.clientOrigin];
  return (
    <span className="row">
      <span className={`badge ${client.clientType === "PUBLIC" ? "" : "accent"}`}>
        {client.clientType === "PUBLIC" ? "Public" : "Confidential"}
      </span>
      {client.mayAdminister && <span className="badge accent">Administers</span>}
      {origin !== null && <span className="badge">{origin}</span>}
    </span>
  );
};
