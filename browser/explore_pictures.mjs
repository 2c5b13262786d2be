// The pictures of the tour of explore: node explore_pictures.mjs FOLDER
import { join } from 'node:path';
import { tour_words, walk_tour } from './explore_tour.mjs';
import { start_explore } from './explorer.mjs';
import { new_folder, start_browser, views, visit } from './pages.mjs';

const [, , folder] = process.argv;
const browser = await start_browser();
const server = await start_explore(tour_words, new_folder('tour'));
await visit(browser, server.url, views[0], page => walk_tour(page, name =>
    page.screenshot({
        path: join(folder, `explore-${name}.png`),
        clip: { x: 0, y: 0, width: 1280, height: 440 },  // small files; the rest is not spoken of
    })));
server.stop();
await browser.close();
