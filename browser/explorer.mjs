// Starts `onceproof explore` and works its page, for tests.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { program } from './pages.mjs';

// Starts it in FOLDER and gives its {url, stop()}.
export async function start_explore(words, folder) {
    const child = spawn(program, ['explore', ...words, '--browser', 'none'],
        { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const stop = () => child.kill();
    process.on('exit', stop);  // also if a test fails before it stops the server
    for await (const line of createInterface({ input: child.stdout })) {
        return { url: line, stop };
    }
    throw Error(`onceproof explore ${words.join(' ')} ended at once`);
}

// What `page` has to say of itself when a plan or a name is refused.
export const refused = /the server responded with a status of 400/;

// A page of explore under the hands of a person. Each verb waits until the page has done it.
export class explorer {
    constructor(page) {
        this.page = page;
    }

    text(selector) { return this.page.locator(selector).first().textContent(); }

    // Waits until the text of SELECTOR is like that.
    async reads(selector, wanted) {
        const reads = ([selector, pattern, flags]) =>
            RegExp(pattern, flags).test(document.querySelector(selector)?.textContent ?? '');
        await this.page.waitForFunction(reads, [selector, wanted.source, wanted.flags],
            { timeout: 60000 }).catch(async () => assert.match(await this.text(selector), wanted));
    }

    // All that a verb led to is there.
    async is_done() {
        await this.page.waitForFunction(() => document.body.ariaBusy === null &&
            document.querySelector('#map svg, #map p') !== null &&
            document.querySelector('#list .row, #list:empty') !== null, null, { timeout: 60000 });
    }

    async press(...keys) {
        for (const key of keys) {
            await this.page.keyboard.press(key);
            await this.is_done();
        }
    }

    // The event at the cursor, as list, map and panels tell of it, which has to be the same.
    async event() {
        await this.is_done();
        const at = Number((await this.text('#cursor')).split(' ')[0]);
        await this.reads('#panel_event summary', RegExp(at === 0 ? '^Event $' : `^Event ${at}$`));
        const row = await this.page.locator('.row[aria-selected="true"] .words').allTextContents();
        return { at, words: row[0]?.replace('first difference: ', '') ?? null };
    }

    async is_at(wanted) {
        await this.reads('#cursor', wanted);
        return this.event();
    }

    // What goes wrong: CHOICE, at the event under the cursor.
    async choose(choice) {
        await this.page.locator(`#panel_choices button[title="${choice}"]`).click();
        await this.is_done();
    }
}
