// A place is all that the page shows: {plan, at, other}. PLAN is a plan file, AT an event of its
// run, OTHER the plan that is shown beside it, or ''. It is the URL's fragment, so that another
// person with the same build can open it.

// Leaves out the space between words, for shorter addresses. Plans are not parsed: a seed has more
// digits than a JavaScript number.
const compact = plan => plan.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');

function to_fragment({ plan, at, other }) {
    const parts = [`at=${at}`, `plan=${encodeURIComponent(compact(plan))}`];
    if (other) {
        parts.push(`other=${encodeURIComponent(compact(other))}`);
    }
    return `#${parts.join('&')}`;
}

// The place that the address names, or null.
export function place_of_address() {
    const parts = new URLSearchParams(location.hash.slice(1));
    const plan = parts.get('plan');
    const at = Number(parts.get('at') ?? 0);
    const other = parts.get('other') ?? '';
    return plan ? { plan, at: Number.isInteger(at) ? at : 0, other } : null;
}

// The browser's history is that of the plans: to go back in it is to undo.
export class address_history {
    #index = history.state?.index ?? 0;
    #last = this.#index;
    #pending = null;   // a place
    #timer = 0;
    #arrive = null;    // who waits for travel()

    // Calls GO(place) when the user went back or forth in the browser, or wrote another address.
    constructor(go) {
        addEventListener('popstate', () => {
            clearTimeout(this.#timer);
            this.#pending = null;
            this.#index = history.state?.index ?? 0;
            this.#last = Math.max(this.#last, this.#index);
            const arrive = this.#arrive ?? go;
            this.#arrive = null;
            arrive(place_of_address());
        });
        addEventListener('pagehide', () => this.#write());
    }

    get can_undo() { return this.#index > 0; }
    get can_redo() { return this.#index < this.#last; }

    // Goes one plan back (-1) or on (1), where there is one, and gives its place.
    travel(by) {
        this.#write();
        return new Promise(arrive => {
            this.#arrive = arrive;
            history.go(by);
        });
    }

    // The same plan, elsewhere. Written when the cursor rests: browsers allow only so many changes
    // in a second.
    replace({ plan, at, other }) {
        this.#pending = { plan, at, other };
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#write(), 150);
    }

    // Another plan.
    push(place) {
        this.#write();
        this.#last = ++this.#index;
        history.pushState({ index: this.#index }, '', to_fragment(place));
    }

    // The address, up to date.
    address() {
        this.#write();
        return location.href;
    }

    #write() {
        clearTimeout(this.#timer);
        if (this.#pending !== null) {
            history.replaceState({ index: this.#index }, '', to_fragment(this.#pending));
            this.#pending = null;
        }
    }
}
