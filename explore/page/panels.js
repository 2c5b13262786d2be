// What is there at the event under the cursor, and what is said of the run.
import { count_of, make, sheet, table } from './dom.js';

const names = {
    event: 'Event',
    violations: 'What was violated',
    choices: 'What could go wrong here',
    faults: 'What goes wrong in this run',
    story: 'How it was made small',
    clients: 'What clients know',
    messages: 'Messages in flight',
    databases: 'Databases',
    oracle: 'What the oracle says so far',
    actors: 'Actors',
    timers: 'Timers',
    run: 'This run',
};

// A table of more is shown with its columns as lines, to be readable in a narrow place.
const columns_max = 6;

// Of more the last are shown: those are what the run is busy with.
const intents_max = 20;
const attempts_max = 10;

const nothing = text => make('p', { class: 'quiet' }, text);
const not_shown = count => count > 0 ? [nothing(`${count} before these are not shown.`)] : [];
const list = items => make('ul', {}, items.map(item => make('li', {}, item)));

// What all of these sentences say it of, "the request of attempt 1 of intent-1", or ''. Said once, it
// need not be said by each.
function what_is_affected(sentences) {
    const words = sentences[0].split(' ');
    let longest = '';
    for (let from = 0; from < words.length; ++from) {
        for (let to = words.length; to > from + 2 && /^(the|its)$/.test(words[from]); --to) {
            const phrase = words.slice(from, to).join(' ');
            if (phrase.length > longest.length && sentences.every(one => one.includes(phrase))) {
                longest = phrase;
            }
        }
    }
    return longest;
}

// A table of a database, whose rows tell whether they are on the disk if some are not.
function table_of_database({ name, columns, rows, left_out, lost }) {
    const has_unsafe = rows.some(row => !row.safe) || lost.length > 0;
    const says = text => make('span', { class: 'unsure' }, text);
    const shown = [
        ...rows.map(({ cells, safe }) => ({
            cells, says: safe ? 'yes' : says('not yet: gone if the power goes now'), safe,
        })),
        ...lost.map(cells => ({
            cells, says: says('only there: back if the power goes now'), safe: false,
        })),
    ].map(row => ({
        cells: has_unsafe ? [row.says, ...row.cells] : row.cells,
        options: { class: row.safe ? '' : 'unsafe' },
    }));
    const head = has_unsafe ? ['on disk', ...columns] : columns;
    return [
        make('h4', {}, name, ' ',
            make('span', { class: 'quiet' }, count_of(rows.length + left_out, 'row'))),
        ...not_shown(left_out),
        ...shown.length === 0 ? []
            : [(columns.length > columns_max ? sheet : table)(name, head, shown)],
    ];
}

function intent({ name, knows, effects, attempts }) {
    const took = effects === 0 ? 'No effect yet.'
        : `It took effect ${effects === 1 ? 'once' : `${effects} times`}.`;
    return make('div', {},
        make('h3', {}, name),
        make('p', {}, `${knows} `, make('span', { class: effects > 1 ? 'bad' : 'quiet' }, took)),
        not_shown(attempts.length - attempts_max),
        attempts.length === 0 ? null
            : table(`Attempts of ${name}`, ['attempt', 'began', 'came of it'],
                attempts.slice(-attempts_max).map(({ client, number, began, came_of_it }) => ({
                    cells: [`${number} of ${client}`, began, came_of_it],
                }))));
}

export class panels {
    #parts = {};
    #to;

    // TO says what a click does: to.event(number), to.fault(fault, words), to.remove(index),
    // to.copy(text).
    constructor(element, to) {
        this.#to = to;
        for (const [name, title] of Object.entries(names)) {
            const count = make('span', { class: 'quiet' });
            const body = make('div', { class: 'body' });
            const details = make('details', { id: `panel_${name}`, open: true },
                make('summary', {}, make('h2', {}, title), ' ', count), body);
            this.#parts[name] = { details, count, body };
            element.append(details);
        }
        this.#fill('story', [], '', false);
    }

    // The answer to `look`.
    show_moment(moment) {
        this.#show_event(moment);
        this.#show_oracle(moment.oracle);
        this.#show_clients(moment);
        this.#show_messages(moment.messages);
        this.#show_databases(moment.databases);
        this.#show_actors(moment.actors);
        this.#show_timers(moment.timers);
    }

    // The answer to `choices`.
    show_choices({ points }) {
        const ways = points.flatMap(({ kinds }) => kinds.flatMap(kind => kind.ways));
        this.#fill('choices',
            points.length === 0 ? [nothing('Nothing: this depends on nobody else.')]
                : points.map(this.#point, this),
            ways.length || '');
    }

    // The answer to `run`.
    show_run(run) {
        this.#show_violations(run);
        this.#show_faults(run.faults);
        this.#show_whole(run);
    }

    show_story(lines) {
        this.#fill('story', [list(lines)], '', lines.length > 0);
    }

    #fill(name, children, count = '', is_shown = true) {
        const { details, count: place, body } = this.#parts[name];
        details.hidden = !is_shown;
        place.textContent = count;
        const had_focus = body.contains(document.activeElement);
        body.replaceChildren(...children);
        if (had_focus) {  // what was pressed is gone; the keyboard stays near
            details.firstElementChild.focus({ preventScroll: true });
        }
    }

    #link(event, text) {
        return make('button', { class: 'link', type: 'button', click: () => this.#to.event(event) },
            text);
    }

    #show_event({ at, time, event }) {
        if (event === null) {
            this.#fill('event', [nothing('Before the first event.')]);
            return;
        }
        this.#fill('event', [
            make('p', { class: 'words' }, event.who ? make('strong', {}, event.who) : null, ' ',
                event.words),
            make('p', { class: 'quiet' },
                `${time}${event.activity ? `, for ${event.activity}` : ''}`),
            event.cause === null ? null
                : make('p', {}, this.#link(event.cause, `Caused by event ${event.cause}`)),
        ].filter(part => part !== null), at);
    }

    #point({ point, kinds }, _, points) {
        const it = what_is_affected(kinds.flatMap(({ ways }) => ways.map(({ words }) => words)));
        const short = words => it === '' ? words : words.replace(it, 'it');
        return make('details', { class: 'point', open: points.length === 1 },
            make('summary', {}, make('h3', {}, it === '' ? point : it)),
            make('dl', {}, kinds.flatMap(({ kind, description, ways }) => [
                make('dt', { title: description }, kind),
                make('dd', {}, ways.map(({ words, fault }) => make('button', {
                    type: 'button', title: words, click: () => this.#to.fault(fault, words),
                }, short(words)))),
            ])));
    }

    #show_violations({ verdict, violations, ended }) {
        const rows = violations.map(({ rule, why, since }) => make('li', {},
            make('strong', { class: 'bad' }, rule), ` ${why} `,
            this.#link(since, `since event ${since}`)));
        const inconclusive = nothing(`Nothing can be said of this run. Ended: ${ended}`);
        this.#fill('violations', [rows.length === 0 ? inconclusive : make('ul', {}, rows)],
            rows.length || '', verdict !== 'held');
    }

    #show_faults(faults) {
        const became = {
            unmet: 'The run never comes there.',
            met: 'It had nothing to act on.',
            fired: '',
        };
        const rows = faults.map(({ point, words, became: end, at }, index) => make('li', {},
            make('span', {}, words),
            make('span', { class: 'quiet' }, became[end] ? ` ${became[end]}` : ''),
            ' ', at === null ? null : this.#link(at, `event ${at}`),
            make('button', {
                type: 'button', 'aria-label': `remove: ${words}`, title: point,
                click: () => this.#to.remove(index),
            }, 'remove')));
        this.#fill('faults', [rows.length === 0
            ? nothing('Nothing: this is the calm run. What could go wrong at an event is listed ' +
                'above; click it, and it does.')
            : make('ul', { class: 'faults' }, rows)], rows.length || '');
    }

    #show_oracle(broken) {
        this.#fill('oracle', [broken.length === 0 ? nothing('No rule is broken yet.')
            : list(broken.map(({ rule, why }) =>
                make('span', {}, make('strong', { class: 'bad' }, rule), ` ${why}`)))],
            broken.length || '');
    }

    // The intent that the event is about comes first.
    #show_clients({ intents, event }) {
        const own = (event?.activity ?? '').split('/')[0];
        const others = intents.filter(({ name }) => name !== own);
        const shown = [...intents.filter(({ name }) => name === own),
            ...others.slice(-intents_max)];
        this.#fill('clients', intents.length === 0 ? [nothing('Nobody has asked for anything yet.')]
            : [...shown.map(intent), ...not_shown(others.length - intents_max)]);
    }

    #show_messages(messages) {
        this.#fill('messages', [messages.length === 0 ? nothing('None.')
            : table('Messages in flight', ['from', 'to', 'what', 'fate'],
                messages.map(({ event, from, to, words, fate }) => ({
                    cells: [from, to, this.#link(event, words), fate],
                })))], messages.length || '');
    }

    #show_databases(databases) {
        const parts = databases.flatMap(({ host, file, tables }) => [
            make('h3', {}, make('code', {}, file), host ? ` on ${host}` : ''),
            ...tables.flatMap(one => table_of_database(one)),
        ]);
        this.#fill('databases', parts.length === 0 ? [nothing('There is none yet.')] : parts);
    }

    #show_actors(actors) {
        this.#fill('actors', [actors.length === 0 ? nothing('None has started.')
            : table('Actors', ['who', 'host', 'state', 'starts', 'works for', 'clock'],
                actors.map(({ name, host, state, starts, works_for, clock }) => ({
                    cells: [name, host, state, String(starts), works_for, String(clock)],
                })))]);
    }

    #show_timers(timers) {
        this.#fill('timers', [timers.length === 0 ? nothing('None is armed.')
            : table('Timers', ['who', 'rings in', 'at', 'for'],
                timers.map(({ process, due, in: left, activity }) => ({
                    cells: [process, left, due, activity],
                })))], timers.length || '');
    }

    #show_whole(run) {
        const goals = run.goals.map(({ name, reached }) =>
            `${reached ? 'reached' : 'not reached'}: ${name}`);
        this.#fill('run', [
            make('p', {}, run.summary),
            list([
                `Judged by the contract ${run.contract}.`,
                `Ended: ${run.ended}`,
                ...goals,
                ...run.not_judged.map(rule => `not judged: ${rule}`),
                make('span', {}, 'Trace hash ', make('code', {}, run.hash)),
            ]),
            make('p', {}, make('code', { class: 'line' }, run.again), ' ',
                make('button', { type: 'button', click: () => this.#to.copy(run.again) }, 'copy')),
            make('details', {},
                make('summary', {}, 'The plan, as a file'),
                make('pre', { tabindex: 0, role: 'region', 'aria-label': 'The plan' }, run.plan)),
        ]);
    }
}
