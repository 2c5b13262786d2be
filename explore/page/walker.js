// The cursor: where it is, and how it gets elsewhere in the run.
import { ask, one_at_a_time } from './api.js';
import { by_id } from './dom.js';
import { row_list } from './list.js';
import { space_time_map } from './map.js';
import { report, say } from './status.js';

export class walker {
    #here;
    #view;

    // HERE and VIEW: as in explore.js. Both are read whenever they are needed.
    constructor(here, view) {
        this.#here = here;
        this.#view = view;
    }

    // Shows where the cursor is, in what is at hand.
    show_cursor() {
        const { at, row: index, run } = this.#here;
        const row = index === null ? null : this.#view.list.row(index);
        this.#view.map.move(at, row === null ? 0 : Number(row.time));
        const words = row === null ? 'Before the first event'
            : `${row.time} ms  ${row.who}  ${row.words}`;
        by_id('cursor').textContent = `${at} of ${run.events}  ·  ${words}`;
        by_id('heard').textContent = `Event ${at}: ${words}`;
    }

    // Shows the answer to `look`, if the cursor is still there.
    show_moment(moment) {
        if (moment.at === this.#here.at) {
            this.#view.panels.show_moment(moment);
            this.#view.map.move(moment.at, parseFloat(moment.time));
        }
    }

    async to_event(event) {
        const known = this.#view.list.row_of(event);
        if (known !== null) {
            this.to_row({ ...known, event });
            return;
        }
        const { plan, signal } = this.#here;
        const { row } = await ask('row_of', { plan, at: event }, signal);
        if (row !== null) {
            await this.#have(row);
        }
        this.#go(event, row);
    }

    // To a row that the list has at hand.
    to_row(row) { this.#go(row.event, row.index); }

    // So many rows on, or back.
    async step(by) {
        const { row, run } = this.#here;
        const next = Math.max(-1, Math.min((row ?? -1) + by, run.rows - 1));
        if (next === row) {
            say('This is the last event.');
        } else if (next < 0) {
            this.#go(0, null);
        } else {
            await this.#have(next);
            this.to_row(this.#view.list.row(next));
        }
    }

    // To the next event of that kind, or with that text; BACK: the one before.
    async find(what, back, text) {
        const { plan, at, signal } = this.#here;
        const question = { plan, at, what, back, ...(text === undefined ? {} : { text }) };
        const found = await ask('find', question, signal);
        if (found.at === null) {
            const whose = text === undefined ? what : `event with “${text}”`;
            say(`There is no ${whose} ${back ? 'before' : 'after'} this.`);
            return;
        }
        await this.to_event(found.at);
    }

    async #have(row) {
        const { list } = this.#view;
        if (list.row(row) === null) {
            list.add(await row_list.first_chunk(this.#here.plan, row, this.#here.signal));
        }
    }

    // The question comes first: it is answered while the page is laid out.
    #go(event, row) {
        Object.assign(this.#here, { at: event, row });
        this.#look();
        this.#view.list.move(row);
        this.show_cursor();
        this.#view.history.replace(this.#here);
        this.#follow_map();
    }

    // What is there at the event; asked for once a moment, however fast the cursor goes.
    #look = one_at_a_time(async () => {
        const { plan, at, signal } = this.#here;
        try {
            const choices = ask('choices', { plan, at }, signal);
            choices.catch(() => {});  // it is awaited below, if `look` is answered
            this.show_moment(await ask('look', { plan, at }, signal));
            this.#view.panels.show_choices(await choices);
        } catch (error) {
            report(error);
        }
    });

    #follow_map = one_at_a_time(async () => {
        const { row, run, signal } = this.#here;
        if (this.#view.map.shows(run.rows, row ?? 0)) {
            return;
        }
        try {
            this.#view.map.show(await space_time_map.fetch(this.#here, row, signal));
            this.show_cursor();
        } catch (error) {
            report(error);
        }
    });
}
