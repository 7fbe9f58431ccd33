/** Where a request is addressed to: its path and query, and the authority that an absolute address names. */
export interface RequestTarget {
  readonly path: string;
  /** What follows the question mark; empty without one. */
  readonly query: string;
  /** Replaces `Host` (RFC 9112 section 3.2.2); null for a target that names none. */
  readonly authority: string | null;
}

const absoluteForm = /^https?:\/\/([^/?#]+)(.*)$/is;

const slash = 47;

/** Reads a request target in origin form or absolute form, which a server has to accept (RFC 9112 section 3.2). */
export const requestTarget = (target: string): RequestTarget => {
  const absolute = target.charCodeAt(0) === slash ? null : absoluteForm.exec(target);
  const [, authority = null, rest = target] = absolute ?? [];
  const mark = rest.indexOf("?");
  const path = mark === -1 ? rest : rest.slice(0, mark);
  return {
    path: absolute !== null && path === "" ? "/" : path,
    query: mark === -1 ? "" : rest.slice(mark + 1),
    authority
  };
};
