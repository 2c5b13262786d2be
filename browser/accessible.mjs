// Whether everybody can read a page, as far as a program can tell.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Fails on whatever axe finds wrong with a page, or cannot judge. The rules:
// https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md
//
// axe cannot tell on what the text of a picture is written, nor text that a reader has to scroll
// to. That is judged here. All of it is run from outside, which no policy of the page's can forbid.
export async function expect_accessible(page) {
    await page.evaluate(axe);
    const found = await page.evaluate(() =>
        globalThis.axe.run({
            resultTypes: ['violations', 'incomplete'], // passes are many, and nobody reads them
        }),
    );
    const told = (rule, node) => `${rule.id}: ${node.target}: ${node.failureSummary}`;
    const nodes = rules => rules.flatMap(rule => rule.nodes.map(node => ({ rule, node })));
    const wrong = nodes(found.violations).map(({ rule, node }) => told(rule, node));
    const unsure = nodes(found.incomplete);
    const ratios = await page.evaluate(
        contrasts,
        unsure.map(({ node }) => node.target[0]),
    );
    unsure.forEach(({ rule, node }, i) => {
        if (rule.id !== 'color-contrast' || ratios[i] === null) {
            wrong.push(`cannot be judged: ${told(rule, node)}`);
        } else if (ratios[i] < 4.5) {
            wrong.push(`${node.target}: a contrast of ${ratios[i].toFixed(2)}`);
        }
    });
    assert(wrong.length === 0, [page.url(), ...wrong].join('\n'));
}

// In the page, for each selector: how far the colour of a text in a picture, or in a box that
// scrolls, stands out from what is behind it (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio);
// null if it is in neither. Behind it is its own halo, or the nearest background.
function contrasts(selectors) {
    const numbers = colour => colour.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    const luminance = colour => {
        const [r, g, b] = numbers(colour)
            .slice(0, 3)
            .map(c => c / 255)
            .map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    return selectors.map(selector => {
        const text = document.querySelector(selector);
        const style = getComputedStyle(text);
        const is_drawn = text instanceof SVGElement;
        const around = [];
        for (let e = text; e; e = e.parentElement) around.push(getComputedStyle(e));
        if (!is_drawn && !around.some(s => s.overflowX === 'auto')) return null;
        const has_halo =
            is_drawn && style.paintOrder.startsWith('stroke') && style.stroke !== 'none';
        const behind = has_halo
            ? style.stroke
            : around.map(s => s.backgroundColor).find(colour => (numbers(colour)[3] ?? 1) === 1);
        if (!behind) return null;
        const [dark, light] = [is_drawn ? style.fill : style.color, behind]
            .map(luminance)
            .sort((a, b) => a - b);
        return (light + 0.05) / (dark + 0.05);
    });
}
