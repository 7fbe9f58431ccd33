import * as Either from "effect/Either";
import { GraphQLError, Lexer, Source, type Token, TokenKind } from "graphql";
import { errorExtensions } from "../../../../application/api/errorExtensions.ts";
import type { Limits } from "../Limits.ts";
import { fromGraphQLError, type PlanError, type PlanErrorCode } from "../PlanError.ts";

/** What a token adds to the nesting of brackets. */
const nestingOf = ({ kind }: Token): number => {
  switch (kind) {
    case TokenKind.BRACE_L:
    case TokenKind.BRACKET_L:
    case TokenKind.PAREN_L:
      return 1;
    case TokenKind.BRACE_R:
    case TokenKind.BRACKET_R:
    case TokenKind.PAREN_R:
      return -1;
    default:
      return 0;
  }
};

/** Counts the tokens of a document as a lexer gives them; the first limit that one of them exceeds. */
const countTokens = (lexer: Lexer, limits: Limits): Either.Either<void, PlanError> => {
  let [tokens, argumentTokens, nesting] = [0, 0, 0];
  /** The nesting outside of the parentheses that the token is in. */
  let outside: number | null = null;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    tokens += 1;
    nesting += nestingOf(token);
    if (outside !== null) argumentTokens += 1;
    if (token.kind === TokenKind.PAREN_L) outside ??= nesting - 1;
    else if (outside !== null && nesting <= outside) outside = null;
    if (tokens > limits.tokens)
      return refused(
        "DOCUMENT_TOO_LARGE",
        `The document has more than ${limits.tokens} tokens. Write a selection that repeats as a fragment.`
      );
    if (argumentTokens > limits.argumentTokens)
      return refused(
        "DOCUMENT_TOO_LARGE",
        `The arguments and variable definitions of the document have more than ${limits.argumentTokens} tokens. Send long values as variables.`
      );
    if (nesting > limits.nesting)
      return refused("NESTING_LIMIT", `The document has brackets nested more than ${limits.nesting} deep.`);
  }
  return Either.void;
};

/** Counts the tokens and the nesting of a document, so that no parser runs out of stack or time over it. */
export const checkTokens = (text: string, limits: Limits): Either.Either<void, PlanError> => {
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.documentBytes)
    return refused(
      "DOCUMENT_TOO_LARGE",
      `The document has ${bytes} bytes: at most ${limits.documentBytes} are allowed. Write a selection that repeats as a fragment, and send long values as variables.`
    );
  try {
    return countTokens(new Lexer(new Source(text)), limits);
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

const refused = (code: PlanErrorCode, message: string): Either.Either<never, PlanError> =>
  Either.left({ message, extensions: errorExtensions(code) });
