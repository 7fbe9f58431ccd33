import { AdminRequestFailed } from "../api/AdminRequestFailed.ts";

interface Answer {
  /** Where to go on, when it is elsewhere. */
  readonly location?: string;
  readonly error?: string;
  readonly error_description?: string;
}

/** Sends a form of the sign-in, and tells where to go on; what is refused comes as `AdminRequestFailed`. */
export const postForm = async (path: string, fields: Readonly<Record<string, string>>): Promise<Answer> => {
  const response = await fetch(path, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(fields)
  }).catch(() => {
    throw new AdminRequestFailed("The service cannot be reached. Check that it runs, then try again.", "OFFLINE");
  });
  const answer: Answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const message = answer.error_description ?? answer.error ?? `The service refused this (${response.status}).`;
  throw new AdminRequestFailed(message, answer.error ?? "REFUSED", [], response.headers.get("x-request-id"));
};
