/** The process that sends events for `npm run bench -- sync`: serveEvents.ts <jetstream|firehose> <events>. */
import { didDocument } from "./didDocument.ts";
import { EventServer, type Release, type ServedEvents } from "./EventServer.ts";
import { firehoseFrames } from "./firehoseFrames.ts";
import { firstTime, jetstreamMessage } from "./jetstreamEvents.ts";

/** What its parent asks of it: to release events to the client at a path. */
export interface ReleaseTo extends Release {
  readonly path: string;
}

const [kind, events] = [process.argv[2], Number(process.argv[3])];

/** The number of repositories of a firehose. */
const repositoryCount = 40;

/** Up to this number, messages are made before the first one is sent. Later ones are made when they are sent. */
const maxKept = 400_000;

const jetstream = (): ServedEvents => {
  const make = (n: number) => Buffer.from(jetstreamMessage(n));
  const kept = Array.from({ length: Math.min(events, maxKept) }, (_, n) => make(n));
  return {
    message: (n) => kept[n] ?? make(n),
    opcode: "text",
    startOf: (cursor) => (cursor === null ? null : Math.max(0, Number(cursor) - firstTime))
  };
};

const firehose = async () => {
  const { frames, repositories } = await firehoseFrames(events, repositoryCount);
  const served: ServedEvents = {
    message: (n) => frames[n] ?? Buffer.alloc(0),
    opcode: "binary",
    startOf: (cursor) => (cursor === null ? null : Number(cursor))
  };
  return { served, repositories };
};

const { repositories, served } = kind === "firehose" ? await firehose() : { served: jetstream(), repositories: [] };
const server = new EventServer(served);
const documents = new Map(
  repositories.map((repository) => [`/${repository.did}`, didDocument(repository, "https://pds.invalid")])
);
const port = await server.listen((path) => documents.get(path) ?? null);
process.on("message", ({ path, perSecond, upTo }: ReleaseTo) => server.release(path, { upTo, perSecond }));
process.once("disconnect", () => process.exit(0));
process.send?.({ port, repositories });
