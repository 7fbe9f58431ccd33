const cancellation = /^select pg_cancel_backend\((\$1|\d+)\)$/i;

/**
 * Rewrites a statement that cancels what another server process runs, so that it acts as the user who logged in. The
 * sessions of a service act as another role, which PostgreSQL does not let cancel the statements of that user. The role
 * changes for this statement only. Any other text is returned as it is.
 */
export const cancelAsSessionUser = (text: string): string =>
  text.replace(
    cancellation,
    "select pg_cancel_backend($1) from (select set_config('role', 'none', true) offset 0) as logged_in"
  );
