-- A file as version 1 left it: never to be changed.
CREATE TABLE server(one INTEGER PRIMARY KEY CHECK (one = 1), fence INTEGER NOT NULL,
  address TEXT NOT NULL) STRICT;
INSERT INTO server VALUES(1, 41, 'wss://old');
CREATE TABLE tables(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, next INTEGER NOT NULL,
  last INTEGER NOT NULL, stage INTEGER NOT NULL, open INTEGER NOT NULL, due INTEGER NOT NULL,
  changed INTEGER NOT NULL, lobby TEXT NOT NULL) STRICT;
CREATE TABLE records(id INTEGER PRIMARY KEY, before INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
INSERT INTO tables VALUES(1, 'aaaaaaaaaaaaaaaa', 2, 3, 1, 1, 0, 5, '{"game":"some"}'),
  (2, 'bbbbbbbbbbbbbbbb', 1, 2, 2, 1, 0, 5, '{"game":"some"}');
INSERT INTO records VALUES(1, 0, '{"made":1}'), (2, 0, '{"made":2}'), (3, 1, '{"sat":1}');
PRAGMA application_id = 1652124791;
PRAGMA user_version = 1;
