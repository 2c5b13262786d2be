// The line at the bottom: what a verb has to say.
import { by_id } from './dom.js';

export function say(text) {
    by_id('said').textContent = text;
    by_id('error').textContent = '';
}

// Says why something was not done; nothing if it was called off.
export function report(error) {
    if (error.name !== 'AbortError') {
        by_id('said').textContent = '';
        by_id('error').textContent = error.message;
    }
}

export async function copy(text, what) {
    try {
        await navigator.clipboard.writeText(text);
        say(`Copied ${what}: ${text}`);
    } catch {
        say(`The browser does not let the page copy. Here is ${what}: ${text}`);
    }
}
