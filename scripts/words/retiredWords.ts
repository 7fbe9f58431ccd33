/** A word or phrase that is no longer used, and what to use instead. */
export interface RetiredWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** A phrase in prose, in any case, also across the line break of a comment. */
const phrase = (words: string, instead: string): RetiredWord => ({
  pattern: new RegExp(`\\b${words.replaceAll(" ", "(?: |\\n\\s*(?:\\*|//)? ?)")}\\b`, "giu"),
  instead
});

/** Part of an identifier: `turnstile` also finds `Turnstile` and `makeTurnstile`. */
const name = (part: string, instead: string): RetiredWord => ({
  pattern: new RegExp(
    `(?<![A-Za-z0-9])${part}(?![a-z])[A-Za-z0-9]*|\\b[A-Za-z0-9]*${part[0]?.toUpperCase()}${part.slice(1)}(?![a-z])[A-Za-z0-9]*`,
    "gu"
  ),
  instead
});

/** Names and phrases replaced by the terms of the field. docs/glossary.md explains the terms that remain. */
export const retiredWords: ReadonlyArray<RetiredWord> = [
  name("admitThem", "grantAdminSession"),
  name("answerless", "noResponseReasons"),
  name("askPerson", "consentPage"),
  name("becomeReady", "preflight"),
  name("besideTraffic", "withConcurrentDdlLock"),
  name("definingAlone", "acquireDdlLock"),
  name("examinations", "doctorChecks"),
  name("giveBack", "revokeAtPds"),
  name("givingWay", "retryOnLockTimeout"),
  name("inquire", "reconcile"),
  name("keepCompiled", "enableUserCompileCache"),
  name("keepReply", "cacheReply"),
  name("keptReplies", "replayCache"),
  name("liveRegistries", "RegistryReports"),
  name("loginStopped", "LoginTerminated"),
  name("outputMeaning", "OutputKind"),
  name("owedRevocations", "PendingRevocations"),
  name("provenWay", "DpopTransport"),
  name("releaseBehind", "freeBuffersEagerly"),
  name("sameReads", "RequestCoalescer"),
  name("sharedRead", "CoalescedRead"),
  name("stopOnce", "installSignalHandlers"),
  name("threadBeside", "WorkerThread"),
  name("timesEmptied", "indexResetCount"),
  name("toSeeOwnSignIns", "selfServicePurpose"),
  name("turnstile", "AdmissionControl"),
  name("waitOutRateLimit", "retryAfterRateLimit"),
  name("whileMoving", "withStallTimeout"),
  name("wholeNeeded", "FullResyncRequired"),
  name("whoCame", "verifiedIdentity"),

  phrase("any ?more", '"no longer"'),
  phrase("(?:is|are|was|were|be|being|been|gets?) told(?! apart)", '"is notified", "receives", "is asked" or "learns"'),
  phrase("in force", '"active"'),
  phrase("is out with", '"loses access on"'),
  phrase("looks? after", '"manages" or "maintains"'),
  phrase("machine words", '"as a code"'),
  phrase("mak(?:es?|ing) (?:\\w+ )?anew", '"rebuilds" or "recreates"'),
  phrase("made anew", '"rebuilt" or "recreated"'),
  phrase("names? it back", '"lists the handle"'),
  phrase("proves? (?:itself|themselves|himself)", '"authenticates"'),
  phrase("takes? turns", '"is limited" or "is scheduled"'),
  phrase("(?:un)?less said(?: otherwise)?", '"by default"'),
  phrase("(?:when|if|where) not said", '"by default"'),
  phrase("under way", '"in progress", "in flight", "running" or "concurrent"'),
  phrase("who(?:ever)? asks", '"the caller"'),
  phrase("(?:writes?|wrote|written|writing) (?:it |them |this |that )?down", '"records" or "recorded"')
];
