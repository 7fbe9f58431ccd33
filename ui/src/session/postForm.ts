import { AdminRequestFailed } from "../api/AdminRequestFailed.ts";

interface FormResponse {
  /** Where the browser goes next, if that is another page. */
  readonly location?: string;
  readonly error?: string;
  readonly error_description?: string;
}

/** Sends a sign-in form and returns where to go next. A refusal is an `AdminRequestFailed`. */
export const postForm = async (path: string, fields: Readonly<Record<string, string>>): Promise<FormResponse> => {
  const response = await fetch(path, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(fields)
  }).catch(() => {
    throw new AdminRequestFailed(
      "The service cannot be reached. Check that it is running and that you are online, then try again.",
      "OFFLINE"
    );
  });
  const body: FormResponse = await response.json().catch(() => ({}));
  if (response.ok) return body;
  const message = body.error_description ?? body.error ?? `The service refused the request (HTTP ${response.status}).`;
  throw new AdminRequestFailed(message, body.error ?? "REFUSED", [], response.headers.get("x-request-id"));
};
