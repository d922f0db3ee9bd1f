// A page without a kernel: this script draws every show from the runs that the page carries.

import { playAdvice } from "./advice.js";
import { fooledRun } from "./fooled.js";
import { playNature } from "./game.js";
import { hurtTheProof } from "./hurt.js";
import { pressed } from "./markup.js";
import { mount } from "./player.js";
import { playRace } from "./race.js";

const GAMES = { nature: playNature, advice: playAdvice, race: playRace };

const each = (selector, act) => document.querySelectorAll(selector).forEach(act);
const carried = (root) => JSON.parse(root.querySelector("script").textContent);

// An address has the view of a player in its query, and the player in its fragment: ?margin=0.24&round=7#player-1
// It has a game of the first page as the gap and the points: ?gap=0.2&fool=469_201_979_-201#player-1
async function share(root, where) {
  const link = new URL(location);
  link.search = new URLSearchParams(where);
  link.hash = root.id;
  history.replaceState(null, "", link);
  const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
  return `The link to what you see is ${copied ? "copied" : "in the address bar"}.`;
}

// The choice in an address; a control whose value the address does not name keeps its start.
const choiceOf = ({ controls, start }, where) => controls.map(({ name, values }, i) => {
  const place = values.indexOf(where[name]);
  return place < 0 ? start[i] : place;
});

// The controls do not apply to a game: a button in their place brings them back, with their run.
function offerRuns(choices, show) {
  choices.hidden = true;
  choices.insertAdjacentHTML("beforebegin", pressed("runs", "Show other runs"));
  choices.previousElementSibling.addEventListener("click", ({ target }) => {
    target.remove();
    choices.hidden = false;
    show();
  });
}

function mountShow(root) {
  root.id = `player-${[...document.querySelectorAll(".mistakebound-player")].indexOf(root) + 1}`;
  const show = carried(root);
  const place = (choice) => choice.reduce((sum, value, i) => sum * show.controls[i].values.length + value, 0);
  const run = (choice) => {
    const chosen = show.runs[show.which[place(choice)]];
    return { ...chosen, proof: show.proofs[chosen.proof] };
  };
  const linked = location.hash === `#${root.id}`;
  const where = linked ? Object.fromEntries(new URLSearchParams(location.search)) : {};
  const start = choiceOf(show, where);
  // A game of the first page is shown until the reader asks for other runs.
  let game = fooledRun(run(start), where);
  const choose = (choice) => {
    game = null;
    begin(run(choice));
  };
  const { gap, fool } = where;
  const shown = ({ round, line, ...chosen }) => ({ ...(game ? { gap, fool } : chosen), round, ...(line && { line }) });
  const player = mount(root, { ...show, start }, choose, (seen) => share(root, shown(seen)));
  const hurt = hurtTheProof(root, player);
  const begin = (run, where) => {
    player.load(run, where);
    hurt.offer(run);
  };
  if (game) offerRuns(root.querySelector(".mb-choices"), () => choose(start));
  begin(game ?? run(start), where);
  if (linked) root.scrollIntoView();
  performance.mark("player-drawn");
}

// Let the keyboard skip everything before the first player.
function skipToPlayer() {
  const skip = document.querySelector("#pst-skip-link");
  const first = document.querySelector("#player-1");
  if (!skip || !first) return;
  const link = skip.cloneNode();
  link.id = "skip-to-player";
  link.innerHTML = '<a href="#player-1">Skip to the player</a>';
  first.tabIndex = -1;
  skip.after(link);
}

export function mountAll() {
  each(".mistakebound-player", mountShow);
  addEventListener("mistakebound-show", ({ target }) => mountShow(target));  // from a page made live
  skipToPlayer();
  each(".mistakebound-game", (root) => {
    const game = carried(root);
    GAMES[game.kind](root, game);
  });
  // Still pictures are for readers without this script, and for paper.
  const unfold = (open) => () => each(".player-figures", (figures) => { figures.open = open; });
  unfold(false)();
  addEventListener("beforeprint", unfold(true));
  addEventListener("afterprint", unfold(false));
}
