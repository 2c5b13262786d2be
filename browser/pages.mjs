// Opens pages in Debian's Chromium, for tests:
//
//     const browser = await start_browser();
//     after(() => browser.close());
//     test('it opens', () => visit(browser, 'report.html', views[0], page => page.click('a')));
//
// A PAGE is Playwright's: https://playwright.dev/docs/api/class-page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const chromium_path = '/usr/bin/chromium';
const patience_ms = 120_000; // with a busy machine
const root = fileURLToPath(new URL('..', import.meta.url));

export const program = resolve(root, 'build/release/cli/onceproof');

// The path of a new, empty folder for what a file of tests makes. It stays, for who wants to look.
export function new_folder(name) {
    const path = resolve(root, 'build/browser', name);
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { recursive: true });
    return path;
}

// Runs the program in FOLDER and returns what it prints. STATUS: what it has to end with.
export function onceproof(words, folder, status = 0) {
    const { ONCEPROOF_RESULTS, ...env } = process.env;
    let ended = 0,
        output;
    try {
        output = execFileSync(program, words, {
            cwd: folder,
            env,
            encoding: 'utf8',
            stdio: 'pipe',
        });
    } catch (error) {
        if (typeof error.status !== 'number') throw error; // it could not be started
        [ended, output] = [error.status, error.stdout + error.stderr];
    }
    assert.equal(ended, status, `onceproof ${words.join(' ')}\n${output}`);
    return output;
}

// It looks up no name, so that whatever should leave this machine fails at once.
export function start_browser() {
    assert(existsSync(chromium_path), `${chromium_path} is not there; ./dev setup installs it.`);
    const names = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
    return chromium.launch({
        executablePath: chromium_path,
        timeout: patience_ms,
        args: ['--disable-quic', `--host-resolver-rules=${names}`],
    });
}

// How readers may see a page.
export const views = ['light', 'dark'].flatMap(scheme =>
    [1280, 800].map(width => ({ scheme, width, name: `${scheme}-${width}` })),
);

// Opens TARGET, the path of a file or an http URL, as in VIEW, and lets USE(page) do what it likes.
// Fails if USE does, if the page throws, opens a dialog, or writes an error or a warning to the
// console that does not match EXPECTED, and at any request but for the file or to the server of that
// URL.
export async function visit(browser, target, view, use, expected = /^$/) {
    const is_served = /^https?:/.test(target);
    const url = is_served ? new URL(target) : pathToFileURL(target);
    const is_own = asked =>
        is_served ? asked.origin === url.origin : asked.href.split('#')[0] === url.href;
    const context = await browser.newContext({
        colorScheme: view.scheme,
        viewport: { width: view.width, height: 800 },
    });
    context.setDefaultTimeout(patience_ms);
    try {
        const problems = [];
        await context.route(
            asked => !is_own(asked),
            route => {
                problems.push(`a request leaves the page: ${route.request().url()}`);
                return route.abort();
            },
        );
        const page = await context.newPage();
        page.on('pageerror', error => problems.push(`thrown: ${error}`));
        page.on('console', said => {
            if (['error', 'warning'].includes(said.type()) && !expected.test(said.text())) {
                problems.push(`console: ${said.text()}`);
            }
        });
        page.on('dialog', dialog => {
            problems.push(`a dialog: ${dialog.message()}`);
            return dialog.dismiss();
        });
        await page.goto(url.href);
        await use(page);
        assert(problems.length === 0, [target, ...problems].join('\n'));
    } finally {
        await context.close();
    }
}
