// On a page without a kernel: every show of the page is drawn from the runs that it carries.

import { playNature } from "./game.js";
import { mount } from "./player.js";

const each = (selector, act) => document.querySelectorAll(selector).forEach(act);
const carried = (root) => JSON.parse(root.querySelector("script").textContent);

function mountShow(root) {
  const show = carried(root);
  const place = (choice) => choice.reduce((sum, value, i) => sum * show.controls[i].values.length + value, 0);
  const run = (choice) => {
    const chosen = show.runs[show.which[place(choice)]];
    return { ...chosen, proof: show.proofs[chosen.proof] };
  };
  const player = mount(root, show, (choice) => player.load(run(choice)));
  player.load(run(show.start));
  performance.mark("player-drawn");
}

function mountAll() {
  each(".mistakebound-player", mountShow);
  each(".mistakebound-game", (root) => playNature(root, carried(root)));
  // Still pictures are for those without this script, and for paper.
  const unfold = (open) => () => each(".player-figures", (figures) => { figures.open = open; });
  unfold(false)();
  addEventListener("beforeprint", unfold(true));
  addEventListener("afterprint", unfold(false));
}
