/** A request target: path and query, and the authority of an absolute URL. */
interface RequestTarget {
  readonly path: string;
  /** The text after the question mark; empty without one. */
  readonly query: string;
  /** Replaces `Host` (RFC 9112 section 3.2.2); null for a target without one. */
  readonly authority: string | null;
}

const absoluteForm = /^https?:\/\/([^/?#]+)(.*)$/is;

const slash = 47;

/** Parses a request target in origin form or absolute form, both of which a server must accept (RFC 9112 section 3.2). */
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
