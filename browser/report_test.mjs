// The evidence report as readers see it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { expect_accessible } from './accessible.mjs';
import { new_folder, onceproof, start_browser, views, visit } from './pages.mjs';

const folder = new_folder('report');
const held = join(folder, 'held.html');
const broken = join(folder, 'broken.html');
const browser = await start_browser();
after(() => browser.close());

function make_report(results, html) {
    onceproof(['report', results, '--format', 'html', '--out', html], folder);
}

before(() => {
    const run = (words, status) =>
        onceproof(
            [...words.split(' '), '--findings', 'findings', '--results', 'results.db'],
            folder,
            status,
        );
    run('run same-request-twice two-at-once lost-answer killed-before-answer --seeds 20');
    run('prove fingerprint --runs 400');
    make_report('results.db', held);
    run('run lost-answer --without key-per-attempt --seeds 20', 1);
    execFileSync('python3', [fileURLToPath(new URL('hostile.py', import.meta.url)), 'results.db'], {
        cwd: folder,
    });
    make_report('results.db', broken);
});

const [light] = views;
const texts = (page, selector) => page.locator(selector).allTextContents();
const sections = [
    'The key',
    'The same request twice, one effect',
    'The duplicate that comes at the same time',
    'The interruption between effect and response',
    'The contract',
    'The retry policy',
    'The guards',
    'The windows',
    'The paths',
    'What was not judged',
    'What is not covered',
    'What a green run does not prove',
    'What was run',
];

// By how much the page is wider than its window.
const sideways = page =>
    page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );

test('it answers in the order in which a reviewer asks', () =>
    visit(browser, held, light, async page => {
        assert.deepEqual(await texts(page, 'h2'), sections);
        assert.deepEqual(await texts(page, 'nav a'), sections);
        assert.equal(
            await page.locator('main > p').first().textContent(),
            'All that was run held.',
        );
    }));

test('the contents lead to the sections', () =>
    visit(browser, held, light, async page => {
        await page.getByRole('link', { name: 'The guards' }).click();
        const place = await page.getByRole('heading', { name: 'The guards' }).boundingBox();
        assert(place.y > -1 && place.y < 50, `it is at ${place.y}`);
    }));

test('each question has a picture that says what it shows', () =>
    visit(browser, held, light, async page => {
        const pictures = page.locator('figure > svg.onceproof-run');
        assert.equal(await pictures.count(), 4);
        for (const picture of await pictures.all()) {
            assert.equal(await picture.getAttribute('role'), 'img');
            assert.match(
                await picture.locator('> title').textContent(),
                /seed \d+, by claim-lease/,
            );
            const { width, height } = await picture.boundingBox();
            assert(width > 500 && height > 200, `${width} x ${height}`);
        }
    }));

test('each table has a caption and a head, and each row a name', () =>
    visit(browser, held, light, async page => {
        const tables = await page.locator('table').all();
        assert(tables.length > 8);
        for (const table of tables) {
            const caption = await table.locator('caption').textContent();
            const columns = await table.locator('thead th[scope=col]').count();
            const rows = await table.locator('tbody tr').count();
            assert.equal(
                await table.locator('tbody th[scope=row]:first-child').count(),
                rows,
                caption,
            );
            assert.equal(await table.locator('tbody :is(td, th)').count(), rows * columns, caption);
        }
    }));

test('hostile text is shown and does nothing, and what broke comes first', () =>
    visit(browser, broken, light, async page => {
        await page.screenshot({ path: join(folder, 'broken.png') });
        assert.deepEqual(await texts(page, 'h2'), ['What broke', ...sections]);
        assert.equal(
            (await page.locator('script, img, a[href^=http], body style').count()) -
                (await page.locator('svg style').count()),
            0,
        );
        assert((await page.getByText('<script>alert(1)</script>').count()) > 100);
        assert.equal(await sideways(page), 0);
        await expect_accessible(page);
    }));

test('on paper it is dark on white, and nothing is cut off', () =>
    visit(browser, held, { scheme: 'dark', width: 718 }, async page => {
        // A4 without margins
        await page.emulateMedia({ media: 'print' });
        await page.screenshot({ path: join(folder, 'paper.png') });
        assert.equal(await sideways(page), 0);
        assert.deepEqual(
            await page.evaluate(() => {
                const { backgroundColor, color } = getComputedStyle(document.body);
                return [backgroundColor, color];
            }),
            ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
        );
        assert.equal(await page.getByRole('navigation').isVisible(), false);
        await expect_accessible(page);
    }));

for (const view of views) {
    test(`everybody can read it: ${view.name}`, () =>
        visit(browser, held, view, async page => {
            await page.screenshot({ path: join(folder, `${view.name}.png`) });
            assert.equal(await sideways(page), 0);
            await expect_accessible(page);
        }));
}
