import type { Check } from "./Check.ts";
import { authorizeChecks } from "./checks/authorize.ts";
import { clientAuthenticationChecks } from "./checks/clientAuthentication.ts";
import { codeChecks } from "./checks/codes.ts";
import { consentChecks } from "./checks/consent.ts";
import { crossOriginChecks } from "./checks/crossOrigin.ts";
import { dpopChecks } from "./checks/dpop.ts";
import { metadataChecks } from "./checks/metadata.ts";
import { parChecks } from "./checks/par.ts";
import { redirectChecks } from "./checks/redirects.ts";
import { refreshChecks } from "./checks/refresh.ts";
import { registrationChecks } from "./checks/registrations.ts";
import { revocationChecks } from "./checks/revocation.ts";
import { tokenChecks } from "./checks/token.ts";

/** Every check of the authorization server, in the order of its table. */
export const allChecks: ReadonlyArray<Check> = [
  ...authorizeChecks,
  ...consentChecks,
  ...redirectChecks,
  ...codeChecks,
  ...tokenChecks,
  ...clientAuthenticationChecks,
  ...refreshChecks,
  ...dpopChecks,
  ...parChecks,
  ...metadataChecks,
  ...crossOriginChecks,
  ...revocationChecks,
  ...registrationChecks
];
