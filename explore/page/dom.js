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

const cell = content =>
    content === null ? make('td', { class: 'quiet' }, 'null') : make('td', {}, content);

const framed = (options, caption, ...parts) =>
    make('div', { class: 'scroll', role: 'region', 'aria-label': caption, tabindex: 0 },
        make('table', options, make('caption', { class: 'hidden' }, caption), ...parts));

// A table with a caption for those who hear it. HEAD: texts. ROWS: each {cells, options?}; a cell
// is a text, a node, or null for what a database calls NULL.
export const table = (caption, head, rows) => framed({}, caption,
    make('thead', {}, make('tr', {}, head.map(text => make('th', { scope: 'col' }, text)))),
    make('tbody', {}, rows.map(row => make('tr', row.options ?? {}, row.cells.map(cell)))));

// The same, on its side: what is a row there is a column here.
export const sheet = (caption, head, rows) => framed({ class: 'sheet' }, caption,
    make('tbody', {}, head.map((name, i) => make('tr', {},
        make('th', { scope: 'row' }, name), rows.map(row => cell(row.cells[i]))))));

// "1 event", "2 events".
export const count_of = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
