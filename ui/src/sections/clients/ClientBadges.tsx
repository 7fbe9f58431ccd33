import type { Client } from "./useClients.ts";

const origins = { ADMIN: null, OPERATOR: "Command line", ITSELF: "Self-registered" } as const;

/** The type of a client, and who registered it if that was not an admin. */
export const ClientBadges = ({ client }: { readonly client: Client }) => {
  const origin = origins[client.clientOrigin];
  return (
    <span className="row">
      <span className={`badge ${client.clientType === "PUBLIC" ? "" : "accent"}`}>
        {client.clientType === "PUBLIC" ? "Public" : "Confidential"}
      </span>
      {client.mayAdminister && <span className="badge accent">Admin access</span>}
      {origin !== null && <span className="badge">{origin}</span>}
    </span>
  );
};
