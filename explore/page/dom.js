// How elements are made. Text is only ever set as text.

export const by_id = id => document.getElementById(id);

// A new element. OPTIONS are attributes; one that is a function is called at that event (`click`),
// one that is null, undefined or false is left out. CHILDREN are nodes or texts; null is skipped.
export function make(name, options = {}, ...children) {
    const element = document.createElement(name);
    for (const [option, value] of Object.entries(options)) {
        if (typeof value === 'function') {
            element.addEventListener(option, value);
        } else if (value !== null && value !== undefined && value !== false) {
            element.setAttribute(option, value === true ? '' : value);
        }
    }
    element.append(...children.flat().filter(child => child !== null && child !== undefined));
    return element;
}

// A table with a caption for those who hear it. HEAD: texts. ROWS: each {cells, options}; a cell is
// a text, a node, or null for what a database calls NULL.
export function table(caption, head, rows) {
    const cell = content =>
        content === null ? make('td', { class: 'quiet' }, 'null') : make('td', {}, content);
    return make('div', { class: 'scroll', role: 'region', 'aria-label': caption, tabindex: 0 },
        make('table', {},
            make('caption', { class: 'hidden' }, caption),
            make('thead', {},
                make('tr', {}, head.map(text => make('th', { scope: 'col' }, text)))),
            make('tbody', {},
                rows.map(row => make('tr', row.options ?? {}, row.cells.map(cell))))));
}

// "1 event", "2 events".
export const count_of = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

// A time or a span of the world, which the server gives in milliseconds.
export const ms = value => `${typeof value === 'number' ? +value.toFixed(6) : value} ms`;
