import * as Either from "effect/Either";
import {
  parseVerifierKey,
  type VerifierKey,
  type VerifierKeyInvalid
} from "../../../domain/transparency/VerifierKey.ts";
import {
  atLeastOne,
  file,
  optional,
  type Reading,
  repeated,
  required,
  textFor,
  wholeNumber
} from "../command/Parameter.ts";

const faults: Readonly<Record<VerifierKeyInvalid["reason"], string>> = {
  form: "is not a verifier key of the form <name>+<key id>+<key>",
  name: "has a name that no key can have",
  key: "has a key that is not an Ed25519 key in base64",
  type: "has a key of a type that is not supported",
  "key-id": "has a key id that does not belong to its name and key, so part of it was changed"
};

const parseKey = (text: string): Reading<VerifierKey> => {
  const fault = (reason: string): Reading<never> => ({
    _tag: "Fault",
    fault: `"${text}" ${reason}; copy a line of /log/key of the log`
  });
  const key = parseVerifierKey(text);
  if (Either.isLeft(key)) return fault(faults[key.left.reason]);
  return key.right.type === "note" ? { _tag: "Value", value: key.right } : fault("is the key of a witness");
};

const parseKeys = (text: string): Reading<ReadonlyArray<VerifierKey>> => {
  const keys: Array<VerifierKey> = [];
  for (const part of text.split(",")) {
    const reading = parseKey(part.trim());
    if (reading._tag === "Fault") return reading;
    keys.push(reading.value);
  }
  return { _tag: "Value", value: keys };
};

export const state = required(
  "--state",
  file,
  "The file with the key of the witness and what it cosigned. It is created at the first start. Never restore an older copy."
);

export const port = required("--port", wholeNumber("port", 0, 65_535), "The port to listen on; 0 for any free port.");

export const anchorFile = required("<file>", file, "A file of AUDIT_ANCHORS, or a copy of it.");

export const anchorKey = repeated(
  "--key",
  { placeholder: "vkey", choices: [], isPath: false, parse: parseKeys },
  "A verifier key of the log, a line of /log/key. By default, the keys that the database names."
);

export const host = optional(
  "--host",
  textFor("address"),
  "The address to listen on; by default 127.0.0.1, for a proxy with TLS on this machine."
);

export const log = atLeastOne(
  "--log",
  { placeholder: "vkey,…", choices: [], isPath: false, parse: parseKeys },
  "The verifier keys of the logs to follow, as their /log/key lists them."
);

export const witnessName = optional(
  "--name",
  textFor("name"),
  "The name in the verifier key of a new witness, usually its address without https://; by default the name of this machine."
);

export const url = optional(
  "--url",
  textFor("url"),
  "The public address of the witness, for the line that it prints; by default the address it listens on."
);
