// load.mjs - what `bylaw load` does, with boardgame.io's server in the place of `bylaw serve`.
//
//     node load.mjs [CONNECTIONS [SECONDS [memory|files]]]     200 10 memory
//
// Two people at each table play Crazy Eights by chance, as soon as it is their turn; a move counts when
// the other seat has it. They speak by socket.io over WebSockets, as boardgame.io's client does.
import { fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { io } from "socket.io-client";
import { choose } from "./eights.mjs";

const [connections = 200, seconds = 10] = process.argv.slice(2, 4).map(Number), store = process.argv[4] ?? "memory";
const port = 20000 + Math.floor(Math.random() * 10000), folder = mkdtempSync("/tmp/boardgame-");
const server = fork(new URL("server.mjs", import.meta.url).pathname, [port, ...(store === "files" ? [folder] : [])], { silent: true });
server.stderr.on("data", (text) => process.stderr.write(text));
await new Promise((resolve) => server.on("message", resolve));

const kilobytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]);
const worked = () => {
    const stat = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(stat[11]) + Number(stat[12])) / 100;
};

const took = [];
let measuring = false, playing = false, games = 0;

class Table {
    constructor(number) {
        this.number = number;
        this.round = 0;
        this.next = null;       // the seat that is to move, and what it sees
        this.sent = 0;          // when the move under way was sent; 0: none is
        this.sockets = [0, 1].map((seat) => {
            const socket = io(`http://127.0.0.1:${port}/eights`, { transports: ["websocket"], forceNew: true, reconnection: false });
            socket.on("sync", (name, info) => this.synced(seat, name, info.state));
            socket.on("update", (name, state) => this.updated(seat, name, state));
            return socket;
        });
    }
    connected() {
        return Promise.all(this.sockets.map((socket) => new Promise((resolve) => socket.on("connect", resolve))));
    }
    // The first to ask for a table makes it; then the other comes.
    begin() {
        this.name = `t${this.number}-${this.round++}`;
        this.sent = 0;
        this.sync(0);
        return new Promise((resolve) => (this.begun = resolve));
    }
    sync(seat) {
        this.sockets[seat].emit("sync", this.name, String(seat), undefined, 2);
    }
    synced(seat, name, state) {
        if (seat === 0) {
            this.next = { seat, state };
            this.sync(1);
        } else {
            this.begun();
            this.move();
        }
    }
    updated(seat, name, state) {
        if (name !== this.name)
            return;
        if (this.sent && seat !== this.mover && state._stateID > this.after) {
            if (measuring)
                took.push(performance.now() - this.sent);
            this.sent = 0;
        }
        if (state.ctx.gameover) {
            games += measuring && seat === 0;
            if (++this.ended === 2)
                this.begin();
            return;
        }
        this.ended = 0;
        if (Number(state.ctx.currentPlayer) === seat)
            this.next = { seat, state };
        this.move();
    }
    move() {
        if (!playing || this.sent || !this.next)
            return;
        const { seat, state } = this.next, [type, ...args] = choose(state.G, seat);
        this.next = null;
        this.mover = seat;
        this.after = state._stateID;
        this.sent = performance.now();
        this.sockets[seat].emit("update", { type: "MAKE_MOVE", payload: { type, args, playerID: String(seat) } },
            state._stateID, this.name, String(seat));
    }
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const empty = kilobytes(), tables = [];
for (let i = 0; i < connections / 2; i++) {
    tables.push(new Table(i));
    await tables[i].connected();
}
const connected = kilobytes();
for (const table of tables)
    await table.begin();
const seated = kilobytes();
playing = true;
tables.forEach((table) => table.move());
await sleep(2000);      // to warm up
measuring = true;
const from = performance.now(), before = worked(), mine = process.cpuUsage();
await sleep(seconds * 1000);
measuring = false;
const s = (performance.now() - from) / 1000, work = worked() - before, own = process.cpuUsage(mine);
took.sort((a, b) => a - b);
const at = (share) => (took[Math.floor((took.length - 1) * share)] ?? NaN).toFixed(1);
console.log(`connections   ${tables.flatMap((t) => t.sockets).filter((c) => c.connected).length} held, two at a table; store: ${store}`);
console.log(`moves         ${took.length} in ${s.toFixed(1)} s: ${(took.length / s).toFixed(0)} a second; ${games} games ended`);
console.log(`latency       p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, p99.9 ${at(0.999)} ms, from sending to the other seat having it`);
console.log(`server        ${(work / s).toFixed(2)} cores; ${(took.length / work).toFixed(0)} moves for a second of one, ${(work * 1e6 / took.length).toFixed(0)} µs each`);
console.log(`this program  ${((own.user + own.system) / 1e6 / s).toFixed(2)} cores`);
console.log(`memory        ${(empty / 1024).toFixed(1)} MB empty; ${((connected - empty) / connections).toFixed(1)} KB a connection, ` +
    `${((seated - connected) / tables.length).toFixed(1)} KB a table; ${(kilobytes() / 1024).toFixed(1)} MB at the end`);
server.kill();
rmSync(folder, { recursive: true });
process.exit(took.length ? 0 : 1);
