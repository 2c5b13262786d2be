// The run as a space-time diagram, drawn by the server; here it gets a cursor and takes clicks.
import { ask } from './api.js';
import { make } from './dom.js';

const rows_drawn = 300;     // at once, about the cursor
const edge = 10;            // of what is drawn: behind it more is drawn
const scale_min = 0.68;    // of a picture of which more is to be seen at once
const svg_space = 'http://www.w3.org/2000/svg';

function make_svg(name, attributes) {
    const element = document.createElementNS(svg_space, name);
    for (const [attribute, value] of Object.entries(attributes)) {
        element.setAttribute(attribute, value);
    }
    return element;
}

// The picture as elements. The page has its style already, and its policy allows no other.
function parse(text) {
    const bare = text.replace(/<style>[^<]*<\/style>/g, '');
    const parsed = new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement;
    if (parsed.nodeName !== 'svg') {
        throw new Error('The picture of this run cannot be read.');
    }
    // As an element it would be a tooltip over all of the picture.
    const title = parsed.querySelector('title');
    parsed.setAttribute('aria-label', title?.textContent ?? 'The run in space and time');
    title?.remove();
    return document.importNode(parsed, true);
}

// Where TIME is on a scale of [ms, y] pairs, in order.
function y_of(scale, time) {
    const next = scale.findIndex(([ms]) => ms >= time);
    if (next <= 0) {
        return scale.at(next)?.[1] ?? null;  // before the first place, or after the last
    }
    const [[ms_0, y_0], [ms_1, y_1]] = [scale[next - 1], scale[next]];
    return ms_1 === ms_0 ? y_1 : y_0 + (y_1 - y_0) * (time - ms_0) / (ms_1 - ms_0);
}

// The names of the lanes once more, to stay in sight while the picture scrolls: what is above y.
function names_of(svg, y) {
    const width = svg.getAttribute('width');
    const names = make_svg('svg', {
        class: 'onceproof-run names', 'aria-hidden': 'true', width, height: y,
        viewBox: `0 0 ${width} ${y}`,
    });
    names.append(make_svg('rect', { class: 'page', width: '100%', height: '100%' }));
    svg.querySelectorAll('.box, .name, .caption').forEach(part => {
        if (part.getAttribute('y') < y) {
            names.append(part.cloneNode(true));
        }
    });
    return names;
}

export class space_time_map {
    #element;
    #svg = null;
    #names = null;
    #line = make_svg('path', { class: 'cursor_line' });
    #scale = [];
    #range = null;     // of rows, [from, to)
    #is_full = false;

    // CHOOSE(event, is_other) is called when something was clicked; IS_OTHER: in the other run.
    constructor(element, choose) {
        this.#element = element;
        // A click leaves the focus where it is, so that arrow keys go on stepping; who tabs to the
        // map scrolls it with them.
        element.addEventListener('mousedown', event => {
            if (event.target !== element) {  // the scrollbars
                event.preventDefault();
            }
        });
        element.addEventListener('click', event => {
            const { event: own, otherEvent } =
                event.target.closest('[data-event], [data-other-event]')?.dataset ?? {};
            if (own !== undefined) {
                choose(Number(own), false);
            } else if (otherEvent !== undefined) {
                choose(Number(otherEvent), true);
            }
        });
    }

    // What show() needs of a run when its cursor is in row CURSOR.
    static async fetch({ plan, other }, cursor, signal) {
        const from = Math.max(0, (cursor ?? 0) - rows_drawn / 2);
        const to = from + rows_drawn;
        const question = { plan, from, to, ...(other ? { other } : {}) };
        return { ...await ask('picture', question, signal), range: [from, to] };
    }

    // Is row CURSOR of COUNT drawn, with something around it?
    shows(count, cursor) {
        const [from, to] = this.#range ?? [0, 0];
        return (from === 0 || cursor >= from + edge) && (to >= count || cursor < to - edge);
    }

    // Shows what fetch() gave.
    show({ svg, scale, range }) {
        this.#svg = parse(svg);
        this.#scale = scale;
        this.#range = range;
        this.#svg.append(this.#line);
        this.#names = names_of(this.#svg, scale[0][1] - 8);
        this.#fit();
        this.#element.replaceChildren(this.#names, this.#svg);
    }

    // Small enough to be seen as a whole, if its words can be read then; or, and back, as drawn.
    zoom() {
        this.#is_full = !this.#is_full;
        this.#fit();
        return this.#is_full;
    }

    #fit() {
        const width = this.#svg?.getAttribute('width');
        if (width !== undefined) {
            for (const part of [this.#names, this.#svg]) {
                part.style.width = this.#is_full ? `${width}px`
                    : `clamp(${width * scale_min}px, 100%, ${width}px)`;
            }
        }
    }

    fail(error) {
        this.#svg = null;
        this.#element.replaceChildren(make('p', {}, error.message));
    }

    // Puts the cursor at TIME, in ms, and marks what is drawn of the event.
    move(event, time) {
        if (this.#svg === null) {
            return;
        }
        const marked = this.#mark(event);
        const y = y_of(this.#scale, time);
        this.#line.setAttribute('visibility', y === null ? 'hidden' : 'visible');
        if (y === null) {
            return;
        }
        const width = this.#svg.getAttribute('width');
        this.#line.setAttribute('d', `M0 ${y}H${width}M0 ${y}l-1 -6l9 6l-9 6z`);
        this.#reveal(y, marked);
    }

    #mark(event) {
        this.#svg.querySelectorAll('.here').forEach(drawn => drawn.classList.remove('here'));
        const drawn = this.#svg.querySelectorAll(`[data-event="${event}"]`);
        drawn.forEach(shape => shape.classList.add('here'));
        return drawn[0] ?? null;
    }

    #reveal(y, marked) {
        const box = this.#element;
        const scaled = y * this.#svg.clientHeight / this.#svg.getAttribute('height');
        const top = box.scrollTop + this.#names.clientHeight;
        if (scaled < top + 30 || scaled > box.scrollTop + box.clientHeight - 60) {
            box.scrollTop = scaled - box.clientHeight / 2;
        }
        if (marked !== null) {
            const { left, right } = marked.getBoundingClientRect();
            const seen = box.getBoundingClientRect();
            if (left < seen.left || right > seen.right) {
                box.scrollLeft += left - seen.left - 40;
            }
        }
    }
}
