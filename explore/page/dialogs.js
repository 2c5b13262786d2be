// The dialogs: open a run, save a plan, what keys there are.
import { by_id, make } from './dom.js';
import { shown_key, verbs } from './verbs.js';

function show(title, ...children) {
    const dialog = by_id('dialog');
    dialog.replaceChildren(
        make('h2', { id: 'dialog_title' }, title), ...children);
    dialog.showModal();
    return dialog;
}

const close_button = text =>
    make('button', { type: 'button', click: () => by_id('dialog').close() }, text);

// A form that calls SEND() and shows the sentence of what it throws.
function form(send, text, ...children) {
    const problem = make('p', { class: 'bad', role: 'alert' });
    return make('form', {
        submit: async event => {
            event.preventDefault();
            problem.textContent = '';
            try {
                await send();
            } catch (error) {
                problem.textContent = error.message;
            }
        },
    }, ...children, problem,
    make('p', { class: 'buttons' },
        make('button', { type: 'submit' }, text), close_button('Cancel')));
}

const field = (text, input) => make('label', { class: 'field' }, make('span', {}, text), input);

const options = (rows, chosen) => rows.map(({ name, words }) =>
    make('option', { value: name, selected: name === chosen }, words));

// The guards of START with their mutants, as options of a select. SUBJECT: whose mutants need not
// say whose they are; '' if nobody knows.
export function guard_options({ guards }, subject) {
    return [
        make('option', { value: '' }, 'nothing: it is whole'),
        ...guards.map(({ name, statement, mutants }) =>
            make('optgroup', { label: `${name}: ${statement}` }, mutants.map(mutant =>
                make('option', { value: mutant.name, title: mutant.mistake },
                    `${mutant.name}: ${mutant.mistake}` +
                    (mutant.subject === subject ? '' : ` (${mutant.subject})`))))),
    ];
}

// Calls OPEN({scenario, seed?, subject?, without?}) with what was chosen. RUN: what is shown now.
export function ask_what_to_open(start, run, open) {
    const named = rows => rows.map(({ name, summary }) => ({ name, words: `${name}: ${summary}` }));
    const scenario = make('select', { id: 'open_scenario' },
        options(named(start.scenarios), run.scenario));
    const seed = make('input', {
        id: 'open_seed', inputmode: 'numeric', autocomplete: 'off', value: run.seed ?? '',
        'aria-describedby': 'open_seed_note',
    });
    const subject = make('select', { id: 'open_subject' },
        options([{ name: '', words: 'the one that the scenario names' }, ...named(start.subjects)], ''));
    const without = make('select', { id: 'open_without' }, guard_options(start, ''));
    const send = async () => {
        const wanted = {
            scenario: scenario.value, seed: seed.value.trim(), subject: subject.value,
            without: without.value,
        };
        await open(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')));
        by_id('dialog').close();
    };
    show('Open a run', form(send, 'Open',
        field('Scenario', scenario),
        field('Seed', seed),
        make('p', { id: 'open_seed_note', class: 'quiet' },
            'It chooses what goes wrong. Without one: the calm run.'),
        field('Subject', subject),
        field('Without', without)));
    scenario.focus();
}

// Calls SAVE(name) -> {file, again} with the name that was written, and shows what became of it.
export function ask_where_to_save(folder, name, save, copy) {
    const input = make('input', {
        id: 'save_name', autocomplete: 'off', spellcheck: 'false', value: name, required: true,
    });
    const send = async () => {
        const { file, again } = await save(input.value.trim());
        by_id('dialog').close();
        show('Saved',
            make('p', {}, 'The plan is in ', make('code', { id: 'saved_file' }, file),
                '. This runs it:'),
            make('p', {}, make('code', { class: 'line' }, again)),
            make('p', { class: 'buttons' },
                make('button', { type: 'button', click: () => copy(again) }, 'Copy the line'),
                close_button('Close')));
    };
    show('Save as a regression plan', form(send, 'Save',
        field('Name', input),
        make('p', { class: 'quiet' }, 'A file of that name in ', make('code', {}, folder), '.')));
    input.select();
}

export function show_help(version) {
    const rows = verbs.map(({ keys, words }) => make('div', {},
        make('dt', {}, keys.flatMap((key, index) =>
            [index === 0 ? null : ' or ', make('kbd', {}, shown_key(key))])),
        make('dd', {}, words)));
    show('Keys',
        make('dl', { class: 'keys' }, rows),
        make('p', { class: 'quiet' }, 'Tab goes to all that can be clicked. The browser\'s own ',
            'back and forward undo and redo as well. ', version),
        make('p', { class: 'buttons' }, close_button('Close')));
}
