/** Returns the DID document of a repository of a benchmark. It has no handle. */
export const didDocument = (
  { did, signingKey }: { readonly did: string; readonly signingKey: string },
  pds: string
): object => ({
  id: did,
  alsoKnownAs: [],
  verificationMethod: [{ id: `${did}#atproto`, type: "Multikey", controller: did, publicKeyMultibase: signingKey }],
  service: [{ id: "#atproto_pds", type: "AtprotoPersonalDataServer", serviceEndpoint: pds }]
});
