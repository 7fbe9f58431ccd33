/** What the check of a record's string gets wrong, and where that comes from; texts are cut after 80 characters. */
export interface OpenFault {
  readonly cause: string;
  /** Invalid, and accepted. */
  readonly accepts?: ReadonlyArray<string>;
  /** Valid, and refused. */
  readonly refuses?: ReadonlyArray<string>;
}

/**
 * Faults of the libraries that records are checked with, by format. They are no differences on purpose: the list is here
 * so that it cannot grow unseen, and so that whoever mends one has to take it out.
 */
export const openFaults: Readonly<Record<string, OpenFault>> = {
  cid: {
    cause: "@atproto/lexicon reads CIDs with multiformats: version 0 passes, bases other than its own do not",
    accepts: ["QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR"],
    refuses: [
      "mBcDxtdWx0aWhhc2g+",
      "z7x3CtScH765HvShXT",
      "7134036155352661643226414134664076",
      "f017012202c5f688262e0ece8569aa6f94d60aad55ca8d9d83734e4a7430d0cff6588ec2b"
    ]
  },
  datetime: {
    cause: "@atproto/lexicon checks with isDatetimeStringLenient, which takes a time without a zone",
    accepts: ["1985-04-12T23:20:50.123", "1985-04-12T23:20:50", "1985-04-12T23:20:5Z", "1985-04-12T23:20:50.123+0000"]
  },
  language: {
    cause: "isValidLanguage of @atproto/syntax takes a primary language of four letters, and capitals",
    accepts: ["jaja", "JA"]
  },
  uri: {
    cause: "isValidUri of @atproto/syntax has no bound of 8 KiB, and no dot or hyphen in a scheme",
    accepts: [`https://example.com/${"x".repeat(60)}`],
    refuses: ["content-type:text/plan", "microsoft.windows.camera:thing"]
  }
};
