// link.ts - a game as the part of an address after #: set-up in the clear, moves packed.
import type { Made, Setup } from './service/types';

const MOST = 1 << 20;   // bytes of moves that a link may unpack to

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    if ((size += value.length) > MOST) throw new Error('too long');
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

function toText(bytes: Uint8Array): string {
  let s = '';
  for (const b of bytes) s += String.fromCharCode(b);
  return btoa(s).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function toBytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
}

const pairs = (values: Record<string, string | number>) =>
  Object.entries(values).map(([k, v]) => `${k}:${v}`).join(',');
const unpairs = (text: string | null): Record<string, string> =>
  Object.fromEntries((text ?? '').split(',').filter(Boolean).map((p) => p.split(':') as [string, string]));

export interface Linked { setup: Setup; you: number; moves: Made[] }

export async function toLink({ setup, you, moves }: Linked): Promise<string> {
  const q = new URLSearchParams({
    game: setup.game, players: String(setup.players), seed: setup.seed, you: String(you),
    bots: setup.bots.map((b) => b ?? '').join(','),
  });
  if (Object.keys(setup.options).length) q.set('options', pairs(setup.options));
  if (Object.keys(setup.rulings).length) q.set('rulings', pairs(setup.rulings));
  if (setup.casual) q.set('casual', '1');
  if (moves.length > 0) {
    const text = moves.map((made) => (typeof made === 'string' ? made : made.join(' '))).join('\n');
    q.set('moves', toText(await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))));
  }
  return `#/play?${q}`;
}

/** Null: this is not the link of a game. */
export async function fromLink(query: string): Promise<Linked | null> {
  const q = new URLSearchParams(query);
  const game = q.get('game');
  if (!game) return null;
  const packed = q.get('moves');
  const text = packed
    ? new TextDecoder().decode(await through(toBytes(packed), new DecompressionStream('deflate-raw'))) : '';
  const options = unpairs(q.get('options'));
  const setup: Setup = {
    game, players: Number(q.get('players')), seed: q.get('seed') ?? '', rulings: unpairs(q.get('rulings')),
    options: Object.fromEntries(Object.entries(options).map(([k, v]) => [k, /^-?\d+$/.test(v) ? Number(v) : v])),
    bots: (q.get('bots') ?? '').split(',').map((b) => b || null), ...(q.get('casual') ? { casual: true } : {}),
  };
  const moves = text.split('\n').filter(Boolean).map((line): Made => {
    const at = line.indexOf(' ');
    return at < 0 ? line : [Number(line.slice(0, at)), line.slice(at + 1)];
  });
  return { setup, you: Number(q.get('you') ?? 0), moves };
}
