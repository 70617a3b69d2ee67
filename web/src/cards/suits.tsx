// suits.tsx - the suit signs of both packs, drawn once and used everywhere by name.
import type { PackName } from './pack';

export function suitId(suit: string, pack: PackName): string {
  return `suit-${pack === 'german' ? 'g' : 'f'}${suit}`;
}

const HEART =
  'M0 10C-3 5-11 1-11-5c0-3.6 2.6-6 5.6-6C-2.9-11-1-9.6 0-7.2 1-9.6 2.9-11 5.4-11c3 0 5.6 2.4 5.6 6C11 1 3 5 0 10Z';

/* What stands in the corners. Drawn by name as well: a card is called by what holds it, and text
 * in it would be read out beside that. */
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'U', 'O'];

export const rankId = (rank: string) => `rank-${rank}`;

/** Put once at the top of the page. */
export function SuitSigns() {
  return (
    <svg class="sprite" aria-hidden="true" width="0" height="0">
      {RANKS.map((rank) => (
        <symbol id={rankId(rank)} viewBox="0 0 28 28">
          <text class="rank-text" x="14" y="24" text-anchor="middle" textLength={rank.length > 1 ? 21 : undefined} lengthAdjust="spacingAndGlyphs">{rank}</text>
        </symbol>
      ))}
      <symbol id="suit-fH" viewBox="-12 -12 24 24"><path class="red" d={HEART} /></symbol>
      <symbol id="suit-fD" viewBox="-12 -12 24 24">
        <path class="diamonds" d="M0-11.5C2.2-6.6 5-3.2 9 0 5 3.2 2.2 6.6 0 11.5-2.2 6.6-5 3.2-9 0-5-3.2-2.2-6.6 0-11.5Z" />
      </symbol>
      <symbol id="suit-fS" viewBox="-12 -12 24 24">
        <path class="black" d="M0-11.5C2.4-6.6 11-2.6 11 3.2c0 3-2.3 5-4.9 5-2 0-3.7-1-4.7-2.8.2 2.6 1.3 4.6 3.2 6.1H-4.6c1.9-1.5 3-3.5 3.2-6.1C-2.4 7.2-4.1 8.2-6.1 8.2c-2.6 0-4.9-2-4.9-5C-11-2.6-2.4-6.6 0-11.5Z" />
      </symbol>
      <symbol id="suit-fC" viewBox="-12 -12 24 24">
        <g class="clubs">
          <circle cx="0" cy="-6" r="5" /><circle cx="-6" cy="2" r="5" /><circle cx="6" cy="2" r="5" />
          <path d="M-2-3h4l1 5-1.6 3c.3 2.700 1.400 4.900 3.200 6.500H-4.600c1.800-1.600 2.900-3.800 3.200-6.500L-3 2Z" />
        </g>
      </symbol>
      <symbol id="suit-gH" viewBox="-12 -12 24 24"><path class="german-heart" d={HEART} /></symbol>
      <symbol id="suit-gL" viewBox="-12 -12 24 24">
        <path class="leaf" d="M0-11.500C4.500-7.500 10-4 9.300 1.600 8.800 5.600 4.500 7.200 1 5.600L1.400 11.500h-2.800L-1 5.600C-4.500 7.200-8.800 5.600-9.300 1.600-10-4-4.500-7.500 0-11.500Z" />
        <path class="vein" d="M0-7.500V6M0 1-5-2.500M0 1 5-2.500M0-3-3-5.200M0-3 3-5.200" />
      </symbol>
      <symbol id="suit-gA" viewBox="-12 -12 24 24">
        <path class="acorn" d="M-7-1.500C-7 5.500-3.500 9 0 11.500 3.500 9 7 5.500 7-1.500Z" />
        <path class="cup" d="M-8.800-1.300C-8.800-6-4.800-8.300-.9-8.500L-1.800-11.500H1.800L.9-8.500C4.800-8.300 8.800-6 8.800-1.300 5.500.1-5.500.1-8.800-1.300Z" />
        <path class="gleam" d="M-3.800 1.500C-3.600 4.200-2.600 6-1.200 7.500" />
      </symbol>
      <symbol id="suit-gB" viewBox="-12 -12 24 24">
        <path class="bell-ring" d="M-2-8.500a2 2 0 1 1 4 0" />
        <circle class="bell" cx="0" cy="1.500" r="9.500" />
        <path class="bell-band" d="M-9.300 0H9.300V3H-9.300Z" />
        <circle class="bell-mouth" cx="0" cy="5.700" r="1.700" /><path class="bell-slit" d="M0 6v5" />
      </symbol>
    </svg>
  );
}

export function Rank({ rank }: { rank: string }) {
  return <svg class="suit" aria-hidden="true" viewBox="4 3 20 22"><use href={`#${rankId(rank)}`} width="28" height="28" /></svg>;
}

export function Suit({ suit, pack }: { suit: string; pack: PackName }) {
  return (
    <svg class="suit" aria-hidden="true" viewBox="0 0 24 24"><use href={`#${suitId(suit, pack)}`} /></svg>
  );
}
