// The bar at the top: which run it is, and its verdict.
import { guard_options } from './dialogs.js';
import { by_id, make } from './dom.js';

const signs = { held: '✓', violated: '✗', inconclusive: '?' };

// RUN and START: what `run` and `start` were answered.
export function show_bar(run, start) {
    const seed = run.seed === null ? '' : `, seed ${run.seed}`;
    document.title = `${run.scenario}${seed}: ${run.verdict} - onceproof explore`;
    by_id('scenario').textContent = run.scenario;
    by_id('scenario').title = run.summary;
    by_id('seed').textContent = run.seed ?? 'no seed';
    by_id('subject').replaceChildren(...start.subjects.map(({ name, summary }) => make('option',
        { value: name, title: summary, selected: name === run.subject }, name)));
    by_id('without').replaceChildren(...guard_options(start, run.subject));
    by_id('without').value = run.mutant ?? '';
    by_id('without').classList.toggle('missing', run.mutant !== null);
    show_verdict(run);
    by_id('hash').textContent = run.hash.slice(0, 8);
    by_id('hash').title = `The hash of its trace: ${run.hash}`;
}

function show_verdict({ verdict, violations: [first, ...others] }) {
    by_id('verdict').className = `verdict ${verdict}`;
    by_id('verdict').replaceChildren(
        make('span', { 'aria-hidden': 'true' }, signs[verdict]),
        ` ${verdict}${first === undefined ? '' : `: ${first.rule}`}`,
        others.length > 0 ? ` and ${others.length} more` : '');
}
