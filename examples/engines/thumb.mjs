// thumb.mjs - an engine in JavaScript: a rule of thumb for any game of Bylaw.
//
//     bylaw tournament pharaoh 'cmd:node thumb.mjs' random
//
// It plays the move that is written with the most words, so the one that rids it of the most cards;
// moves of one word (draw, pass, stand) come last. docs/engine-protocol.md has the messages.
import {createInterface} from 'node:readline';

const say = message => process.stdout.write(JSON.stringify(message) + '\n');

/** From 0 to 1: how much a move looks like getting on with the game. */
const worth = move => 1 - 1 / move.split(' ').length;

/** The legal moves, the best first. One without a number is a form that wants words of our own. */
const ranked = ({legal, actions}) =>
  legal.filter((_, i) => actions[i] !== null).sort((a, b) => worth(b) - worth(a));

let position;

const answers = {
  hello: () => say({t: 'hello', bylaw: 1, name: 'Thumb (JavaScript)', author: "Bylaw's examples", options: {}}),
  newgame() {},                        // all that is to be known comes with each position
  position: message => { position = message; },
  go({id, opinions}) {
    const moves = ranked(position);
    if (moves.length === 0)
      return say({t: 'error', text: 'every move wants words, and it has none'});
    say({t: 'bestmove', id, move: moves[0],
         ...opinions && {opinions: moves.map(move => ({move, value: worth(move)}))}});
  },
  stop() {},                           // it has answered already
  bye: () => process.exit(0),
};

createInterface({input: process.stdin}).on('line', line => {
  const message = JSON.parse(line);
  (answers[message.t] ?? (() => say({t: 'error', text: `no message '${message.t}'`})))(message);
});
