import * as Either from "effect/Either";
import { GraphQLError, Lexer, Source, TokenKind } from "graphql";
import type { Limits } from "./Limits.ts";
import { fromGraphQLError, type PlanError } from "./PlanError.ts";

const opening: ReadonlyArray<string> = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L];
const closing: ReadonlyArray<string> = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R];

/** Counts the tokens and the nesting of a document, so that no parser runs out of stack or time over it. */
export const checkTokens = (text: string, limits: Limits): Either.Either<void, PlanError> => {
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.documentBytes) {
    return tooLarge(`The document has ${bytes} bytes: at most ${limits.documentBytes} are allowed.`);
  }
  try {
    const lexer = new Lexer(new Source(text));
    for (let tokens = 0, nesting = 0; lexer.advance().kind !== TokenKind.EOF; tokens += 1) {
      if (opening.includes(lexer.token.kind)) nesting += 1;
      if (closing.includes(lexer.token.kind)) nesting -= 1;
      if (tokens >= limits.tokens) return tooLarge(`The document has more than ${limits.tokens} tokens.`);
      if (nesting <= limits.nesting) continue;
      const message = `The document has brackets nested more than ${limits.nesting} deep.`;
      return Either.left({ message, extensions: { code: "NESTING_LIMIT" } });
    }
    return Either.void;
  } catch (error) {
    return Either.left(syntaxError(error));
  }
};

/** The error of a document that cannot be read (GraphQL specification, section 2). */
export const syntaxError = (error: unknown): PlanError =>
  fromGraphQLError(
    error instanceof GraphQLError ? error : new GraphQLError("The document cannot be read."),
    "GRAPHQL_PARSE_FAILED"
  );

const tooLarge = (message: string): Either.Either<never, PlanError> =>
  Either.left({ message, extensions: { code: "DOCUMENT_TOO_LARGE" } });
