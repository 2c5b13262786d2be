// The page as a whole: what is shown, and what each verb does to it.
import { ask } from './api.js';
import { show_bar } from './bar.js';
import { ask_what_to_open, ask_where_to_save, show_help } from './dialogs.js';
import { by_id, make } from './dom.js';
import { row_list } from './list.js';
import { space_time_map } from './map.js';
import { panels } from './panels.js';
import { address_history, place_of_address } from './place.js';
import { copy, report, say } from './status.js';
import { enable, listen } from './verbs.js';
import { walker } from './walker.js';

// The place that is shown, and the answers that belong to it. `row` is that of the cursor, or null
// before the first. `before` is the plan before the last change, which `compare` shows as `other`.
// `signal` calls off what was asked for it.
const here = {
    plan: '', at: 0, other: '', row: null, run: null, before: '', signal: AbortSignal.abort(),
};
const started = ask('start', {});
let start = null;          // what it was answered
let last_without = '';     // the mutant that `toggle` takes again
let showing = new AbortController();
let searching = new AbortController();

async function find_text(back) {
    const text = by_id('text').value;
    if (text === '') {
        by_id('text').focus();
        return;
    }
    await walk.find('text', back, text);
}

// The row of the cursor, the rows about it, and their picture or why there is none.
async function about_cursor({ plan, at, other }, signal) {
    const { row } = at === 0 ? { row: null } : await ask('row_of', { plan, at }, signal);
    return Promise.all([row, row_list.first_chunk(plan, row, signal),
        space_time_map.fetch({ plan, other }, row, signal).catch(error => error)]);
}

// Shows a place, all at once when all of it is there. What was asked for before is called off.
async function show(wanted) {
    showing.abort();
    const { signal } = showing = new AbortController();
    here.signal = signal;
    const { plan, at, other } = wanted;
    const [run, moment, choices, differ, [row, rows, picture], started_with] = await Promise.all([
        ask('run', { plan }, signal),
        ask('look', { plan, at }, signal), ask('choices', { plan, at }, signal),
        other ? ask('differ', { plan, other }, signal) : { at: null },
        about_cursor(wanted, signal), started,
    ]);
    signal.throwIfAborted();
    start = started_with;
    const was = here.run?.verdict;
    const before = other || (plan === here.plan ? here.before : '');
    Object.assign(here, { plan, at, other, row, run, before });
    view.list.show(plan, run.rows, row, rows, differ.at);
    if (picture instanceof Error) {
        view.map.fail(picture);
    } else {
        view.map.show(picture);
    }
    show_run(run);
    view.panels.show_run(run);
    view.panels.show_story([]);
    by_id('panels').scrollTop = 0;
    view.panels.show_choices(choices);
    walk.show_cursor();
    walk.show_moment(moment);
    if (was !== undefined && was !== run.verdict) {
        by_id('heard').textContent = `The verdict is now ${run.verdict}.`;
    }
}

function show_run(run) {
    last_without = run.mutant ?? last_without;
    show_bar(run, start);
    show_verbs();
}

function show_verbs() {
    enable('undo', view.history.can_undo);
    enable('redo', view.history.can_redo);
    enable('compare', here.before !== '');
    enable('difference', here.before !== '');
    enable('shrink', here.run.verdict === 'violated');
    enable('toggle', last_without !== '');
    document.body.classList.toggle('compares', here.other !== '');
    by_id('compare').setAttribute('aria-pressed', String(here.other !== ''));
}

// Shows another run, as a change that can be undone.
async function go(wanted) {
    await show(wanted);
    view.history.push(here);
    show_verbs();
}

// Shows what an address says, or, if it says nothing, what the command asked for.
async function arrive(wanted) {
    let refusal = null;
    if (wanted !== null) {
        try {
            await show(wanted);
            return;
        } catch (error) {
            if (here.run !== null) {  // then that is shown still
                throw error;
            }
            refusal = error;
        }
    }
    const { plan } = await started;
    await show({ plan, at: 0, other: '' });
    view.history.replace(here);
    if (refusal !== null) {
        throw refusal;
    }
}

const travel = async by => arrive(await view.history.travel(by));

// Changes the plan, and shows the run before beside the new one. The cursor stays where it is, or
// goes back to where the runs part.
async function change(how, words) {
    const before = here.plan;
    const { plan } = await ask('change', { plan: before, ...how });
    const { at } = await ask('differ', { plan, other: before });
    await go(at === null ? { plan, at: here.at, other: '' }
        : { plan, at: Math.min(here.at, at), other: before });
    say(at === null ? `${words} It makes no difference to the run.`
        : `${words} The runs part at event ${at} (D goes there).`);
}

// Another run, which is not to be compared with this one.
const replace_by = plan => go({ plan, at: 0, other: '' });

// A question that may take long. The next verb calls it off.
function search(name) {
    searching = new AbortController();
    return ask(name, { plan: here.plan }, searching.signal);
}

async function next_seed(by) {
    const { plan } = await ask('change', { plan: here.plan, seed: by });
    await replace_by(plan);
    say(`Seed ${here.run.seed}: ${here.run.verdict}.`);
}

async function next_failing() {
    say('Looks for the next seed that fails … any other verb calls it off.');
    const { plan, tried } = await search('failing');
    if (plan === null) {
        say(`None of the next ${tried} seeds fails.`);
        return;
    }
    await replace_by(plan);
    say(`Seed ${here.run.seed} fails. v goes to where it does.`);
}

async function shrink() {
    say('Looks for the smallest plan that fails like this … any other verb calls it off.');
    const { plan, story, runs } = await search('shrink');
    if (plan === null) {
        say(story.join(' ') || 'This run does not fail.');
        return;
    }
    await replace_by(plan);
    view.panels.show_story(story);
    say(`Made small in ${runs} runs.`);
}

async function toggle_guard() {
    if (here.run.mutant === null && last_without === '') {
        by_id('without').focus();
        say('Choose what is to be missing.');
        return;
    }
    await take_away(here.run.mutant === null ? last_without : '');
}

const take_away = name =>
    change({ without: name }, name === '' ? 'It is whole again.' : `Without: ${name}.`);

async function compare() {
    if (here.before === '') {
        say('There is no run before this to compare it with: nothing was changed yet.');
        return;
    }
    const other = here.other === '' ? here.before : '';
    await show({ plan: here.plan, at: here.at, other });
    view.history.replace(here);
    show_verbs();
}

async function go_to_difference() {
    if (here.before === '') {
        await compare();
        return;
    }
    const { at } = await ask('differ', { plan: here.plan, other: here.before }, here.signal);
    if (at === null) {
        say('The runs are the same.');
        return;
    }
    await walk.to_event(at);
}

// An event of the run beside this one was clicked.
async function go_to_other(event) {
    await go({ plan: here.other, at: event, other: here.plan });
    say('This is the other run; u goes back.');
}

const save = name => ask('save', { plan: here.plan, name });

// ---- The verbs

const acts = {
    start: () => walk.to_event(0),
    back: () => walk.step(-1),
    step: () => walk.step(1),
    end: () => walk.to_event(here.run.events),
    search: () => by_id('text').select(),
    previous_found: () => find_text(true),
    next_found: () => find_text(false),
    undo: () => view.history.can_undo ? travel(-1) : say('There is nothing to undo.'),
    redo: () => view.history.can_redo ? travel(1) : say('There is nothing to redo.'),
    compare,
    difference: go_to_difference,
    shrink,
    zoom: () => say(view.map.zoom() ? 'The map is as large as it was drawn.'
        : 'The map is made to fit, as far as its words can be read.'),
    without: () => by_id('without').focus(),
    toggle: toggle_guard,
    previous_seed: () => next_seed(-1),
    next_seed: () => next_seed(1),
    failing: next_failing,
    open: () => ask_what_to_open(start, here.run, async wanted => {
        const { plan } = await ask('open', wanted);
        await replace_by(plan);
    }),
    save: () => ask_where_to_save(start.folder, `${here.run.scenario}-1`, save,
        line => copy(line, 'the line')),
    copy: () => copy(here.run.again, 'the line'),
    link: () => copy(view.history.address(), 'the address'),
    help: () => show_help(start.version),
};
for (const what of ['message', 'attempt', 'effect', 'fault', 'refusal', 'violation']) {
    acts[`next_${what}`] = () => walk.find(what, false);
    acts[`previous_${what}`] = () => walk.find(what, true);
}

// Verbs take their turn, since each begins where the one before has led. A key held down does not
// get far ahead of them.
let last_act = Promise.resolve();
let waiting = 0;

function act(job) {
    searching.abort();
    if (waiting < 3) {
        ++waiting;
        document.body.setAttribute('aria-busy', 'true');
        last_act = last_act.then(() => {
            say('');
            return job();
        }).catch(report).finally(() => {
            if (--waiting === 0) {
                document.body.removeAttribute('aria-busy');
            }
        });
    }
    return last_act;
}

// A select that was refused shows again what is.
const chosen = (select, how) => by_id(select).addEventListener('change', async event => {
    await act(() => how(event.target.value));
    show_run(here.run);
});

const view = {
    list: new row_list(by_id('list'), row => act(() => walk.to_row(row)), report),
    map: new space_time_map(by_id('map'), (event, is_other) =>
        act(() => is_other ? go_to_other(event) : walk.to_event(event))),
    panels: new panels(by_id('panels'), {
        event: event => act(() => walk.to_event(event)),
        fault: (fault, words) => act(() => change({ add: fault }, `Now: ${words}.`)),
        remove: index => act(() => change({ remove: index }, 'Removed.')),
        copy: text => act(() => copy(text, 'the line')),
    }),
    history: new address_history(wanted => act(() => arrive(wanted))),
};

const walk = new walker(here, view);

function wire() {
    by_id('seed_group').append(make('output', { id: 'seed' }));
    listen(name => {
        if (here.run !== null) {
            act(acts[name]);
        }
    });
    by_id('list').addEventListener('keydown', event => {
        const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key];
        if (by !== undefined) {
            event.preventDefault();
            act(() => walk.step(by));
        }
    });
    by_id('search').addEventListener('submit', event => {
        event.preventDefault();
        by_id('list').focus();  // so that n and N go on
        act(() => find_text(false));
    });
    chosen('subject', name => change({ subject: name }, `Run by ${name}.`));
    chosen('without', take_away);
}

wire();
await act(() => arrive(place_of_address()));
