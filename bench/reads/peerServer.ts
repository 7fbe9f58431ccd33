/** PostGraphile over the tables of the peer: the Amber preset, grafserv on `node:http`. */
import { createServer, type Server } from "node:http";
import { peerSchema } from "./peerSchema.ts";

interface PostGraphile {
  readonly createServ: (grafserv: unknown) => { readonly addTo: (server: Server) => Promise<void> };
}

// The specifiers are variables, because the packages are installed separately and the types must check without them.
const load = async (specifier: string) => await import(specifier);

const { postgraphile } = await load("postgraphile");
const { PostGraphileAmberPreset } = await load("postgraphile/presets/amber");
const { makePgService } = await load("postgraphile/adaptors/pg");
const { grafserv } = await load("postgraphile/grafserv/node");

const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({ connectionString: process.env.DATABASE_URL, schemas: [peerSchema], poolConfig: { max: 10 } })
  ],
  grafserv: { websockets: false, watch: false, graphiql: false },
  grafast: { explain: false }
};

const instance: PostGraphile = postgraphile(preset);
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("listening"));
