// words.ts - what is said where people play with each other, in every language of the page.
import { fill, useWords } from '../words';

const en = {
  heading: 'With friends', text: 'Make a table, send the link, sit down, play. Nobody needs an account: your seat belongs to this browser.',
  make: 'Make a table', makeOf: 'A table of {0}', game: 'Game', open: 'Tables that wait for people', watch: 'Games to watch', yours: 'Your tables',
  none: 'No table is waiting just now. Make one, and it stands here for others.', noneRuns: 'Nobody plays in public just now.',
  join: 'Sit down', look: 'Watch', goOn: 'Go on', forget: 'Forget', free: 'free', with: 'with {0}', seatsFree: ['{0} seat free', '{0} seats free', '{0} seats free'],
  waiting: 'waiting for people', running: 'being played', over: 'over', 'given-up': 'given up',
  seats: 'Who sits where', person: 'A person', who: 'Seat {0}',
  access: 'Who may come', openAll: 'Everybody: it stands in the list', byLink: 'Only who has the link',
  clock: 'Time for a move', noClock: 'as long as they like', seconds: ['{0} second', '{0} seconds', '{0} seconds'], minutes: ['{0} minute', '{0} minutes', '{0} minutes'], days: ['{0} day', '{0} days', '{0} days'],
  away: 'For who stays away', awayNobody: 'nobody plays on: the others wait', awayBot: '{0} plays on ({1})', agreed: '{0} plays on for who is gone for {1}', clockNeeds: 'By the clock somebody must play on for who stays away.',
  more: 'Options and rulings', create: 'Make the table', cannot: 'This table cannot be made: {0}',
  invite: 'Send this link to those who shall play', copy: 'Copy', copied: 'Copied', share: 'Share', linkName: 'Link to this table',
  name: 'Your name', sit: 'Sit down here', play: 'Play along', leave: 'Get up', nameNeeded: 'First say what the others shall call you.',
  waitFor: ['The game begins when {0} more person sits down.', 'The game begins when {0} more people sit down.', 'The game begins when {0} more people sit down.'], begins: 'All are here: the cards are being dealt…',
  pledge: 'Nobody need trust the dealer', pledgeText: 'The server has fixed its secret already; this is its hash. Every seat adds a number by chance, and the deal comes of all of them. When the game is over, this page checks that it was so.',
  noTable: 'There is no such table', noTableText: 'The link is wrong, or the table is long gone.', toLobby: 'To the tables',
  givenUp: 'Nobody came to this table for two weeks; it was given up.',
  lost: 'The connection is lost. The table stays as it is; this page is trying to get back…', restored: 'The connection is back.', connecting: 'Connecting…',
  here: '{0} is here', absent: '{0} is not here', standIn: 'a bot plays for {0}', bot: '{0} is a bot', watchers: ['{0} watches', '{0} watch', '{0} watch'],
  left: '{0} left', talk: 'Talk', talkNew: 'Talk ({0} new)', said: 'What was said', nothingSaid: 'Nobody has said anything yet.', sayHere: 'Say something', send: 'Say it',
  saidBy: '{0}: {1}', aWatcher: 'somebody who watches', counts: 'it counts', people: 'Who is at the table',
  undoAsked: '{0} would like to take back the last move.', undoYours: 'You asked to take back your last move. The others must agree.', agree: 'Agree', decline: 'No', withdraw: 'Never mind',
  cannotUndo: 'That cannot be taken back: {0}',
  missed: ['While you were away: {0} move.', 'While you were away: {0} moves.', 'While you were away: {0} moves.'], missedOwn: ['A bot made {0} of them for you.', 'A bot made {0} of them for you.', 'A bot made {0} of them for you.'], missedList: 'What happened while you were away',
  late: 'Something happened before your move came. Look again.',
  awayYou: 'A bot plays for you.', back: 'I am back', goAway: 'Let a bot play for me',
  device: 'Move to another device', deviceText: 'Open this link on the other device: your seat moves there, and this one only watches. It is good once. Show it to nobody else.', deviceName: 'Link for the other device', takingOver: 'Your seat is moving here…',
  takeFailed: 'This link was used already, or it is wrong. You can watch.',
  notify: 'Tell me when it is my turn', notifyOn: 'You will be told when it is your turn.', notifyNot: 'The browser does not allow it.',
  rematch: 'Another round is being set up.', rematchGo: 'To the new table',
  checkedRight: 'The deal was checked: it came of what was pledged, and of your number.', checkedUnknown: 'The record was checked: every line of it is right. No number of yours is in the deal, so the dealer had to be trusted.', checkedWrong: 'THE DEAL IS NOT WHAT WAS PLEDGED ({0}). Do not trust this server; save the record.',
  link: 'Copy the link', lobby: 'Tables', yourTurn: 'Your turn', copyFailed: 'Mark the link and copy it.',
};
type FriendWords = typeof en;

const de: FriendWords = {
  heading: 'Mit Freunden', text: 'Mach einen Tisch auf, schick den Link, setz dich, spiel. Niemand braucht ein Konto: Dein Platz gehört diesem Browser.',
  make: 'Tisch aufmachen', makeOf: 'Ein Tisch für {0}', game: 'Spiel', open: 'Tische, die auf Leute warten', watch: 'Spiele zum Zuschauen', yours: 'Deine Tische',
  none: 'Gerade wartet kein Tisch. Mach einen auf, dann steht er hier für andere.', noneRuns: 'Gerade spielt niemand öffentlich.',
  join: 'Hinsetzen', look: 'Zuschauen', goOn: 'Weiterspielen', forget: 'Vergessen', free: 'frei', with: 'mit {0}', seatsFree: ['{0} Platz frei', '{0} Plätze frei', '{0} Plätze frei'],
  waiting: 'wartet auf Leute', running: 'wird gespielt', over: 'zu Ende', 'given-up': 'aufgegeben',
  seats: 'Wer wo sitzt', person: 'Ein Mensch', who: 'Platz {0}',
  access: 'Wer kommen darf', openAll: 'Alle: Er steht in der Liste', byLink: 'Nur, wer den Link hat',
  clock: 'Zeit für einen Zug', noClock: 'so lange man will', seconds: ['{0} Sekunde', '{0} Sekunden', '{0} Sekunden'], minutes: ['{0} Minute', '{0} Minuten', '{0} Minuten'], days: ['{0} Tag', '{0} Tage', '{0} Tage'],
  away: 'Wenn jemand wegbleibt', awayNobody: 'spielt niemand weiter: Die anderen warten', awayBot: 'spielt {0} weiter ({1})', agreed: 'wer länger weg ist ({1}), für den spielt {0} weiter', clockNeeds: 'Mit einer Uhr muss jemand für den weiterspielen, der wegbleibt.',
  more: 'Optionen und Auslegungen', create: 'Tisch aufmachen', cannot: 'Dieser Tisch geht nicht: {0}',
  invite: 'Schick diesen Link denen, die mitspielen sollen', copy: 'Kopieren', copied: 'Kopiert', share: 'Teilen', linkName: 'Link zu diesem Tisch',
  name: 'Dein Name', sit: 'Hier hinsetzen', play: 'Mitspielen', leave: 'Aufstehen', nameNeeded: 'Sag zuerst, wie die anderen dich nennen sollen.',
  waitFor: ['Das Spiel beginnt, wenn sich noch {0} Mensch hinsetzt.', 'Das Spiel beginnt, wenn sich noch {0} Leute hinsetzen.', 'Das Spiel beginnt, wenn sich noch {0} Leute hinsetzen.'], begins: 'Alle sind da: Es wird gegeben …',
  pledge: 'Dem Geber muss niemand trauen', pledgeText: 'Der Server hat sein Geheimnis schon festgelegt; das hier ist sein Hash. Jeder Platz gibt eine Zufallszahl dazu, und aus allen zusammen entsteht die Verteilung. Nach dem Spiel prüft diese Seite, ob es so war.',
  noTable: 'Diesen Tisch gibt es nicht', noTableText: 'Der Link stimmt nicht, oder der Tisch ist längst weg.', toLobby: 'Zu den Tischen',
  givenUp: 'Zwei Wochen lang kam niemand an diesen Tisch; er wurde aufgegeben.',
  lost: 'Die Verbindung ist weg. Der Tisch bleibt, wie er ist; diese Seite versucht zurückzukommen …', restored: 'Die Verbindung ist wieder da.', connecting: 'Verbindung wird hergestellt …',
  here: '{0} ist da', absent: '{0} ist nicht da', standIn: 'für {0} spielt ein Bot', bot: '{0} ist ein Bot', watchers: ['{0} schaut zu', '{0} schauen zu', '{0} schauen zu'],
  left: 'noch {0}', talk: 'Reden', talkNew: 'Reden ({0} neu)', said: 'Was gesagt wurde', nothingSaid: 'Noch hat niemand etwas gesagt.', sayHere: 'Sag etwas', send: 'Sagen',
  saidBy: '{0}: {1}', aWatcher: 'jemand, der zuschaut', counts: 'es zählt', people: 'Wer am Tisch ist',
  undoAsked: '{0} möchte den letzten Zug zurücknehmen.', undoYours: 'Du möchtest deinen letzten Zug zurücknehmen. Die anderen müssen zustimmen.', agree: 'Einverstanden', decline: 'Nein', withdraw: 'Doch nicht',
  cannotUndo: 'Das geht nicht zurück: {0}',
  missed: ['Während du weg warst: {0} Zug.', 'Während du weg warst: {0} Züge.', 'Während du weg warst: {0} Züge.'], missedOwn: ['{0} davon hat ein Bot für dich gemacht.', '{0} davon hat ein Bot für dich gemacht.', '{0} davon hat ein Bot für dich gemacht.'], missedList: 'Was geschah, während du weg warst',
  late: 'Bevor dein Zug ankam, ist etwas geschehen. Schau noch einmal.',
  awayYou: 'Für dich spielt ein Bot.', back: 'Ich bin wieder da', goAway: 'Einen Bot für mich spielen lassen',
  device: 'Auf ein anderes Gerät', deviceText: 'Öffne diesen Link auf dem anderen Gerät: Dein Platz zieht dorthin um, und hier schaust du nur noch zu. Er gilt einmal. Zeig ihn sonst niemandem.', deviceName: 'Link für das andere Gerät', takingOver: 'Dein Platz zieht hierher um …',
  takeFailed: 'Dieser Link wurde schon benutzt, oder er stimmt nicht. Du kannst zuschauen.',
  notify: 'Sag mir, wenn ich dran bin', notifyOn: 'Du erfährst es, wenn du dran bist.', notifyNot: 'Der Browser erlaubt es nicht.',
  rematch: 'Eine neue Runde wird vorbereitet.', rematchGo: 'Zum neuen Tisch',
  checkedRight: 'Die Verteilung wurde geprüft: Sie kam aus dem, was zugesagt war, und aus deiner Zahl.', checkedUnknown: 'Die Aufzeichnung wurde geprüft: Jede Zeile stimmt. In der Verteilung ist keine Zahl von dir: Wer gab, dem war zu trauen.', checkedWrong: 'DIE VERTEILUNG IST NICHT DIE ZUGESAGTE ({0}). Trau diesem Server nicht; speichere die Aufzeichnung.',
  link: 'Link kopieren', lobby: 'Tische', yourTurn: 'Du bist dran', copyFailed: 'Markiere den Link und kopiere ihn.',
};

const sk: FriendWords = {
  heading: 'S priateľmi', text: 'Založ stôl, pošli odkaz, sadni si a hraj. Nikto nepotrebuje účet: tvoje miesto patrí tomuto prehliadaču.',
  make: 'Založiť stôl', makeOf: 'Stôl pre hru {0}', game: 'Hra', open: 'Stoly, ktoré čakajú na ľudí', watch: 'Hry na pozeranie', yours: 'Tvoje stoly',
  none: 'Práve nečaká žiadny stôl. Založ ho a bude tu stáť pre ostatných.', noneRuns: 'Práve nikto nehrá verejne.',
  join: 'Sadnúť si', look: 'Pozerať', goOn: 'Pokračovať', forget: 'Zabudnúť', free: 'voľné', with: 'pri stole {0}', seatsFree: ['{0} voľné miesto', '{0} voľné miesta', '{0} voľných miest'],
  waiting: 'čaká na ľudí', running: 'hrá sa', over: 'skončená', 'given-up': 'vzdaná',
  seats: 'Kto kde sedí', person: 'Človek', who: 'Miesto {0}',
  access: 'Kto smie prísť', openAll: 'Všetci: stôl je v zozname', byLink: 'Len ten, kto má odkaz',
  clock: 'Čas na ťah', noClock: 'koľko kto chce', seconds: ['{0} sekunda', '{0} sekundy', '{0} sekúnd'], minutes: ['{0} minúta', '{0} minúty', '{0} minút'], days: ['{0} deň', '{0} dni', '{0} dní'],
  away: 'Keď niekto nepríde', awayNobody: 'nikto nehrá zaňho: ostatní čakajú', awayBot: 'hrá ďalej {0} ({1})', agreed: 'kto tu dlhšie nie je ({1}), za toho hrá {0}', clockNeeds: 'S hodinami musí za toho, kto nepríde, niekto hrať.',
  more: 'Možnosti a výklady', create: 'Založiť stôl', cannot: 'Tento stôl sa nedá založiť: {0}',
  invite: 'Pošli tento odkaz tým, čo majú hrať', copy: 'Kopírovať', copied: 'Skopírované', share: 'Zdieľať', linkName: 'Odkaz na tento stôl',
  name: 'Tvoje meno', sit: 'Sadnúť si sem', play: 'Hrať', leave: 'Vstať', nameNeeded: 'Najprv povedz, ako ťa majú ostatní volať.',
  waitFor: ['Hra sa začne, keď si sadne ešte {0} človek.', 'Hra sa začne, keď si sadnú ešte {0} ľudia.', 'Hra sa začne, keď si sadne ešte {0} ľudí.'], begins: 'Všetci sú tu: rozdáva sa…',
  pledge: 'Rozdávajúcemu netreba veriť', pledgeText: 'Server si už svoje tajomstvo určil; toto je jeho odtlačok. Každé miesto pridá náhodné číslo a rozdanie vznikne zo všetkých spolu. Po hre táto stránka skontroluje, či to tak bolo.',
  noTable: 'Taký stôl nie je', noTableText: 'Odkaz je chybný alebo stôl už dávno zmizol.', toLobby: 'K stolom',
  givenUp: 'Dva týždne k tomuto stolu nikto neprišiel; hra je vzdaná.',
  lost: 'Spojenie sa prerušilo. Stôl ostáva, ako je; stránka sa pokúša vrátiť…', restored: 'Spojenie je späť.', connecting: 'Pripája sa…',
  here: '{0} je tu', absent: '{0} tu nie je', standIn: 'za miesto {0} hrá bot', bot: '{0} je bot', watchers: ['{0} sa pozerá', '{0} sa pozerajú', '{0} sa pozerá'],
  left: 'ešte {0}', talk: 'Reč', talkNew: 'Reč ({0} nové)', said: 'Čo sa povedalo', nothingSaid: 'Zatiaľ nikto nič nepovedal.', sayHere: 'Povedz niečo', send: 'Povedať',
  saidBy: '{0}: {1}', aWatcher: 'niekto, kto sa pozerá', counts: 'platí to', people: 'Kto je pri stole',
  undoAsked: '{0} žiada vrátiť posledný ťah.', undoYours: 'Chceš vrátiť svoj posledný ťah. Ostatní musia súhlasiť.', agree: 'Súhlasím', decline: 'Nie', withdraw: 'Už nie',
  cannotUndo: 'To sa nedá vrátiť: {0}',
  missed: ['Počas tvojej neprítomnosti: {0} ťah.', 'Počas tvojej neprítomnosti: {0} ťahy.', 'Počas tvojej neprítomnosti: {0} ťahov.'], missedOwn: ['{0} z nich urobil za teba bot.', '{0} z nich urobil za teba bot.', '{0} z nich urobil za teba bot.'], missedList: 'Čo sa stalo počas tvojej neprítomnosti',
  late: 'Skôr než tvoj ťah prišiel, niečo sa stalo. Pozri sa znova.',
  awayYou: 'Za teba hrá bot.', back: 'Som späť', goAway: 'Nechať hrať bota za mňa',
  device: 'Presun na iné zariadenie', deviceText: 'Otvor tento odkaz na druhom zariadení: tvoje miesto sa presunie tam a tu sa už len pozeráš. Platí raz. Nikomu inému ho neukazuj.', deviceName: 'Odkaz pre druhé zariadenie', takingOver: 'Tvoje miesto sa presúva sem…',
  takeFailed: 'Tento odkaz bol už použitý alebo je chybný. Môžeš sa pozerať.',
  notify: 'Daj mi vedieť, keď som na ťahu', notifyOn: 'Dozvieš sa, keď budeš na ťahu.', notifyNot: 'Prehliadač to nedovoľuje.',
  rematch: 'Pripravuje sa ďalšie kolo.', rematchGo: 'K novému stolu',
  checkedRight: 'Rozdanie je skontrolované: vzniklo z toho, čo bolo sľúbené, a z tvojho čísla.', checkedUnknown: 'Záznam je skontrolovaný: každý riadok je správny. Tvoje číslo v rozdaní nie je, takže rozdávajúcemu bolo treba veriť.', checkedWrong: 'ROZDANIE NIE JE TO, ČO BOLO SĽÚBENÉ ({0}). Never tomuto serveru; ulož si záznam.',
  link: 'Kopírovať odkaz', lobby: 'Stoly', yourTurn: 'Si na ťahu', copyFailed: 'Označ odkaz a skopíruj ho.',
};

const all: Record<string, FriendWords> = { en, de, sk };
export const useFriendWords = (): FriendWords => all[useWords().code] ?? en;

/** What a server refuses, by its own words: in English, German, Slovak. tests/house/test_refusals.py holds it to the server. */
const CODES = ['en', 'de', 'sk'];
const refusals: Record<string, string[]> = {
  'this server is about to stop': ['The server is about to stop. Try again in a while.', 'Der Server wird gleich angehalten. Versuch es später noch einmal.', 'Server sa práve vypína. Skús to o chvíľu znova.'],
  'this server has too many tables': ['The server has no room for another table just now.', 'Auf dem Server ist gerade kein Platz für einen weiteren Tisch.', 'Na serveri práve nie je miesto pre ďalší stôl.'],
  'you have made too many tables': ['You have made too many tables.', 'Du hast zu viele Tische aufgemacht.', 'Tvojich stolov je už priveľa.'],
  'this table cannot be made': ['It cannot be dealt like this.', 'So lässt sich nicht geben.', 'Takto sa nedá rozdať.'],
  'the set-up is too long': ['Too many options and rulings.', 'Zu viele Optionen und Auslegungen.', 'Priveľa možností a výkladov.'],
  'bots: somebody must play': ['At least one person must play.', 'Mindestens ein Mensch muss mitspielen.', 'Aspoň jeden človek musí hrať.'],
  'away: by the clock somebody must play on': [en.clockNeeds, de.clockNeeds, sk.clockNeeds],
  'this seat is taken': ['This seat is taken already.', 'Dieser Platz ist schon besetzt.', 'Toto miesto je už obsadené.'],
  'name: somebody here is called so': ['Somebody at this table has that name already. Take another one.', 'So heißt hier schon jemand. Nimm einen anderen Namen.', 'Takto sa tu už niekto volá. Zvoľ si iné meno.'],
  'name: must be letters and signs on one line': ['A name is made of letters and signs.', 'Ein Name besteht aus Buchstaben und Zeichen.', 'Meno sa skladá z písmen a znakov.'],
  'name: has at most {0} characters': ['A name has at most {0} letters.', 'Ein Name hat höchstens {0} Buchstaben.', 'Meno má najviac {0} písmen.'],
  'words: must be letters and signs on one line': ['Only letters and signs can be said.', 'Sagen lassen sich nur Buchstaben und Zeichen.', 'Povedať sa dajú len písmená a znaky.'],
  'words: has at most {0} characters': ['That is too long: at most {0} letters.', 'Das ist zu lang: höchstens {0} Buchstaben.', 'To je pridlhé: najviac {0} písmen.'],
  'too many watch this table': ['Too many people watch this table just now.', 'Diesem Tisch schauen gerade zu viele zu.', 'Na tento stôl sa práve pozerá priveľa ľudí.'],
  'this table cannot be read': ['The server cannot read this table.', 'Der Server kann diesen Tisch nicht lesen.', 'Server tento stôl nevie prečítať.'],
  'that seat is not yours': ['This seat is not yours any more.', 'Dieser Platz gehört dir nicht mehr.', 'Toto miesto už nie je tvoje.'],
  'this was done too often at this seat': ['That was done too often at this seat.', 'Das war an diesem Platz zu oft.', 'Na tomto mieste to bolo príliš často.'],
  'nobody plays on for who leaves this table': ['Nobody plays on here for who is gone.', 'Hier spielt niemand für den weiter, der geht.', 'Tu za toho, kto odíde, nikto nehrá.'],
  'the game has begun': ['The game has begun already.', 'Das Spiel hat schon begonnen.', 'Hra sa už začala.'],
  'the game has not begun': ['The game has not begun yet.', 'Das Spiel hat noch nicht begonnen.', 'Hra sa ešte nezačala.'],
  'the game is over': ['The game is over.', 'Das Spiel ist zu Ende.', 'Hra sa skončila.'],
  'the game is not over': ['The game is not over yet.', 'Das Spiel ist noch nicht zu Ende.', 'Hra sa ešte neskončila.'],
  'nothing is to be taken back': ['There is nothing to take back any more.', 'Es gibt nichts mehr zurückzunehmen.', 'Už niet čo vrátiť.'],
};
/** Why a server refused something, for people; what it says otherwise, as it says it. */
export function useRefusal(): (error: Error) => string {
  const code = CODES.indexOf(useWords().code);
  return ({ message }) => {
    const [number = ''] = /\d+/.exec(message) ?? [];
    return fill(refusals[message.replace(/\d+/, '{0}')]?.[Math.max(0, code)] ?? message, number);
  };
}
