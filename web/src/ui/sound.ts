// sound.ts - what a table sounds like, made on the spot: no file is loaded for it.

export type Sound = 'card' | 'draw' | 'turn' | 'won' | 'lost' | 'no';

let audio: AudioContext | null = null;

/** A rustle: noise through a filter that closes. */
function rustle(at: AudioContext, from: number, length: number, loud: number): void {
  const noise = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  noise.getChannelData(0).forEach((_, i, all) => { all[i] = (Math.random() * 2 - 1) * (1 - i / all.length) ** 2; });
  const source = at.createBufferSource(), filter = at.createBiquadFilter(), gain = at.createGain();
  source.buffer = noise;
  filter.type = 'bandpass';
  filter.frequency.setValueAtTime(from, at.currentTime);
  filter.frequency.exponentialRampToValueAtTime(from / 4, at.currentTime + length);
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(at.destination);
  source.start();
}

function tones(at: AudioContext, pitches: number[], each: number): void {
  pitches.forEach((pitch, i) => {
    const tone = at.createOscillator(), gain = at.createGain(), start = at.currentTime + i * each;
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(.12, start + .01);
    gain.gain.exponentialRampToValueAtTime(.0005, start + each * 1.8);
    tone.connect(gain).connect(at.destination);
    tone.start(start);
    tone.stop(start + each * 2);
  });
}

const MADE: Record<Sound, (at: AudioContext) => void> = {
  card: (at) => rustle(at, 2600, .09, .5),
  draw: (at) => rustle(at, 5200, .14, .25),
  turn: (at) => tones(at, [660, 880], .09),
  won: (at) => tones(at, [523, 659, 784, 1047], .13),
  lost: (at) => tones(at, [440, 370, 294], .17),
  no: (at) => tones(at, [196, 165], .1),
};

export function sound(which: Sound): void {
  try {
    audio ??= new AudioContext();
    MADE[which](audio);
  } catch { /* a browser without sound */ }
}
