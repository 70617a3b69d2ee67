// card.tsx - one card, drawn: corners that can be read when cards overlap, pips or a figure.
import { face, HIDDEN, index } from './pack';
import type { PackName } from './pack';
import { rankId, suitId } from './suits';

type Spot = [x: number, y: number];
const L = 36, M = 50, R = 64;
const rows = (xs: number[], ys: number[]): Spot[] => ys.flatMap((y) => xs.map((x): Spot => [x, y]));

const PIPS: Record<string, Spot[]> = {
  '2': rows([M], [34, 106]),
  '3': rows([M], [34, 70, 106]),
  '4': rows([L, R], [36, 104]),
  '5': [...rows([L, R], [36, 104]), [M, 70]],
  '6': rows([L, R], [34, 70, 106]),
  '7': [...rows([L, R], [34, 70, 106]), [M, 52]],
  '8': [...rows([L, R], [34, 70, 106]), [M, 52], [M, 88]],
  '9': [...rows([L, R], [31, 57, 83, 109]), [M, 70]],
  T: [...rows([L, R], [31, 57, 83, 109]), [M, 44], [M, 96]],
};
PIPS.X = PIPS.T;

const upside = 'rotate(180 50 70)';

function Sign({ id, x, y, size }: { id: string; x: number; y: number; size: number }) {
  return <use href={`#${id}`} x={x - size / 2} y={y - size / 2} width={size} height={size} />;
}

function Corner({ rank, id }: { rank: string; id: string }) {
  return (
    <g class="corner">
      <use href={`#${rankId(rank)}`} x={0} y={3} width={28} height={28} />
      <Sign id={id} x={14} y={41} size={17} />
    </g>
  );
}

function Pips({ spots, id, turn }: { spots: Spot[]; id: string; turn: boolean }) {
  return (
    <>
      {spots.map(([x, y]) =>
        turn && y > 70
          ? <g transform={`rotate(180 ${x} ${y})`}><Sign id={id} x={x} y={y} size={17} /></g>
          : <Sign id={id} x={x} y={y} size={17} />)}
    </>
  );
}

/* The court in plain shapes: a head, what it wears, and shoulders in the suit's colour. */
const WEAR: Record<string, preact.JSX.Element> = {
  crown: <path class="gold" d="M36 42 33 26 42 34 50 22 58 34 67 26 64 42Z" />,
  tiara: <><path class="hair" d="M37 44c-4 12-4 22-2 26h30c2-4 2-14-2-26Z" /><path class="gold" d="M38 40c2-9 7-13 12-13s10 4 12 13Z" /><circle class="gem" cx="50" cy="31" r="3" /></>,
  cap: <><path class="cloth" d="M35 42c0-9 6-14 15-14s15 5 15 14Z" /><path class="feather" d="M62 36c6-4 9-10 9-15-6 1-11 6-12 13Z" /></>,
  hat: <><path class="cloth" d="M31 43c1-4 6-6 8-7 1-7 5-11 11-11s10 4 11 11c2 1 7 3 8 7Z" /><path class="feather" d="M60 33c7-3 11-8 12-13-7 0-13 5-14 11Z" /></>,
};

function Bust({ wear, beard }: { wear: string; beard: boolean }) {
  return (
    <g class="figure">
      <path class="robe" d="M27 70c1-8 8-13 16-14h14c8 1 15 6 16 14Z" />
      <path class="collar" d="M43 56l7 9 7-9Z" />
      {wear === 'tiara' ? WEAR.tiara : null}
      <circle class="skin" cx="50" cy="47" r="10.500" />
      {beard ? <path class="hair" d="M40 49c1 9 5 13 10 13s9-4 10-13c-3 3-17 3-20 0Z" /> : null}
      <circle class="eye" cx="46" cy="46" r="1.200" /><circle class="eye" cx="54" cy="46" r="1.200" />
      <path class="mouth" d="M47 52.500q3 2 6 0" />
      {wear === 'tiara' ? <path class="gold" d="M39 40c2-8 6-12 11-12s9 4 11 12Z" /> : WEAR[wear]}
    </g>
  );
}

const FRENCH_COURT: Record<string, [string, boolean]> = { J: ['cap', false], Q: ['tiara', false], K: ['crown', true] };
const GERMAN_COURT: Record<string, [string, boolean]> = { U: ['cap', false], O: ['hat', true], K: ['crown', true] };

function FrenchCourt({ rank, id }: { rank: string; id: string }) {
  const half = <g><Bust wear={FRENCH_COURT[rank][0]} beard={FRENCH_COURT[rank][1]} /><Sign id={id} x={65} y={23} size={12} /></g>;
  return (
    <g>
      <rect class="frame" x={27} y={15} width={46} height={110} rx={3} />
      {half}<g transform={upside}>{half}</g><path class="frame" d="M27 70H73" />
    </g>
  );
}

/* Overs have their sign above, unders below, as they are called. */
function GermanCourt({ rank, id }: { rank: string; id: string }) {
  const [wear, beard] = GERMAN_COURT[rank];
  const y = rank === 'U' ? 113 : 27;
  return (
    <g>
      <rect class="frame" x={28} y={12} width={64} height={116} rx={3} />
      <g transform={`translate(10 ${rank === 'U' ? -4 : 30})`}>
        <Bust wear={wear} beard={beard} />
        <path class="robe" d="M27 70h46l4 27H23Z" /><path class="belt" d="M26 80h48v5H26Z" />
      </g>
      {rank === 'K' ? <><Sign id={id} x={41} y={27} size={20} /><Sign id={id} x={79} y={27} size={20} /></>
        : <Sign id={id} x={rank === 'U' ? 78 : 42} y={y} size={22} />}
    </g>
  );
}

function Middle({ rank, id, pack }: { rank: string; id: string; pack: PackName }) {
  if (rank === 'A')
    return pack === 'german'
      ? <g><path class="ribbon" d="M22 66h62l-6 8 6 8H22l6-8Z" /><Sign id={id} x={53} y={44} size={36} /><Sign id={id} x={53} y={105} size={36} /></g>
      : <Sign id={id} x={50} y={72} size={48} />;
  if (PIPS[rank]) return <Pips spots={PIPS[rank]} id={id} turn={pack === 'french'} />;
  return pack === 'german' ? <GermanCourt rank={rank} id={id} /> : <FrenchCourt rank={rank} id={id} />;
}

function Back() {
  return (
    <g>
      <rect class="back" x="1" y="1" width="98" height="138" rx="9" />
      <rect class="back-frame" x="8" y="8" width="84" height="124" rx="5" />
      <path class="back-lines" d="M8 38 38 8M8 68 68 8M8 98 92 14M8 128 92 44M36 132 92 74M66 132 92 104M92 38 62 8M92 68 32 8M92 98 8 14M92 128 8 44M64 132 8 74M34 132 8 104" />
    </g>
  );
}

const COLOUR: Record<string, string> = {
  fH: 'suit-red', fD: 'suit-red fD', fS: 'suit-black', fC: 'suit-black fC',
  gH: 'suit-red', gL: 'suit-green', gA: 'suit-brown', gB: 'suit-amber',
};

/** A card as printed; "??" shows its back. What it is called is said by what holds it. */
export function Card({ card, pack }: { card: string; pack: PackName }) {
  const { rank, suit } = face(card);
  const id = suitId(suit, pack);
  const corner = <Corner rank={index(rank, pack)} id={id} />;
  return (
    <svg class={`card ${COLOUR[(pack === 'german' ? 'g' : 'f') + suit] ?? ''}`} viewBox="0 0 100 140" aria-hidden="true">
      {card === HIDDEN ? <Back /> : (
        <>
          <rect class="paper" x="1" y="1" width="98" height="138" rx="9" />
          <Middle rank={rank} id={id} pack={pack} />
          {corner}{pack === 'german' && GERMAN_COURT[rank] ? null : <g transform={upside}>{corner}</g>}
        </>
      )}
    </svg>
  );
}
