import * as Context from "effect/Context";

/**
 * The sentences for the codes in `/settings?problem=<code>`. The HTTP adapter defines them and the settings API returns
 * them; the port exists because adapters do not import each other.
 */
export class SignInSentences extends Context.Tag("application/SignInSentences")<
  SignInSentences,
  {
    /** Returns the sentence for a code; null for an unknown code. */
    readonly of: (code: string) => string | null;
  }
>() {}
