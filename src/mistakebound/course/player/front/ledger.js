// The ledger: a row for each line of the proof at this event, with its two sides as bars and numbers, and the slack;
// and a button for each hypothesis, which lights up the lines that rest on it.

import { escapeText, formulaOf } from "./markup.js";
import { figure, numbersOf, value } from "./run.js";

// The rows for a run; `showLedger` fills in the numbers. The button in a row follows its line.
export function ledgerRows(run) {
  return run.proof.map((line, i) => `
    <tr role="row">
      <th role="rowheader" scope="row">
        <button type="button" class="mb-follow" data-line="${i}" aria-pressed="false">${escapeText(line.name)}</button>
        <span class="mb-math">${formulaOf(line)}</span>
      </th>
      <td role="cell" class="mb-bars"><i></i><b></b></td>
      <td role="cell" class="mb-sides"></td>
      <td role="cell" class="mb-slack"></td>
    </tr>`).join("");
}

// A button for each hypothesis; none if it is unknown which lines rest on which hypotheses.
export function hypothesisButtons(run) {
  return run.hypotheses.map((name) =>
    `<button type="button" class="mb-hypothesis" aria-pressed="false">${escapeText(name)}</button>`).join("");
}

// Lights up the lines that rest on the chosen hypothesis, or the hypotheses of the followed line; and names these.
export function showRests(rows, buttons, run, followed, chosen) {
  const rests = (name) => run.proof.map((line) => line.rests.includes(name));
  const of = run.proof[followed];
  const lit = chosen === null ? [] : rests(chosen);
  run.proof.forEach((_, i) => rows[i].classList.toggle("mb-lit", Boolean(lit[i])));
  for (const button of buttons) {
    button.setAttribute("aria-pressed", String(button.textContent === chosen));
    button.classList.toggle("mb-lit", chosen === null && Boolean(of?.rests.includes(button.textContent)));
  }
  if (chosen !== null) {
    const names = run.proof.filter((_, i) => lit[i]).map(({ name }) => name);
    return names.length ? `These lines rest on ${chosen}: ${names.join(", ")}.` : `No line rests on ${chosen}: it states whose mistakes are counted.`;
  }
  if (!of || !run.hypotheses.length) return "";
  return of.rests.length ? `${of.name} rests on: ${of.rests.join(", ")}.` : `${of.name} rests on no hypothesis.`;
}

export function showLedger(rows, run, now, followed) {
  run.lines.forEach((_, i) => {
    const row = rows[i];
    const [head, bars, sides, slack] = row.children;
    const numbers = numbersOf(run, i, now.event);
    head.firstElementChild.setAttribute("aria-pressed", String(i === followed));
    row.classList.toggle("mb-followed", i === followed);
    row.classList.toggle("mb-broken", Boolean(numbers?.broken));
    row.classList.toggle("mb-fallen", against(run, i) === "not promised");
    sides.textContent = numbers ? `${figure(numbers.lhs)} ${run.lines[i].relation} ${figure(numbers.rhs)}` : "nothing yet";
    slack.textContent = numbers ? `${figure(numbers.slack)} ${against(run, i, numbers)}`.trim() : "";
    const ends = numbers ? barEnds(value(numbers.lhs), value(numbers.rhs)) : [[0, 0], [0, 0]];
    [...bars.children].forEach((bar, side) => {
      bar.hidden = !numbers;
      bar.style.left = `${(100 * ends[side][0]).toFixed(2)}%`;
      bar.style.width = `${(100 * ends[side][1]).toFixed(2)}%`;
    });
  });
}

// The objection to a line: its numbers, or else a hypothesis that it rests on.
export function against(run, i, numbers) {
  const rests = (names) => run.proof[i].rests.some((name) => names?.includes(name));
  return numbers?.broken ? "broken" : numbers?.undecided ? "undecided" : rests(run.broken) ? "not promised"
    : rests(run.undecided) ? "promise undecided" : "";
}

// The start and the length of the bars of two sides, as parts of the width; both bars share a zero.
export function barEnds(lhs, rhs) {
  const finite = [lhs, rhs].filter(Number.isFinite);
  const low = Math.min(0, ...finite);
  const room = Math.max(0, ...finite) - low || 1;
  const zero = (0 - low) / room;
  return [lhs, rhs].map((side) => {
    const end = Number.isNaN(side) ? 0 : Math.min(Math.max((side - low) / room, 0), 1);
    return [Math.min(zero, end), Math.abs(end - zero)];
  });
}
