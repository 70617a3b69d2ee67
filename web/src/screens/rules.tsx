// rules.tsx - the rulebook of a game as a page of its own.
import { useApp } from '../app';
import { go } from '../route';
import { OpenClause, Rulebook } from '../ui/clause';
import { fill, useWords } from '../words';

export function RulesScreen({ game, clause }: { game: string; clause: string }) {
  const { about } = useApp();
  const w = useWords();
  const known = about.games.find((g) => g.id === game);
  return (
    <div class="rules-screen">
      <h1 tabIndex={-1}>{known ? fill(w.rules.heading, known.title) : w.rules.choose}</h1>
      <nav aria-label={w.rules.choose}>
        <ul class="rulebooks">{about.games.map((g) => <li><a href={`#/rules/${g.id}`} aria-current={g.id === game ? 'page' : undefined}>{g.title}</a></li>)}</ul>
      </nav>
      {known ? (
        <OpenClause.Provider value={(id) => go(`rules/${game}/${encodeURIComponent(id)}`)}>
          <p class="hint">{w.rules.ours}</p>
          <Rulebook key={game} game={game} at={clause} />
        </OpenClause.Provider>
      ) : null}
    </div>
  );
}
