// serve.mjs - hands out a folder of static files on this machine.
//
//     node serve.mjs FOLDER [PORT]      without PORT, or if it is taken: the next free one
import { createReadStream, existsSync, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.json': 'application/json', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.mo': 'application/x-gettext-translation',
  '.net': 'application/octet-stream',
};
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// The path that a request asks for; undefined: it is none.
function asked(url) {
  try {
    const path = decodeURIComponent(new URL(`http://localhost${url}`).pathname);
    return url.startsWith('/') && !/\0|\/\//.test(path) ? normalize(path) : undefined;
  } catch {
    return undefined;
  }
}

export function serve(given, port) {
  const folder = resolve(given);
  const server = createServer((request, response) => {
    const path = asked(request.url);
    if (path === undefined) {
      response.writeHead(400).end('that is no path\n');
      return;
    }
    const name = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const type = TYPES[extname(name)];
    if (!type || !name.startsWith(join(folder, '/')) || !existsSync(name) || !statSync(name).isFile()) {
      response.writeHead(404).end('not found\n');
      return;
    }
    const accepted = request.headers['accept-encoding'] ?? '';
    const [coding, ending] = /\bbr\b/.test(accepted) ? ['br', '.br'] : /\bgzip\b/.test(accepted) ? ['gzip', '.gz'] : ['', ''];
    const packed = coding && existsSync(name + ending);
    response.writeHead(200, {
      'content-type': type, 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin', 'cache-control': 'no-cache', vary: 'accept-encoding',
      ...(packed ? { 'content-encoding': coding } : {}),
    });
    createReadStream(packed ? name + ending : name).on('error', () => response.destroy()).pipe(response);
  });
  return new Promise((done) => {
    server.once('error', () => server.listen(0, '127.0.0.1'));
    server.once('listening', () => done({ server, address: `http://localhost:${server.address().port}/` }));
    server.listen(port, '127.0.0.1');
  });
}

// Node has followed links to this file, but not in what it was called by.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { address } = await serve(process.argv[2], Number(process.argv[3] ?? 8080));
  console.log(`The table is set at ${address} (end with Ctrl-C)`);
}
