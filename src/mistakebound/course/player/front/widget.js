// A notebook's widget holds one run; a changed control asks the kernel for another run.

import { mount } from "./player.js";

export function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "mistakebound-view mistakebound-player";
  el.append(root);
  const player = mount(root, model.get("head"), (choice) => {
    model.set("choice", choice);
    model.save_changes();
  });
  const load = () => player.load(model.get("run"));
  model.on("change:run", load);
  load();
  return () => {
    model.off("change:run", load);
    player.stop();
  };
}
