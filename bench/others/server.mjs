// server.mjs - boardgame.io's own server: server.mjs PORT [FOLDER]; with FOLDER its FlatFile store, otherwise in memory.
import { createRequire } from "node:module";
import { Eights } from "./eights.mjs";
const { Server, FlatFile } = createRequire(import.meta.url)("boardgame.io/server");
const [port, dir] = process.argv.slice(2);
const server = Server({ games: [Eights], origins: ["*"], ...(dir ? { db: new FlatFile({ dir }) } : {}) });
await server.run({ port: Number(port) });
process.send?.("ready");
