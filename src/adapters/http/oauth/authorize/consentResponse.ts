import type { ConfirmationNeeded } from "../../../../application/login/app/promptConfirmation.ts";
import type { RegisteredClient } from "../../../../domain/client/Client.ts";
import { browserCookie } from "../../browser/browserToken.ts";
import { type ConsentPage, consentPage } from "../../pages/consentPage.ts";
import type { HttpResponse } from "../../server/response/HttpResponse.ts";

const origins: Readonly<Record<RegisteredClient["origin"], ConsentPage["origin"]>> = {
  admin: "registration",
  operator: "registration",
  dynamic: "registration",
  "metadata-document": "document",
  loopback: "device"
};

/** Shows the consent page for a client. Only this browser can respond to it. */
export const consentResponse = (
  { client, confirmation, redirectUri, scope, target }: ConfirmationNeeded,
  browserToken: string,
  publicUrl: string
): HttpResponse =>
  consentPage(
    {
      clientName: client.name,
      clientId: client.clientId,
      origin: origins[client.origin],
      redirectUri,
      scope,
      account: target.hint,
      pds: target.pds,
      confirmation,
      serviceHost: new URL(publicUrl).host
    },
    { "set-cookie": browserCookie(browserToken, publicUrl) }
  );
