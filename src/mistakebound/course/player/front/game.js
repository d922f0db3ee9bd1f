// Be nature: ask, hear the learner's prediction, and give the answer that hurts, as long as some concept fits.
// The page carries a table in which this script looks everything up.

import { choice, chosen, escapeText, plural, pressed } from "./markup.js";

const yesNo = (label) => (label > 0 ? "yes" : "no");
const capital = (text) => text[0].toUpperCase() + text.slice(1);

const NATURE = (learners) => `
  <header>
    <b>Be nature</b>
    ${choice("against", learners.map(({ name }) => name))}
    <span class="mb-count"></span>
    <span class="mb-room" aria-hidden="true"></span>
  </header>
  <div class="mb-panels">
    <div class="mb-panel mb-ask">
      <div class="mb-title">Your question</div>
      <div class="mb-questions"></div>
      <p class="mb-says" aria-live="polite"></p>
      <div class="mb-answers"></div>
    </div>
    <div class="mb-panel mb-fit"><div class="mb-title">What fits</div><ul></ul></div>
    <div class="mb-panel mb-past"><div class="mb-title">So far</div><ol></ol>${pressed("again", "New game")}</div>
  </div>`;

// The bound as squares: mistakes made, mistakes that can still be forced, and those that nobody can force.
const roomOf = (bound, made, more) => Array.from({ length: Math.floor(bound) }, (_, i) =>
  `<i class="mb-${i < made ? "made" : i < made + more ? "open" : "shut"}"></i>`).join("");

export function playNature(root, game) {
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Be nature");
  root.innerHTML = NATURE(game.learners);
  const find = (name) => root.querySelector(name);
  const whom = find(".mb-choice");
  let learner, state, mistakes, asked, past;

  const open = (question) => game.after[state][question].every((next) => next !== null);
  const over = () => !game.questions.some((_, question) => open(question));

  function begin() {
    [learner, state, mistakes, asked, past] = [game.learners[chosen(whom)], 0, 0, null, []];
    draw(`${learner.name} waits for your question.`);
  }

  function ask(question) {
    asked = question;
    const says = yesNo(learner.says[state][question]);
    draw(`${game.questions[question]} ${learner.name} says ${says}. And the truth is …`);
    find(".mb-answers button").focus();
  }

  function answer(label) {
    const said = learner.says[state][asked];
    const right = said === label;
    past.push(`${game.questions[asked]} said ${yesNo(said)}, ${right ? "right" : "wrong"}`);
    mistakes += right ? 0 : 1;
    state = game.after[state][asked][label > 0 ? 1 : 0];
    asked = null;
    draw(`${right ? "Right" : "Wrong"}. ${over() ? verdict() : stillOpen()}`);
    if (over() && mistakes === learner.most) {
      root.dispatchEvent(new CustomEvent("mistakebound-won", { bubbles: true, detail: learner.name }));
    }
    (find(".mb-questions button:not([disabled])") ?? find(".mb-again")).focus();
  }

  const stillOpen = () =>
    `${game.left[state].length} still fit; you can force ${plural(learner.more[state], "more mistake")}.`;

  function verdict() {
    const most = `${learner.most} is the most that anyone can force on ${learner.name} here`;
    const bound = `the theorem, ${learner.formula}, allows ${learner.bound}`;
    const [concept] = game.left[state];
    return `It is ${game.concepts[concept]}. You forced ${plural(mistakes, "mistake")}; ${most}, and ${bound}.`;
  }

  function draw(said) {
    const more = `${learner.more[state]} more possible`;
    find(".mb-count").textContent = `${plural(mistakes, "mistake")} · ${more} · bound ${learner.bound}`;
    find(".mb-room").innerHTML = roomOf(learner.bound, mistakes, learner.more[state]);
    find(".mb-says").textContent = capital(said);
    find(".mb-questions").innerHTML = game.questions.map((question, i) => {
      const disabled = asked === null && open(i) ? "" : " disabled";
      return pressed("question", question, `data-question="${i}" aria-pressed="${i === asked}"${disabled}`);
    }).join("");
    const answers = asked === null ? [] : [1, -1];
    find(".mb-answers").innerHTML =
      answers.map((label) => pressed("answer", yesNo(label), `data-label="${label}"`)).join("");
    find(".mb-fit ul").innerHTML = game.concepts.map((name, i) => game.left[state].includes(i)
      ? `<li>${escapeText(name)}</li>`
      : `<li class="mb-out"><s>${escapeText(name)}</s></li>`).join("");
    find(".mb-past ol").innerHTML = past.map((round) => `<li>${escapeText(round)}</li>`).join("");
  }

  root.addEventListener("click", ({ target }) => {
    const { question, label } = target.dataset;
    if (question !== undefined) ask(Number(question));
    else if (label !== undefined) answer(Number(label));
    else if (target.matches(".mb-again")) {
      begin();
      find(".mb-questions button").focus();
    }
  });
  whom.addEventListener("change", begin);
  begin();
}
