// Questions to the server; explore/api.hpp has them all.

// The answer to QUESTION. Throws an Error with one sentence to show, or an AbortError if SIGNAL
// tells that nobody waits any more.
export async function ask(name, question, signal) {
    let response;
    try {
        response = await fetch(`api/${name}`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(question),
            signal,
        });
    } catch (error) {
        if (error.name === 'AbortError') {
            throw error;
        }
        throw new Error('onceproof explore does not answer: it has ended. Start it again, and ' +
            'paste what stands behind # in this address behind its own.');
    }
    const answer = await response.json().catch(() => null);
    if (!response.ok || answer === null) {
        throw new Error(answer?.error ?? `onceproof explore says ${response.status}.`);
    }
    return answer;
}

// Lets one job run at a time. Of those that are asked for meanwhile only the last one runs, so that
// a key held down does not pile up questions.
export function one_at_a_time(job) {
    let busy = false, waiting = null;
    return async function start(...words) {
        if (busy) {
            waiting = words;
            return;
        }
        busy = true;
        try {
            await job(...words);
        } finally {
            busy = false;
        }
        if (waiting !== null) {
            const next = waiting;
            waiting = null;
            await start(...next);
        }
    };
}
