// Whether everybody can read a page, as far as a program can tell.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Fails on whatever axe finds wrong with a page, or cannot judge. The rules:
// https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md
//
// axe cannot tell on what the text of a picture is written, nor text that a reader has to scroll to.
// That is judged here. All of it is run from outside, which no policy of the page's can forbid.
export async function expect_accessible(page) {
    await page.evaluate(axe);
    const found = await page.evaluate(() => globalThis.axe.run());
    const told = (rule, node) => `${rule.id}: ${node.target}: ${node.failureSummary}`;
    const wrong = found.violations.flatMap(rule => rule.nodes.map(node => told(rule, node)));
    for (const rule of found.incomplete) {
        for (const node of rule.nodes) {
            const ratio = rule.id === 'color-contrast' &&
                await page.evaluate(contrast, node.target[0]);
            if (!ratio) {
                wrong.push(`cannot be judged: ${told(rule, node)}`);
            } else if (ratio < 4.5) {
                wrong.push(`${node.target}: a contrast of ${ratio.toFixed(2)}`);
            }
        }
    }
    assert(wrong.length === 0, [page.url(), ...wrong].join('\n'));
}

// In the page: how far the colour of a text in a picture, or in a box that scrolls, stands out from
// what is behind it (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio); null if it is neither.
// Behind it is its own halo, or the nearest background.
function contrast(selector) {
    const text = document.querySelector(selector);
    const style = getComputedStyle(text);
    const is_drawn = text instanceof SVGElement;
    const ancestors = [];
    for (let e = text; e; e = e.parentElement) ancestors.push(e);
    if (!is_drawn && !ancestors.some(e => getComputedStyle(e).overflowX === 'auto')) return null;
    const numbers = colour => colour.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    const has_halo = is_drawn && style.paintOrder.startsWith('stroke') && style.stroke !== 'none';
    const behind = has_halo ? style.stroke : ancestors.map(e => getComputedStyle(e).backgroundColor)
        .find(colour => (numbers(colour)[3] ?? 1) === 1);
    if (!behind) return null;
    const luminance = colour => {
        const [r, g, b] = numbers(colour).slice(0, 3).map(c => c / 255)
            .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [dark, light] = [is_drawn ? style.fill : style.color, behind].map(luminance)
        .sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
}
