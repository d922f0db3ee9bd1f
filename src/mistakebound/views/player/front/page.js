// On a page without a kernel: every show of the page is drawn from the runs that it carries.

import { playNature } from "./game.js";
import { mount } from "./player.js";

function mountAll() {
  for (const root of document.querySelectorAll(".mistakebound-player")) {
    const show = JSON.parse(root.querySelector("script").textContent);
    const place = (choice) => choice.reduce((sum, value, i) => sum * show.controls[i].values.length + value, 0);
    const run = (choice) => {
      const chosen = show.runs[show.which[place(choice)]];
      return { ...chosen, proof: show.proofs[chosen.proof] };
    };
    const player = mount(root, show, (choice) => player.load(run(choice)));
    player.load(run(show.start));
    performance.mark("player-drawn");
  }
  for (const root of document.querySelectorAll(".mistakebound-game")) playNature(root, JSON.parse(root.querySelector("script").textContent));
  // Still pictures are for those without this script, and for paper.
  const fold = (open) => () => { for (const figures of document.querySelectorAll(".player-figures")) figures.open = open; };
  fold(false)();
  addEventListener("beforeprint", fold(true));
  addEventListener("afterprint", fold(false));
}
