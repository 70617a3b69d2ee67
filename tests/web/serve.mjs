// serve.mjs - the server of the page answers whatever it is asked, and goes on.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, same, test } from './lib.mjs';

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
