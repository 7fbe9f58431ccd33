const maxLength = 8192;
const threeParts = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+){2}$/;

/** Whether a text consists of three base64url parts separated by dots (RFC 7515 section 7.1). A cheap check before decoding. */
export const isCompactJws = (text: string): boolean => text.length <= maxLength && threeParts.test(text);
