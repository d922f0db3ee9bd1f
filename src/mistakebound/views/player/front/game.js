// Be nature: ask, hear what the learner says, and give the answer that hurts, as long as some concept fits.
// Everything is looked up in the table that the page carries.

import { escapeText } from "./markup.js";

const yesNo = (label) => (label > 0 ? "yes" : "no");
const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
const pressed = (name, words, attributes = "") => `<button type="button" class="mb-${name}" ${attributes}>${words}</button>`;

export function playNature(root, game) {
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Be nature");
  root.innerHTML = `<header><b>Be nature</b> <label>against <select>${game.learners.map(({ name }, i) => `<option value="${i}">${escapeText(name)}</option>`).join("")}</select></label>
    <span class="mb-count"></span></header>
    <div class="mb-panels">
      <div class="mb-panel mb-ask"><div class="mb-title">Your question</div><div class="mb-questions"></div><p class="mb-says" aria-live="polite"></p><div class="mb-answers"></div></div>
      <div class="mb-panel mb-fit"><div class="mb-title">Who fits</div><ul></ul></div>
      <div class="mb-panel mb-past"><div class="mb-title">So far</div><ol></ol>${pressed("again", "New game")}</div>
    </div>`;
  const find = (name) => root.querySelector(name);
  const select = find("select");
  let [learner, state, mistakes, asked, past] = [game.learners[0], 0, 0, null, []];

  const open = (question) => game.after[state][question].every((next) => next !== null);
  const over = () => !game.questions.some((_, question) => open(question));

  function begin() {
    [learner, state, mistakes, asked, past] = [game.learners[select.value], 0, 0, null, []];
    draw(`${learner.name} waits for your question.`);
  }

  function ask(question) {
    asked = question;
    draw(`${game.questions[question]} ${learner.name} says ${yesNo(learner.says[state][question])}. And the truth is …`);
    find(".mb-answers button").focus();
  }

  function answer(label) {
    const said = learner.says[state][asked];
    past.push(`${game.questions[asked]} said ${yesNo(said)}, ${said === label ? "right" : "wrong"}`);
    mistakes += said === label ? 0 : 1;
    state = game.after[state][asked][label > 0 ? 1 : 0];
    asked = null;
    draw(`${said === label ? "Right" : "Wrong"}. ${over() ? verdict() : `${plural(game.left[state].length, "guest")} still fit; you can force ${learner.more[state]} more.`}`);
    (find(".mb-questions button:not([disabled])") ?? find(".mb-again")).focus();
  }

  function verdict() {
    const most = `${learner.most} is the most that anyone can force on ${learner.name} here`;
    const bound = `the theorem, ${learner.statement}, allows ${learner.bound}`;
    return `It is ${game.concepts[game.left[state][0]]}. You forced ${plural(mistakes, "mistake")}; ${most}, and ${bound}.`;
  }

  function draw(words) {
    find(".mb-count").textContent = `${plural(mistakes, "mistake")} · ${learner.more[state]} more possible · bound ${learner.bound}`;
    find(".mb-says").textContent = words[0].toUpperCase() + words.slice(1);
    find(".mb-questions").innerHTML = game.questions.map((question, i) =>
      pressed("question", escapeText(question), `data-question="${i}" aria-pressed="${i === asked}"${asked === null && open(i) ? "" : " disabled"}`)).join("");
    find(".mb-answers").innerHTML = asked === null ? "" : [1, -1].map((label) => pressed("answer", yesNo(label), `data-label="${label}"`)).join("");
    find(".mb-fit ul").innerHTML = game.concepts.map((name, i) => {
      const fits = game.left[state].includes(i);
      return `<li class="${fits ? "" : "mb-out"}">${fits ? escapeText(name) : `<s>${escapeText(name)}</s>`}</li>`;
    }).join("");
    find(".mb-past ol").innerHTML = past.map((round) => `<li>${escapeText(round)}</li>`).join("");
  }

  root.addEventListener("click", ({ target }) => {
    const { question, label } = target.dataset;
    if (question !== undefined) ask(Number(question));
    else if (label !== undefined) answer(Number(label));
    else if (target.matches(".mb-again")) { begin(); find(".mb-questions button").focus(); }
  });
  select.addEventListener("change", begin);
  begin();
}
