// build.mjs - puts the page together: one folder of static files.
//
//     node build.mjs WASM CATALOGUES OUT
//
// Beside each file that is worth it lies a compressed copy, for servers that hand those out.
// The list of files and their hash go into offline.js, which keeps them for later visits.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const [wasm, catalogues, out] = process.argv.slice(2).map((path) => resolve(path));
const named = process.argv[4];
// The screens of the games: of each game that src/core/games.def lists, its file or folder.
const screens = {
  name: 'screens',
  setup(build) {
    build.onResolve({ filter: /^games:screens$/ }, () => ({ path: 'screens', namespace: 'games' }));
    build.onLoad({ filter: /.*/, namespace: 'games' }, () => {
      const list = readFileSync(join(here, '../src/core/games.def'), 'utf8');
      const ids = [...list.matchAll(/^GAME\((\w+)\)/gm)].map((m) => m[1].replaceAll('_', '-'))
        .filter((id) => existsSync(join(here, 'src/games', `${id}.tsx`)) || existsSync(join(here, 'src/games', id)));
      return {
        contents: ids.map((id, i) => `import { screen as s${i} } from './${id}';`).join('\n') +
          `\nexport default {${ids.map((id, i) => `'${id}': s${i}`).join(',')}};`,
        resolveDir: join(here, 'src/games'), loader: 'js',
      };
    });
  },
};
const common = {
  bundle: true, minify: true, format: 'esm', target: ['es2021'], legalComments: 'none', logLevel: 'warning',
  absWorkingDir: here,
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
// What is loaded later, and what that shares with the rest, are files of their own.
const { metafile } = await build({
  ...common, entryPoints: { main: 'src/main.tsx' }, outdir: out, splitting: true, metafile: true,
  jsx: 'automatic', jsxImportSource: 'preact', plugins: [screens],
});
// What bots have learned, a file a game and number of players: fetched when such a bot sits down.
const weights = join(here, '../src/bots/weights');
const nets = readFileSync(join(weights, 'list'), 'utf8').split('\n').filter(Boolean);
for (const name of nets) copyFileSync(join(weights, name), join(out, name));
await build({ ...common, entryPoints: { worker: 'src/service/worker.ts' }, outdir: out, define: { NETS: JSON.stringify(nets) } });
// The words of the languages, each a file: only that of the visitor is loaded.
await build({ ...common, entryPoints: readdirSync(join(here, 'src/words')).filter((name) => /^[a-z]{2}\.ts$/.test(name)).map((name) => `src/words/${name}`), outdir: out });
await build({ ...common, entryPoints: { style: 'src/style/index.css', friends: 'src/style/friends.css' }, outdir: out });
for (const name of readdirSync(join(here, 'static'))) copyFileSync(join(here, 'static', name), join(out, name));
// The browser is told at once what the first script will ask for.
const index = join(out, 'index.html'), [first] = Object.keys(metafile.outputs).filter((name) => name.endsWith('/main.js'));
const asked = metafile.outputs[first].imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => `<link rel="modulepreload" href="${basename(path)}">\n`);
writeFileSync(index, readFileSync(index, 'utf8').replace('<script', () => `${asked.join('')}<script`));
copyFileSync(wasm, join(out, 'bylaw.wasm'));
for (const name of readdirSync(catalogues)) copyFileSync(join(catalogues, name), join(out, name));

const files = readdirSync(out).sort();
const hash = createHash('sha256');
for (const name of files) hash.update(name).update(readFileSync(join(out, name)));
await build({
  ...common, entryPoints: { offline: 'src/offline.ts' }, outdir: out, format: 'iife',
  define: { FILES: JSON.stringify(['.', ...files.filter((f) => !['index.html', 'server.json'].includes(f) && !/\.(mo|net)$/.test(f))]), VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)) },
});

let plain = 0, small = 0;
for (const name of readdirSync(out)) {
  const bytes = readFileSync(join(out, name));
  const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_LGWIN]: 24 } });
  writeFileSync(join(out, `${name}.br`), packed);
  writeFileSync(join(out, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  plain += bytes.length;
  small += packed.length;
}
console.log(`${named}: ${Math.ceil(plain / 1024)} KB, ${Math.ceil(small / 1024)} KB compressed`);
