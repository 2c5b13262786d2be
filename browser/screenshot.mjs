// How a page begins: node screenshot.mjs PAGE PNG
import { start_browser, views, visit } from './pages.mjs';

const [, , target, png] = process.argv;
const browser = await start_browser();
await visit(browser, target, views[0], page => page.screenshot({ path: png }));
await browser.close();
