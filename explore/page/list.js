// All events of a run, as a listbox that holds only what is seen of it: the rest is asked for when
// it comes into sight, so that 100 000 rows scroll.
import { ask } from './api.js';
import { make } from './dom.js';

const row_height = 24;  // as in explore.css
const chunk_size = 200;
const beyond = 10;      // rows that are made above and below what is seen

const signs = {
    message: '→', effect: '●', fault: '⚡', refusal: '⊘', attempt: '▸', violation: '✗',
};

export class row_list {
    #element;
    #space = make('div', { class: 'space', role: 'presentation' });
    #choose;
    #report;
    #plan = '';
    #count = 0;
    #cursor = null;
    #difference = null;
    #chunks = new Map();   // by number: rows
    #asked = new Map();    // by number: who can call the question off
    #is_drawing = false;
    #time_width = 0;       // of the longest time so far, in characters

    // CHOOSE(row) is called when a row was clicked, REPORT(error) when the server refused.
    constructor(element, choose, report) {
        this.#element = element;
        this.#choose = choose;
        this.#report = report;
        element.append(this.#space);
        element.addEventListener('scroll', () => this.#draw_soon(), { passive: true });
        element.addEventListener('click', event => {
            const row = this.row(Number(event.target.closest('[data-row]')?.dataset.row));
            if (row !== null) {
                this.#choose(row);
            }
        });
        new ResizeObserver(() => this.#draw_soon()).observe(element);
    }

    // Another run of COUNT rows, of which CHUNK_OF_CURSOR holds those around the cursor (see
    // first_chunk). DIFFERENCE: the event at which it departs from another run, or null.
    show(plan, count, cursor, { from, rows }, difference) {
        this.#call_off(() => true);
        this.#chunks = new Map([[from / chunk_size, rows]]);
        this.#plan = plan;
        this.#count = count;
        this.#difference = difference;
        this.#time_width = 0;
        this.#space.style.height = `${count * row_height}px`;
        this.move(cursor);
        this.#draw();
    }

    // What show() needs of the run of PLAN when its cursor is in row CURSOR.
    static async first_chunk(plan, cursor, signal) {
        const from = Math.floor((cursor ?? 0) / chunk_size) * chunk_size;
        const { rows } = await ask('rows', { plan, from, count: chunk_size }, signal);
        return { from, rows };
    }

    // What first_chunk() gave of the run that is shown.
    add({ from, rows }) {
        this.#chunks.set(from / chunk_size, rows);
        this.#draw_soon();
    }

    // The row with that number, as the server gave it and with its `index`, or null if it is not at
    // hand.
    row(index) {
        const row = this.#chunks.get(Math.floor(index / chunk_size))?.[index % chunk_size];
        return row === undefined ? null : { ...row, index };
    }

    // The last row at hand that is not after the event, if the one behind it is at hand too.
    row_of(event) {
        for (const [number, rows] of this.#chunks) {
            const after = rows.findIndex(row => row.event > event);
            if (after > 0) {
                return this.row(number * chunk_size + after - 1);
            }
        }
        return null;
    }

    move(cursor) {
        this.#cursor = cursor;
        const top = (cursor ?? 0) * row_height;
        const { scrollTop, clientHeight } = this.#element;
        if (top < scrollTop + row_height || top > scrollTop + clientHeight - 2 * row_height) {
            this.#element.scrollTop = top - clientHeight / 2;
        }
        this.#draw_soon();
    }

    mark_difference(event) {
        this.#difference = event;
        this.#draw_soon();
    }

    #draw_soon() {
        if (!this.#is_drawing) {
            this.#is_drawing = true;
            requestAnimationFrame(() => {
                this.#is_drawing = false;
                this.#draw();
            });
        }
    }

    #draw() {
        const { scrollTop, clientHeight } = this.#element;
        const first = Math.max(0, Math.floor(scrollTop / row_height) - beyond);
        const last = Math.min(this.#count - 1,
            Math.ceil((scrollTop + clientHeight) / row_height) + beyond);
        this.#fetch(Math.floor(first / chunk_size), Math.floor(last / chunk_size));
        const rows = [];
        for (let index = first; index <= last; ++index) {
            rows.push(this.#option(index));
        }
        this.#space.replaceChildren(...rows);
        this.#space.style.setProperty('--time_width', `${this.#time_width}ch`);
        // Only an element that is there may be the active one.
        if (this.#cursor !== null && this.#cursor >= first && this.#cursor <= last) {
            this.#element.setAttribute('aria-activedescendant', `row_${this.#cursor}`);
        } else {
            this.#element.removeAttribute('aria-activedescendant');
        }
    }

    #option(index) {
        const row = this.row(index);
        const option = make('div', {
            id: `row_${index}`, role: 'option', class: `row ${row?.kind ?? ''}`, 'data-row': index,
            'aria-selected': String(index === this.#cursor),
            'aria-setsize': this.#count, 'aria-posinset': index + 1,
        });
        option.style.top = `${index * row_height}px`;
        if (row === null) {
            option.append('…');
            return option;
        }
        this.#time_width = Math.max(this.#time_width, row.time.length);
        const is_different = row.event === this.#difference;
        option.classList.toggle('differs', is_different);
        option.append(
            make('span', { class: 'time' }, row.time),
            make('span', { class: 'sign', 'aria-hidden': 'true' }, signs[row.kind] ?? ''),
            make('span', { class: 'who' }, row.who),
            make('span', { class: 'words', title: row.words },
                is_different ? make('strong', {}, 'first difference: ') : null, row.words),
            make('span', { class: 'activity' }, row.activity));
        return option;
    }

    #fetch(first, last) {
        this.#call_off(number => number < first || number > last);
        for (let number = first; number <= last; ++number) {
            if (!this.#chunks.has(number) && !this.#asked.has(number)) {
                this.#fetch_chunk(number);
            }
        }
    }

    async #fetch_chunk(number) {
        const asked = new AbortController();
        this.#asked.set(number, asked);
        try {
            const question = { plan: this.#plan, from: number * chunk_size, count: chunk_size };
            const { rows } = await ask('rows', question, asked.signal);
            this.#chunks.set(number, rows);
            this.#asked.delete(number);
            this.#draw_soon();
        } catch (error) {
            // What failed stays among what was asked for, or it would be asked for with each frame.
            this.#report(error);
        }
    }

    #call_off(is_meant) {
        for (const [number, asked] of this.#asked) {
            if (is_meant(number)) {
                asked.abort();
                this.#asked.delete(number);
            }
        }
    }
}
