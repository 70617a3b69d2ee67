// serve.mjs - the server of the page answers whatever it is asked, and goes on; `make serve` begins the other one.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from './company.mjs';
import { holds, place, program, root, same, test } from './lib.mjs';

const { serve } = await import(pathToFileURL(join(root, 'web/serve.mjs')));

/** The status that one request gets, byte for byte as it is written here. */
function status(port, path) {
  return new Promise((resolve, reject) => {
    let told = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1'));
    socket.setTimeout(5000, () => reject(new Error(`no answer to GET ${path}`)));
    socket.on('data', (piece) => { told += piece; });
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(told.split(' ')[1])));
  });
}

/** The first line that a program says; it is ended then. */
function firstLine(program, ...words) {
  return new Promise((resolve, reject) => {
    let told = '';
    const running = spawn(process.execPath, [program, ...words]);
    running.on('error', reject);
    running.stderr.on('data', (piece) => { told += piece; });
    running.stdout.on('data', (piece) => {
      told += piece;
      if (told.includes('\n')) running.kill();
    });
    running.on('close', () => resolve(told.split('\n')[0]));
  });
}

export default async function () {
  await test('make serve: an address, the page there, and an end in good order', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-')), port = await freePort();
    // All of it is built already: nothing is left to do but to look.
    const built = [`BUILD=${dirname(dirname(dirname(program())))}`, `WEB=${place('')}`];
    const made = spawn('make', ['serve', `PORT=${port}`, `DATA=${join(folder, 'tables.db')}`, ...built], { cwd: root, detached: true });
    let told = '';
    const ended = new Promise((done) => { made.on('close', done); });
    try {
      await new Promise((ready, fail) => {
        made.stderr.on('data', (piece) => { told += piece; });
        made.stdout.on('data', (piece) => {
          told += piece;
          if (told.includes(`The tables are set at http://127.0.0.1:${port}/ `)) ready();
        });
        made.on('close', () => fail(new Error(told)));
      });
      same(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text(), 'ok\n', 'how it is');
      holds((await (await fetch(`http://127.0.0.1:${port}/`)).text()).includes('main.js'), 'the page');
    } finally {
      process.kill(-made.pid, 'SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    }
    holds(told.includes('"event":"stopped"'), told);
  });
  await test('it serves when it is called, and not when it is imported, whatever the names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-'));
    const program = join(root, 'web/serve.mjs'), link = join(folder, 'link.mjs'), other = join(folder, 'serve.mjs');
    symlinkSync(program, link);
    writeFileSync(other, `await import(${JSON.stringify(pathToFileURL(program).href)});\nconsole.log('imported');\n`);
    try {
      for (const called of [program, link])
        same((await firstLine(called, folder, '0')).split(' at ')[0], 'The table is set', called);
      same(await firstLine(other, folder, '0'), 'imported', 'a program of the same name');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
  await test('what is no path is refused, and the server goes on', async () => {
    const above = mkdtempSync(join(tmpdir(), 'bylaw-'));
    const folder = join(above, 'site');
    mkdirSync(folder);
    mkdirSync(`${folder}-beside`);
    writeFileSync(join(folder, 'index.html'), 'here');
    writeFileSync(join(above, 'secret.html'), 'not here');
    writeFileSync(join(`${folder}-beside`, 'secret.html'), 'not here');
    const { server } = await serve(folder, 0);
    const { port } = server.address();
    try {
      for (const path of ['/%', '//', '/%ff', '/%00', '//x', '/%2', '*', 'x', '//[', '/%c0%af', 'http://[', '/%2f%2f'])
        same(await status(port, path), 400, path);
      for (const path of ['/../secret.html', '/%2e%2e/secret.html', '/..%2fsecret.html', '/../site-beside/secret.html',
        '/%2e%2e%2fsite-beside/secret.html', '/none.html', '/none'])
        same(await status(port, path), 404, path);
      same(await status(port, '/'), 200, '/');
      same(await status(port, '/index.html?x=//%'), 200, 'a query');
    } finally {
      server.close();
      rmSync(above, { recursive: true });
    }
  });
  await test('however the folder is named', async () => {
    const above = mkdtempSync(join(tmpdir(), 'bylaw-')), before = process.cwd();
    mkdirSync(join(above, 'site'));
    writeFileSync(join(above, 'site', 'index.html'), 'here');
    writeFileSync(join(above, 'secret.html'), 'not here');
    process.chdir(join(above, 'site'));
    try {
      for (const folder of ['.', './', '../site', '../site/', './/', join(above, 'site/'), `${above}/./site`]) {
        const { server } = await serve(folder, 0);
        const { port } = server.address();
        try {
          same(await status(port, '/'), 200, folder);
          same(await status(port, '/index.html'), 200, folder);
          same(await status(port, '/../secret.html'), 404, folder);
          same(await status(port, '/..%2fsecret.html'), 404, folder);
        } finally {
          server.close();
        }
      }
    } finally {
      process.chdir(before);
      rmSync(above, { recursive: true });
    }
  });
}
