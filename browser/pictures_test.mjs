// Pictures of runs: alone, and in a page of somebody else's.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { expect_accessible } from './accessible.mjs';
import { new_folder, onceproof, start_browser, views, visit } from './pages.mjs';

const folder = new_folder('pictures');
const browser = await start_browser();
after(() => browser.close());

// Where a plan says something to a place that is named like this, the picture says it, too.
const hostile_plan = JSON.stringify({
    onceproof_plan: 2,
    scenario: 'lost-answer',
    seed: 7,
    faults: [
        {
            point:
                'intent-1/attempt-1/</text></svg><script>alert(1)</script>' +
                '<img src=x onerror=alert(2)>&amp;]]>api/response',
            fault: 'silence',
        },
    ],
});

const pictures = ['held', 'broken', 'hostile'];
before(() => {
    const draw = (words, name, status) =>
        onceproof(['replay', ...words.split(' '), '--svg', `${name}.svg`], folder, status);
    draw('lost-answer --seed 7', 'held');
    draw('canary --seed 1', 'broken', 1);
    writeFileSync(join(folder, 'plan.json'), hostile_plan);
    draw('--plan plan.json', 'hostile', 2);
    for (const name of pictures) {
        const svg = readFileSync(join(folder, `${name}.svg`), 'utf8');
        writeFileSync(
            join(folder, `${name}.html`),
            `<!DOCTYPE html>
            <html lang="en"><meta charset="utf-8"><title>A page</title>
            <main><h1>A page</h1>${svg}${svg}</main></html>`,
        );
    }
});

const backgrounds = { light: 'rgb(255, 255, 255)', dark: 'rgb(13, 17, 23)' };

for (const name of pictures) {
    for (const view of views.filter(({ width }) => width === 1280)) {
        test(`alone: ${name}, ${view.scheme}`, () =>
            visit(browser, join(folder, `${name}.svg`), view, async page => {
                assert.deepEqual(
                    await page.evaluate(() => {
                        const {
                            tagName,
                            children: [title],
                        } = document.documentElement;
                        return [tagName, title.tagName];
                    }),
                    ['svg', 'title'],
                    'it is well formed',
                );
                assert.equal(await page.locator('script, img').count(), 0);
                assert.equal(
                    await page.evaluate(
                        () => getComputedStyle(document.querySelector('.page')).fill,
                    ),
                    backgrounds[view.scheme],
                );
            }));
        test(`in a page, twice: ${name}, ${view.scheme}`, () =>
            visit(browser, join(folder, `${name}.html`), view, async page => {
                await page.screenshot({
                    path: join(folder, `${name}-${view.scheme}.png`),
                    fullPage: true,
                });
                assert.equal(await page.locator('svg').count(), 2);
                await expect_accessible(page);
            }));
    }
}

test('what a plan calls a place is told as it is', () =>
    visit(browser, join(folder, 'hostile.svg'), views[0], async page =>
        assert.match(
            (await page.locator('.note').allTextContents()).join('\n'),
            /<script>alert\(1\)/,
        ),
    ));
