/** The redirect URI of the measured logins. */
export const callback = "http://127.0.0.1:4321/callback";

export const peerClientId = "measurement";
