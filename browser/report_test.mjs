// The evidence report as readers see it.
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { expect_accessible } from './accessible.mjs';
import { new_folder, onceproof, start_browser, views, visit } from './pages.mjs';

const folder = new_folder('report');
const report = join(folder, 'report.html');
const browser = await start_browser();
after(() => browser.close());

before(() => {
    const keep = ['--results', 'results.db'];
    onceproof(['run', 'same-request-twice', 'two-at-once', 'lost-answer', '--seeds', '20', ...keep], folder);
    onceproof(['run', 'canary', '--seeds', '20', ...keep], folder, 1);
    onceproof(['prove', 'fingerprint', '--runs', '400', ...keep], folder);
    onceproof(['report', 'results.db', '--format', 'html', '--out', report], folder);
});

for (const view of views) {
    test(`everybody can read it: ${view.name}`, () => visit(browser, report, view, expect_accessible));
}
