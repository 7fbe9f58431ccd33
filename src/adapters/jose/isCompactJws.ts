const maxLength = 8192;
const threeParts = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+){2}$/;

/** Whether a text is three base64url parts with dots between (RFC 7515 section 7.1); cheap, before anything is decoded. */
export const isCompactJws = (text: string): boolean => text.length <= maxLength && threeParts.test(text);
