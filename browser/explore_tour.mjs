// The tour of docs/explore.md, as a person walks it: a duplicate charge is found with a guard away,
// and is gone with the guard back.
import assert from 'node:assert/strict';
import { explorer } from './explorer.mjs';

export const tour_words = ['same-request-twice'];

// Walks over PAGE, where `onceproof explore` has opened tour_words, and calls PICTURE(name) at each
// place that the tour shows.
export async function walk_tour(page, picture) {
    const person = new explorer(page);
    await person.reads('#verdict', /held/);
    await person.press('e');
    await person.is_at(/CHARGES 1/);
    await picture('calm');

    await page.selectOption('#without', 'new-key-after-timeout');
    await person.reads('#said', /makes no difference/);
    await person.reads('#verdict', /held/);

    await person.press('m');
    await person.is_at(/-> client: HTTP\/1.1 201/);
    const choice = page.locator('button[title="the response to attempt 1 of intent-1 is lost"]');
    await choice.scrollIntoViewIfNeeded();
    await choice.hover();
    await picture('choice');
    await choice.click();
    await person.reads('#verdict', /violated/);
    await person.reads('#map', /differ/);
    await page.mouse.move(0, 0);
    await person.event();
    await picture('lost');

    await person.press('d', 'v', 'v');
    await person.is_at(/CHARGES 2/);
    await person.event();
    await person.reads('#panel_clients', /It took effect 2 times/);
    await person.reads('#panel_databases', /ledger 2 rows/);
    await picture('why');

    await person.press('G');
    await person.reads('#verdict', /held/);
    await person.press('r');
    await person.is_at(/replays the stored answer/);
    await person.event();
    await person.reads('#panel_clients', /It took effect once/);
    assert.equal(await page.inputValue('#without'), '');
    await picture('held');
}
