// rules.tsx - the rulebook of a game as a page of its own.
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app';
import { go } from '../route';
import { isClause, OpenClause, Rulebook } from '../ui/clause';
import { fill, useWords } from '../words';

export function RulesScreen({ game, clause }: { game: string; clause: string }) {
  const { about, rules } = useApp();
  const w = useWords();
  const known = about.games.find((g) => g.id === game);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    setMissing(false);
    if (known && clause) void rules(game).then((all) => setMissing(!all.some((c) => isClause(c, clause))));
  }, [game, clause]);
  return (
    <div class="rules-screen">
      <h1 tabIndex={-1}>{known ? fill(w.rules.heading, known.title) : w.rules.choose}</h1>
      <nav aria-label={w.rules.choose}>
        <ul class="rulebooks">{about.games.map((g) => <li><a href={`#/rules/${g.id}`} aria-current={g.id === game ? 'page' : undefined}>{g.title}</a></li>)}</ul>
      </nav>
      {known ? (
        <OpenClause.Provider value={(id) => go(`rules/${game}/${encodeURIComponent(id)}`)}>
          <p class="hint">{w.rules.ours}</p>
          {missing ? <p class="message refusal" role="alert">{fill(w.rules.noClause, clause)}</p> : null}
          <Rulebook key={game} game={game} at={clause} />
        </OpenClause.Provider>
      ) : null}
    </div>
  );
}
