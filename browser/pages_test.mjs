// The tests of pages have to fail for a page that is wrong.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { expect_accessible } from './accessible.mjs';
import { new_folder, start_browser, views, visit } from './pages.mjs';

const folder = new_folder('pages');
const browser = await start_browser();
after(() => browser.close());

const page_with = body => `<!DOCTYPE html><html lang="en"><head><title>A page</title><style>
    body { background: #fff } b { color: #ddd } .page { background: #fff }
    div { width: 60px; height: 20px; overflow-x: auto; white-space: nowrap }
    </style></head><body><main><h1>A page</h1>${body}</main></body></html>`;

function page_file(body) {
    const file = join(folder, 'page.html');
    writeFileSync(file, page_with(body));
    return file;
}

const settled = page => page.waitForLoadState('networkidle');

test('a page that is right is let through', () =>
    visit(browser, page_file('<p>Text</p>'), views[0], async page => {
        await settled(page);
        await expect_accessible(page);
    }));

for (const [what, body, problem] of [
    ['a script that throws', '<script>throw Error("thrown")</script>', /thrown: Error: thrown/],
    ['a message to the console', '<script>console.error("ouch")</script>', /console: ouch/],
    ['a dialog', '<script>alert(1)</script>', /a dialog: 1/],
    [
        'a request to elsewhere',
        '<img alt="x" src="http://example.org/x.png">',
        /leaves the page: http:\/\/example.org/,
    ],
    ['a request for another file', '<img alt="x" src="x.png">', /leaves the page: file:.*x\.png/],
]) {
    test(`${what} fails`, () =>
        assert.rejects(visit(browser, page_file(body), views[0], settled), problem));
}

for (const [what, body, problem] of [
    ['a picture without words', '<svg role="img"><path d="M1 1"/></svg>', /svg-img-alt/],
    ['text that is hard to see', '<p><b>pale</b></p>', /color-contrast/],
    [
        'such text, cut off',
        '<div tabindex="0"><table><tr><td>wider <td><b>than the box</b></table></div>',
        /a contrast of 1\.36/,
    ],
    [
        'such text in a picture',
        '<svg class="page"><rect width="9" height="9"/><text y="9" fill="#ddd">pale</text></svg>',
        /a contrast of 1\.36/,
    ],
    [
        'a halo of no other colour',
        '<svg class="page"><text y="9" paint-order="stroke" stroke="#000">dark</text></svg>',
        /a contrast of 1\.00/,
    ],
    [
        'text on nothing known',
        '<p style="background: linear-gradient(red, green)">unknown</p>',
        /cannot be judged/,
    ],
]) {
    test(`${what} is not accessible`, () =>
        visit(browser, page_file(body), views[0], page =>
            assert.rejects(expect_accessible(page), problem),
        ));
}

test('a server is asked, and no other', async () => {
    const server = createServer((request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(page_with('<img alt="x" src="http://localhost:1/">'));
    });
    await new Promise(done => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${server.address().port}/`;
    try {
        await assert.rejects(
            visit(browser, url, views[0], async page => {
                await settled(page);
                assert.equal(await page.title(), 'A page');
            }),
            /leaves the page: http:\/\/localhost:1/,
        );
    } finally {
        server.close();
        server.closeAllConnections();
    }
});
