// The page of `onceproof explore`, each of its verbs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { expect_accessible } from './accessible.mjs';
import { tour_words, walk_tour } from './explore_tour.mjs';
import { explorer, refused, start_explore } from './explorer.mjs';
import { new_folder, onceproof, program, start_browser, views, visit } from './pages.mjs';

const folder = new_folder('explore');
const browser = await start_browser();
const [light] = views;
const lost = 'the response to attempt 1 of intent-1 is lost';

// A server keeps nothing of what it is asked, so that tests can share it.
let calm, seed_7;
const servers = [];
async function explore(...words) {
    servers.push(await start_explore(words, folder));
    return servers.at(-1).url;
}
before(async () => {
    // The scenario's own plan would lose the answer already.
    writeFileSync(join(folder, 'calm.json'),
        '{"onceproof_plan": 2, "scenario": "lost-answer", "faults": []}');
    calm = await explore('--plan', 'calm.json');
    seed_7 = await explore('lost-answer', '--seed', '7');
});
after(() => {
    servers.forEach(server => server.stop());
    return browser.close();
});

// Opens URL and lets USE(explorer, page) walk through it.
const walk = (url, use, view = light, expected) => visit(browser, url, view, async page => {
    const person = new explorer(page);
    await person.reads('#cursor', /./);
    await use(person, page);
}, expected);

// The address follows the cursor with a little delay.
async function plan_of(page) {
    await page.waitForURL(/plan=/);
    return new URLSearchParams(new URL(page.url()).hash.slice(1)).get('plan');
}

test('the calm run opens, before its first event', () => walk(calm, async person => {
    assert.deepEqual(await person.event(), { at: 0, words: null });
    await person.reads('h1', /^onceproof lost-answer$/);
    await person.reads('#seed', /^no seed$/);
    await person.reads('#panel_faults', /this is the calm run/);
    await person.reads('#panel_clients', /Nobody has asked for anything yet/);
}));

// Tells the best of what MEASURE() gives, in ms. How long it may take is said nowhere here: what a
// busy machine is slow at is no failure.
async function tell_best(told, what, measure) {
    const spans = [];
    while (spans.length < 10) {
        spans.push(Math.round(await measure()));
    }
    told.diagnostic(`${what}: ${Math.min(...spans)} ms at best`);
}

test('it is there again when it is loaded anew', told => visit(browser, seed_7, light, async page => {
    const person = new explorer(page);
    await person.reads('#panel_event', /first event/);
    await page.reload();  // the program and the browser are warm
    await tell_best(told, 'loading', async () => {
        const begin = Date.now();
        await page.reload();
        await person.reads('#panel_event', /first event/);
        await person.is_done();
        return Date.now() - begin;
    });
}));

test('one steps on and back, to the end and the start', () => walk(seed_7, async person => {
    await person.press('j', 'ArrowRight', 'j', 'k');
    assert.deepEqual(await person.event(), { at: 2, words: 'starts on client\'s host' });
    await person.press('ArrowLeft', 'k');
    assert.deepEqual(await person.event(), { at: 0, words: null });
    await person.press('End');
    assert.match((await person.event()).words, /^stops here: quiescent/);
    await person.press('j');
    await person.reads('#said', /^This is the last event/);
    await person.press('Home');
    assert.equal((await person.event()).at, 0);
}));

test('panels come after a cursor that is quicker', () => walk(seed_7, async (person, page) => {
    await page.evaluate(() => [3, 5, 7].forEach(n =>
        document.querySelector(`.row:nth-child(${n})`).click()));
    assert.equal((await person.event()).at, 7);
}));

test('each step shows another event', told => walk(seed_7, async (person, page) => {
    const step = () => new Promise(done => {
        const begin = performance.now();
        new MutationObserver(() => done(performance.now() - begin))
            .observe(document.querySelector('#panel_event .body'), { childList: true });
        document.querySelector('#step').click();
    });
    await tell_best(told, 'a step', async () => {
        const span = await page.evaluate(step);
        await person.is_done();
        return span;
    });
}));

test('one jumps by what happens', () => walk(seed_7, async person => {
    for (const [key, words] of [
        ['a', /^connects to api:80/], ['m', /^-> api-1: POST/], ['m', /^<- client/],
        ['e', /^CHARGES 1 order-1/], ['f', /^-x client: .* LOST/], ['a', /^connects to api:80/],
        ['r', /^suppresses a duplicate/], ['A', /^connects to api:80/], ['E', /^CHARGES/],
        ['M', /^<- client/], ['F', /^what it sends to api is delayed/],
    ]) {
        await person.press(key);
        await person.reads('.row[aria-selected="true"] .words', words);
        await person.event();
    }
    await person.press('End', 'R');
    assert.match((await person.event()).words, /^suppresses a duplicate/);
    await person.press('v');
    await person.reads('#said', /^There is no violation after this/);
}));

test('one searches', () => walk(seed_7, async (person, page) => {
    await person.press('/');
    await page.keyboard.type('charges');
    await page.keyboard.press('Enter');
    await person.is_at(/-> api-1: POST \/v1\/charges|CHARGES/);
    const first = (await person.event()).at;
    await person.press('n');
    await person.is_at(RegExp(`^(?!${first} )`));
    await person.press('N');
    assert.equal((await person.is_at(RegExp(`^${first} `))).at, first);
}));

test('list, map and links lead to events', () => walk(seed_7, async (person, page) => {
    await page.locator('.row', { hasText: 'claims the key' }).first().click();
    assert.match((await person.is_at(/claims the key/)).words, /^claims the key/);
    await page.locator('#map [data-event]', { hasText: 'lost' }).locator('text').first().click();
    assert.match((await person.is_at(/LOST/)).words, /LOST$/);
    assert.equal(await page.locator('#map .here').count(), 1);
    await page.locator('#panel_event .link').click();
    await person.is_at(/^(?!.*LOST)/);
    await page.locator('#list').focus();
    await person.press('ArrowDown', 'ArrowUp', 'PageDown');
    await person.event();
}));

test('what is there at an event is told', () => walk(seed_7, async person => {
    await person.press('e');
    await person.event();
    await person.reads('#panel_clients', /intent-1.*under way.*It took effect once/);
    await person.reads('#panel_databases', /ledger 1 row.*order-1.*1250/);
    await person.reads('#panel_actors', /api-1.*runs.*intent-1\/attempt-1/);
    await person.reads('#panel_timers', /client/);
    await person.reads('#panel_oracle', /No rule is broken yet/);
    await person.press('Home', 'm');
    await person.reads('#panel_messages', /client.*api-1.*POST/);
}));

// From a calm run, with the guard off, to a second charge and back.
test('what if the answer is lost', () => walk(calm, async (person, page) => {
    await page.selectOption('#without', 'key-per-attempt');
    await person.reads('#said', /makes no difference/);
    await person.press('e', 'm');
    await person.is_at(/-> client: HTTP\/1.1 201/);
    const { at } = await person.event();
    await person.choose(lost);
    await person.reads('#verdict', /violated/);
    await person.reads('#said', /Now: the response to attempt 1 of intent-1 is lost/);
    assert.equal((await person.event()).at, at, 'the cursor stays');
    assert.match((await person.event()).words, /LOST/);
    await person.reads('#panel_faults', RegExp(lost));
    assert(await page.locator('#map [data-other-event]').count() > 0, 'the run before is shown');
    await person.reads('#map', /differ/);

    await person.press('v');
    await person.is_at(/connects|CHARGES 2/);
    await person.reads('#panel_violations', /one effect.*it took effect 2 times/);
    await person.reads('#panel_oracle', /./);
    await page.locator('#panel_violations li', { hasText: 'one effect' }).locator('.link').click();
    await person.is_at(/CHARGES 2/);
    await person.reads('#panel_clients', /It took effect 2 times/);

    await person.press('d');
    assert.equal(await page.locator('#map [data-other-event]').count(), 0);
    await person.press('d');
    assert(await page.locator('#map [data-other-event]').count() > 0);
    await person.press('D');
    await person.is_at(/LOST/);

    await person.press('u');
    await person.reads('#panel_faults', /this is the calm run/);
    await person.press('U');
    await person.reads('#panel_faults', RegExp(lost));
    await person.press('G');
    await person.reads('#verdict', /held/);
    await person.press('G');
    await person.reads('#verdict', /violated/);
    await page.getByRole('button', { name: `remove: ${lost}` }).click();
    await person.reads('#panel_faults', /this is the calm run/);
    await page.goBack();
    await person.reads('#panel_faults', RegExp(lost));
}));

test('the other run can be gone to', () => walk(seed_7, async (person, page) => {
    await page.selectOption('#without', 'key-per-attempt');
    await person.reads('#verdict', /violated/);
    await page.locator('#map [data-other-event]', { hasText: 'replays 201' }).locator('text')
        .first().click();
    await person.reads('#verdict', /held/);
    await person.is_at(/suppresses a duplicate/);
    await person.press('u');
    await person.reads('#verdict', /violated/);
}));

test('guards and subjects that do not fit are refused in words', () => walk(seed_7,
    async (person, page) => {
        const plan = await plan_of(page);
        await page.selectOption('#without', 'unknown-is-failure');
        await person.reads('#error', /./);
        assert.equal(await page.inputValue('#without'), '');
        assert.equal(await plan_of(page), plan);
    }, light, refused));

test('another subject runs', () => walk(seed_7, async (person, page) => {
    await page.selectOption('#subject', 'local-transaction');
    await person.reads('#said', /Run by local-transaction/);
    await person.reads('#verdict', /held/);
    assert.match(await plan_of(page), /"subject":"local-transaction"/);
}));

test('one walks through seeds', () => walk(seed_7, async (person, page) => {
    await person.press(']');
    await person.reads('#seed', /^8$/);
    await person.press('[', '[');
    await person.reads('#seed', /^6$/);
    await page.selectOption('#without', 'key-per-attempt');
    await person.reads('#said', /Without/);
    await person.press('}');
    await person.reads('#said', /^Seed \d+ fails/);
    await person.reads('#verdict', /violated/);
    assert(Number(await person.text('#seed')) > 6);
}));

test('a run is made small, kept, and run by run', () => walk(seed_7, async (person, page) => {
    await page.selectOption('#without', 'key-per-attempt');
    await person.reads('#said', /Without/);
    await person.press('s');
    await person.reads('#said', /^Made small in \d+ runs/);
    await person.reads('#panel_story', /one effect/);
    await person.press('S');
    await page.keyboard.type('Not/a name');
    await page.keyboard.press('Enter');
    await person.reads('#dialog [role=alert]', /name/);
    await page.fill('#save_name', 'charged-twice');
    await page.keyboard.press('Enter');
    await person.reads('#dialog h2', /^Saved/);
    const file = await person.text('#saved_file');
    assert.match(readFileSync(join(folder, file), 'utf8'), /key-per-attempt/);
    await page.keyboard.press('Escape');
    const run = ['run', 'lost-answer', '--seeds', '20', '--regressions', 'onceproof-regressions'];
    assert.match(onceproof(run, folder, 1), /charged-twice/);

    rmSync(join(folder, file));

    await person.press('G', 'S');
    await page.fill('#save_name', 'charged-once');
    await page.keyboard.press('Enter');
    await person.reads('#dialog h2', /^Saved/);
    assert.match(onceproof(run, folder), /regressions +held/);
}, light, refused));

test('another run is opened', () => walk(seed_7, async (person, page) => {
    await person.press('o');
    await page.selectOption('#open_scenario', 'killed-before-answer');
    await page.fill('#open_seed', '3');
    await page.keyboard.press('Enter');
    await person.reads('h1', /killed-before-answer/);
    await person.reads('#seed', /^3$/);
    await person.press('u');
    await person.reads('h1', /lost-answer/);
}));

test('lines are copied, and run the same run', () => walk(seed_7, async (person, page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const pasted = () => page.evaluate(() => navigator.clipboard.readText());
    await page.selectOption('#subject', 'local-transaction');
    await person.reads('#said', /Run by/);
    await person.press('c');
    await person.reads('#said', /^Copied the line/);
    const line = (await pasted()).replace(/^onceproof/, '"$0"');
    const hash = (await page.getAttribute('#hash', 'title')).match(/[0-9a-f]{32}/)[0];
    assert.match(execFileSync('bash', ['-c', line, program], { encoding: 'utf8' }), RegExp(hash));

    await person.press('e', 'l');
    await person.reads('#said', /^Copied the address/);
    const link = await pasted();
    const { at } = await person.event();
    await walk(link, async (other, other_page) => {
        assert.equal((await other.event()).at, at);
        assert.equal(await other_page.getAttribute('#hash', 'title'),
            await page.getAttribute('#hash', 'title'));
        assert.equal(await other_page.inputValue('#subject'), 'local-transaction');
    });
}));

test('an address shows both runs again, and a bad one is told of', () => walk(seed_7,
    async (person, page) => {
        await page.selectOption('#without', 'key-per-attempt');
        await person.reads('#verdict', /violated/);
        await person.press('D');
        await person.is_at(/POST/);
        await page.waitForURL(/at=[1-9]/);
        const { at } = await person.event();
        await page.reload();
        assert.equal((await person.is_at(/POST/)).at, at);
        assert(await page.locator('#map [data-other-event]').count() > 0);
        await page.evaluate(() => { location.hash = '#at=3&plan=nonsense'; });
        await person.reads('#error', /./);
    }, light, refused));

test('an address that cannot be shown gives the run of the command', () =>
    walk(`${seed_7}#at=3&plan=nonsense`, async person => {
        await person.reads('#error', /./);
        await person.reads('h1', /lost-answer/);
        assert.equal((await person.event()).at, 0);
    }, light, refused));

// Where a plan may say something, it says this.
test('hostile text is text', async () => {
    writeFileSync(join(folder, 'hostile.json'), JSON.stringify({
        onceproof_plan: 2,
        scenario: 'lost-answer',
        workload: {
            servers: ['<b'],
            clients: [{
                name: '<script',
                submissions: [{ intent: 1, at: '<b', key: '<img/src=x/onerror=alert(1)>' }],
            }],
        },
        faults: [{
            point: 'intent-1/attempt-1/</text></svg><script>alert(1)</script>' +
                '<img src=x onerror=alert(2)>api/response',
            fault: 'silence',
        }],
    }));
    await walk(await explore('--plan', 'hostile.json'), async (person, page) => {
        await person.press('e', 'k');
        await person.reads('.row[aria-selected="true"]', /<img\/src=x/);
        await person.reads('#panel_event', /<img\/src=x/);
        await person.reads('#panel_faults', /<script>/);
        await person.reads('#panel_actors', /<script/);
        assert.equal(await page.locator('body script, img, b').count(), 0);
        await expect_accessible(page);
    });
});

test('the keyboard is enough', () => walk(calm, async (person, page) => {
    const tab_to = async selector => {
        for (let i = 0; i < 150; ++i) {
            await page.keyboard.press('Tab');
            if (await page.locator(`${selector}:focus`).count() > 0) {
                return;
            }
        }
        assert.fail(`Tab does not come to ${selector}`);
    };
    await person.press('g');
    await page.keyboard.type('key-per-attempt');
    await person.reads('#said', /Without: key-per-attempt/);
    await tab_to('#next_effect');
    await page.keyboard.press('Enter');
    await person.is_at(/CHARGES 1/);
    await person.press('m');
    await tab_to(`#panel_choices button[title="${lost}"]`);
    await page.keyboard.press('Enter');
    await person.reads('#verdict', /violated/);
    assert(await page.locator('#panel_choices summary:focus').count() > 0, 'the focus stays near');
    await tab_to('#panel_faults button >> nth=-1'.replace(' >> nth=-1', '[aria-label^="remove"]'));
    await page.keyboard.press('Space');
    await person.reads('#panel_faults', /this is the calm run/);
    await person.press('?');
    await person.reads('#dialog h2', /^Keys/);
    const { at } = await person.event();
    await person.press('j');
    assert.equal((await person.event()).at, at, 'keys are not for what is behind a dialog');
    await page.keyboard.press('Escape');
    await person.press('j');
    assert.notEqual((await person.event()).at, at);
}));

for (const view of views) {
    test(`everybody can read it: ${view.name}`, () => walk(seed_7, async (person, page) => {
        await page.selectOption('#without', 'key-per-attempt');
        await person.reads('#verdict', /violated/);
        await person.press('e', 'e');
        await person.event();
        await person.reads('#panel_choices', /attempt/);
        await page.screenshot({ path: join(folder, `${view.name}.png`) });
        await expect_accessible(page);
        const wide = await page.evaluate(() =>
            [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        assert.equal(wide[0], wide[1], 'the page does not scroll sideways');
        for (const key of view.scheme === 'light' && view.width === 800 ? ['o', 'S', '?'] : ['o']) {
            await person.press(key);
            await expect_accessible(page);
            await page.keyboard.press('Escape');
        }
    }, view));
}

test('the tour of docs/explore.md', async () => walk(await explore(...tour_words),
    (person, page) => walk_tour(page, name =>
        page.screenshot({ path: join(folder, `tour-${name}.png`) }))));

test('a run of 100 000 events scrolls', async () => {
    const submissions = intent => Array.from({ length: 110 }, () => ({ intent }));
    writeFileSync(join(folder, 'long.json'), JSON.stringify({
        onceproof_plan: 2,
        scenario: 'same-request-twice',
        workload: {
            servers: ['api-1'],
            clients: Array.from({ length: 80 }, (_, i) =>
                ({ name: `client-${i + 1}`, submissions: submissions(i + 1) })),
        },
        faults: [],
    }));
    await walk(await explore('--plan', 'long.json'), async (person, page) => {
        assert(Number((await person.text('#cursor')).match(/of (\d+)/)[1]) >= 100000);
        const list = page.locator('#list');
        for (const part of [0.2, 0.9, 0.5]) {
            await list.evaluate((element, part) => {
                element.scrollTop = element.scrollHeight * part;
            }, part);
            await page.waitForFunction(() => [...document.querySelectorAll('.row')]
                .every(row => row.textContent !== '…'), null, { timeout: 60000 });
            assert(await page.locator('.row').count() < 100, 'only what is seen is there');
        }
        // The cursor need not wait for the panels, for which all of the run is repeated.
        await page.locator('.row').nth(15).click();
        await person.reads('#cursor', /^\d{5,} of/);
    });
});

test('it says so when the program has ended', async () => {
    const url = await explore('lost-answer', '--seed', '7');
    await walk(url, async person => {
        servers.at(-1).stop();
        await new Promise(done => setTimeout(done, 300));
        await person.press('e');
        await person.reads('#error', /it has ended/);
    }, light, /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
});
