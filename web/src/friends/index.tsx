// index.tsx - playing with people elsewhere, through the server of this page; loaded when it is asked for.
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app';
import type { App } from '../app';
import { go, swap } from '../route';
import { inOrder } from '../screens/home';
import { far } from '../service/both';
import { remote } from '../service/remote';
import { Server } from '../service/server';
import { announce } from '../ui/live';
import { useWords } from '../words';
import { useHeard } from './heard';
import { Lobby } from './lobby';
import { MakeTable } from './make';
import { PlayRoom } from './play';
import { loadTable } from './secrets';
import { useFriendWords, useRefusal } from './words';
import { WaitingRoom } from './wait';

const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'friends.css' });
document.head.append(style);

let server: Server | null = null;
function connection({ service, settings }: App): Server {
  if (!server) {
    const address = new URL('play', document.baseURI);
    address.protocol = address.protocol.replace('http', 'ws');
    address.hash = '';
    server = new Server(address.href, settings.language);
    far.service = remote(server, service);
  }
  return server;
}

function useServer(): Server {
  const app = useApp();
  const found = connection(app);
  useHeard(found);
  useEffect(() => found.speak(app.settings.language), [app.settings.language]);
  return found;
}

/** Said once it has lasted: who comes here for the first time is not lost. */
function Connection({ server: { up, failures } }: { server: Server }) {
  const f = useFriendWords();
  const [was, setWas] = useState(up);
  useEffect(() => {
    if (up === was) return;
    setWas(up);
    if (failures > 0 || !up) announce(up ? f.restored : f.lost);
  }, [up]);
  return up ? null : <p class="message connection" data-passes data-lost={failures > 0}>{was || failures > 0 ? f.lost : f.connecting}</p>;
}

export function FriendsScreen({ game }: { game: string }) {
  const found = useServer();
  const { about } = useApp();
  const f = useFriendWords();
  const which = about.games.find((g) => g.id === game);
  return (
    <div class="friends">
      <Connection server={found} />
      {which || game === 'new' ? <MakeTable key={game} server={found} game={which ?? inOrder(about.games)[0]} />
        : <><h1 tabIndex={-1}>{f.heading}</h1><p>{f.text}</p><Lobby server={found} /></>}
    </div>
  );
}

export function TableOfFriends({ name, secret, load }: { name: string; secret: string; load: (text: string, you: number) => void }) {
  const found = useServer();
  const f = useFriendWords();
  const w = useWords();
  const [t] = useState(() => found.table(name));
  const [said, setSaid] = useState('');
  useHeard(t);
  const refusal = useRefusal();
  useEffect(() => {
    if (!secret) return;
    setSaid(f.takingOver);
    // The secret stays in the address until it is kept, or known to be worth nothing.
    const hide = () => { if (location.hash.endsWith(`/${secret}`)) swap(`table/${name}`); };
    // Where the seat is ours already, there is nothing to be moved.
    const known = Object.values(loadTable(name)?.seats ?? {}).some((s) => s.secret === secret || s.from === secret);
    void (known ? Promise.resolve() : t.takeOver(secret, hide)).then(() => setSaid(''), () => setSaid(f.takeFailed)).then(hide);
  }, [secret]);
  useEffect(() => () => found.forget(t), []);
  const { news } = t;
  const text = said ? <p class="message" role="status">{said}</p> : null;
  const why = refusal(new Error(t.wrong));
  if (t.wrong) return <div class="friends"><h1 tabIndex={-1}>{why === t.wrong ? f.noTable : why}</h1><p>{why === t.wrong ? f.noTableText : ''}</p><p><a class="button" href="#/friends">{f.toLobby}</a></p></div>;
  if (!news) return <div class="friends"><Connection server={found} />{text}<h1 tabIndex={-1}>{w.loading}</h1></div>;
  if (news.stage === 'waiting' || (news.stage === 'given-up' && !t.shown))
    return <div class="friends"><Connection server={found} />{text}<WaitingRoom t={t} /></div>;
  return <>{text}<PlayRoom key={t.seat} t={t} load={load} banner={<Connection server={found} />} again={(next) => go(`table/${next}`)} /></>;
}
