// Lower a slide's font size until its content fits. The font of formulas has to be there first, and a hidden slide has no size,
// so this happens when a slide is shown, or on all of them when the deck is printed (?print-pdf).

const FLOOR = 15; // pixels of a slide 1280 wide: below this one could not read it

function fit(slide) {
  const overflows = () => slide.scrollHeight > slide.clientHeight || slide.scrollWidth > slide.clientWidth;
  for (let size = 27; overflows() && size > FLOOR; size -= 1) slide.style.fontSize = `${size}px`;
}

window.addEventListener("load", async () => {
  await document.fonts.load("1em Formulas");
  fit(Reveal.getCurrentSlide());
  document.documentElement.dataset.fitted = "true";
  Reveal.on("slidechanged", (event) => fit(event.currentSlide));
  Reveal.on("pdf-ready", () => Reveal.getSlides().forEach(fit));
});
