const cancellation = /^select pg_cancel_backend\((\$1|\d+)\)$/i;

/**
 * The text of a statement, which cancels what another server process runs as the user who logged in: PostgreSQL lets
 * nobody else cancel statements of that user, and the sessions of a service act as another role. The role changes for
 * this statement only. Any other text stays as it is.
 */
export const cancelAsSessionUser = (text: string): string =>
  text.replace(
    cancellation,
    "select pg_cancel_backend($1) from (select set_config('role', 'none', true) offset 0) as logged_in"
  );
