// eights.mjs - Crazy Eights for two as boardgame.io has games: the moves of ours, checked by hand-written ifs.
import { INVALID_MOVE } from "boardgame.io/dist/cjs/core.js";

const suits = ["C", "D", "H", "S"];
const pack = suits.flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));

export const fits = (card, top, suit) => card[0] === "8" || card[0] === top[0] || card[1] === suit;

// Whether there is anything to draw: the pile is turned over when the stock is empty.
const refill = (G, random) => {
    if (G.secret.stock.length === 0 && G.pile.length > 1)
        G.secret.stock = random.Shuffle(G.pile.splice(0, G.pile.length - 1));
    return G.secret.stock.length > 0;
};

const count = (G, player) => { G.counts[player] = G.players[player].hand.length; G.stock = G.secret.stock.length; };

export const Eights = {
    name: "eights",
    minPlayers: 2,
    maxPlayers: 2,
    disableUndo: true,
    setup: ({ random }) => {
        const stock = random.Shuffle(pack);
        const players = { 0: { hand: stock.splice(0, 7) }, 1: { hand: stock.splice(0, 7) } };
        const pile = stock.splice(0, 1);
        return { secret: { stock }, players, pile, suit: pile[0][1], drawn: false, passes: 0, counts: [7, 7], stock: stock.length };
    },
    // Hands of others and the stock go to nobody.
    playerView: ({ G, playerID }) => {
        const { secret, players, ...rest } = G;
        return { ...rest, players: playerID === null ? {} : { [playerID]: players[playerID] } };
    },
    moves: {
        play: { client: false, move: ({ G, playerID, events }, card, suit) => {
            const hand = G.players[playerID].hand;
            if (!hand.includes(card) || !fits(card, G.pile[G.pile.length - 1], G.suit))
                return INVALID_MOVE;
            if ((card[0] === "8") !== suits.includes(suit))
                return INVALID_MOVE;
            hand.splice(hand.indexOf(card), 1);
            G.pile.push(card);
            Object.assign(G, { suit: suit ?? card[1], drawn: false, passes: 0 });
            count(G, playerID);
            events.endTurn();
        } },
        draw: { client: false, move: ({ G, playerID, random }) => {
            if (G.drawn || !refill(G, random))
                return INVALID_MOVE;
            G.players[playerID].hand.push(G.secret.stock.pop());
            G.drawn = true;
            count(G, playerID);
        } },
        pass: { client: false, move: ({ G, events, random }) => {
            if (!G.drawn && refill(G, random))
                return INVALID_MOVE;
            G.drawn = false;
            G.passes++;
            events.endTurn();
        } },
    },
    endIf: ({ G }) => (G.counts.includes(0) ? { winner: G.counts.indexOf(0) }
        : G.passes >= 2 && G.stock === 0 && G.pile.length < 2 ? { draw: true } : undefined),
};

// One of the legal moves, by chance.
export const choose = (G, player) => {
    const top = G.pile[G.pile.length - 1];
    const moves = G.players[player].hand.filter((card) => fits(card, top, G.suit))
        .map((card) => ["play", card, ...(card[0] === "8" ? [suits[Math.floor(Math.random() * 4)]] : [])]);
    moves.push(G.drawn || (G.stock === 0 && G.pile.length < 2) ? ["pass"] : ["draw"]);
    return moves[Math.floor(Math.random() * moves.length)];
};
