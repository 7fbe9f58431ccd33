import * as Context from "effect/Context";

/**
 * The sentences for the codes in `/settings?problem=<code>`. The adapter that signs a browser in has them, and the API of
 * the settings shows them; adapters do not import each other.
 */
export class SignInSentences extends Context.Tag("application/SignInSentences")<
  SignInSentences,
  {
    /** The sentence for a code; null for an unknown one. */
    readonly of: (code: string) => string | null;
  }
>() {}
