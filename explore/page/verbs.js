// What may be done, by which key and button. What it does is explore.js's.
import { by_id, make } from './dom.js';

// [name, keys, sign on the button, what it does, where its button is]; no place: a key alone. A key
// is one of KeyboardEvent.key.
const table = [
    ['start', ['Home'], '⇤', 'to the start', 'step'],
    ['back', ['ArrowLeft', 'k'], '←', 'one event back', 'step'],
    ['step', ['ArrowRight', 'j'], '→', 'one event on', 'step'],
    ['end', ['End'], '⇥', 'to the end', 'step'],
    ...[['message', 'm'], ['attempt', 'a'], ['effect', 'e'], ['fault', 'f'], ['refusal', 'r'],
        ['violation', 'v']].flatMap(([what, key]) => [
        [`previous_${what}`, [key.toUpperCase()], '‹', `previous ${what}`, 'jump'],
        [`next_${what}`, [key], what, `next ${what}`, 'jump'],
    ]),
    ['search', ['/'], '', 'search the events'],
    ['previous_found', ['N'], '‹', 'previous event with that text', 'search'],
    ['next_found', ['n'], '›', 'next event with that text', 'search'],
    ['undo', ['u'], 'undo', 'undo the last change', 'change'],
    ['redo', ['U'], 'redo', 'redo what was undone', 'change'],
    ['compare', ['d'], 'compare', 'compare with the run before the change, or hide that', 'change'],
    ['difference', ['D'], 'difference', 'to the first difference from it', 'change'],
    ['zoom', ['z'], 'zoom', 'zoom the map: as drawn, or to its width', 'change'],
    ['shrink', ['s'], 'shrink', 'shrink to the smallest plan that fails like this', 'change'],
    ['without', ['g'], '', 'choose a guard to take away'],
    ['toggle', ['G'], 'guard', 'put the guard back, or take it away again', 'change'],
    ['previous_seed', ['['], '‹', 'previous seed', 'seed'],
    ['next_seed', [']'], '›', 'next seed', 'seed'],
    ['failing', ['}'], 'failing', 'next failing seed', 'seed'],
    ['open', ['o'], 'open', 'open another run', 'keep'],
    ['save', ['S'], 'save', 'save as a regression plan', 'keep'],
    ['copy', ['c'], 'copy line', 'copy line that runs this run', 'keep'],
    ['link', ['l'], 'copy link', 'copy link to what is shown', 'keep'],
    ['help', ['?'], 'help', 'help: what keys there are', 'keep'],
];

export const verbs = table.map(([name, keys, sign, words, place]) =>
    ({ name, keys, sign, words, place }));

const shown_keys = { ArrowLeft: '←', ArrowRight: '→' };
export const shown_key = key => shown_keys[key] ?? key;

// Makes the buttons, and calls ACT(name) for a click or a key.
export function listen(act) {
    const by_key = new Map(verbs.flatMap(({ name, keys }) => keys.map(key => [key, name])));
    for (const { name, keys, sign, words, place } of verbs) {
        const is_word = /^\w/.test(sign);
        if (place !== undefined) {
            by_id(`${place}_group`).append(make('button', {
                id: name, type: 'button', 'aria-label': words, 'aria-keyshortcuts': keys.join(' '),
                title: `${words} (${keys.map(shown_key).join(' or ')})`, click: () => act(name),
                'data-sign': is_word ? null : sign,  // which nobody can say
            }, is_word ? sign : ''));
        }
    }
    document.addEventListener('keydown', event => {
        const is_written = event.target.closest('input, select') !== null;
        const is_chord = event.ctrlKey || event.altKey || event.metaKey;
        const name = by_key.get(event.key);
        // AltGr, with which some keyboards write brackets, is told as Ctrl and Alt.
        if (name === undefined || is_written || by_id('dialog').open ||
            (is_chord && !event.getModifierState('AltGraph'))) {
            return;
        }
        event.preventDefault();
        act(name);
    });
}

// Tells whether a verb has something to do. It stays in reach of the keyboard.
export function enable(name, is_enabled) {
    by_id(name).setAttribute('aria-disabled', String(!is_enabled));
}
