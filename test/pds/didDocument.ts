import type { PlcOperation } from "./loadPackages.ts";

/** Renders a PLC operation as the DID document that plc.directory serves, with Multikey verification methods. */
export const didDocument = (did: string, operation: PlcOperation) => ({
  "@context": [
    "https://www.w3.org/ns/did/v1",
    "https://w3id.org/security/multikey/v1",
    "https://w3id.org/security/suites/secp256k1-2019/v1"
  ],
  id: did,
  alsoKnownAs: operation.alsoKnownAs ?? [],
  verificationMethod: Object.entries(operation.verificationMethods ?? {}).map(([name, key]) => ({
    id: `${did}#${name}`,
    type: "Multikey",
    controller: did,
    publicKeyMultibase: key.replace("did:key:", "")
  })),
  service: Object.entries(operation.services ?? {}).map(([name, service]) => ({
    id: `#${name}`,
    type: service.type,
    serviceEndpoint: service.endpoint
  }))
});
