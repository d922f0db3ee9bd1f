// An editor for a cell: CodeMirror, with the colours of the page's own code. `make book` bundles this and its imports
// into one script.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { pythonLanguage } from "@codemirror/lang-python";
import { EditorView, keymap } from "@codemirror/view";
import { tagHighlighter, tags } from "@lezer/highlight";

// Pygments' short names, for which the theme has light and dark colours.
const COLOURS = {
  k: [tags.keyword], kc: [tags.bool, tags.null], ow: [tags.operatorKeyword], o: [tags.operator],
  nc: [tags.definition(tags.className)], nf: [tags.function(tags.definition(tags.variableName))], nd: [tags.meta],
  m: [tags.number], s: [tags.string, tags.special(tags.string)], se: [tags.escape], c: [tags.comment],
};
const colours = tagHighlighter(Object.entries(COLOURS).flatMap(([name, all]) => all.map((tag) => ({ tag, class: name }))));

const look = EditorView.theme({
  "&.cm-focused": { outline: "2px solid var(--theorem)", outlineOffset: "4px" },
  ".cm-scroller": { fontFamily: "var(--pst-font-family-monospace)", lineHeight: "1.25" },
  ".cm-content": { caretColor: "currentcolor" },
});

// Tab indents; after Escape it moves the focus on, as usual in CodeMirror.
export function edit(parent, doc, label, run, changed) {
  const running = ["Shift-Enter", "Mod-Enter"].map((key) => ({ key, run: () => (run(), true) }));
  const view = new EditorView({ doc, parent, extensions: [
    keymap.of([...running, indentWithTab, ...defaultKeymap, ...historyKeymap]), history(), indentUnit.of("    "),
    pythonLanguage, syntaxHighlighting(colours), bracketMatching(), look, EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    EditorView.updateListener.of((update) => { if (update.docChanged) changed(update.state.doc.toString()); }),
  ] });
  // The page has its own keys, such as "/" for its search: here they are letters.
  view.dom.addEventListener("keydown", (event) => { if (!event.ctrlKey && !event.metaKey) event.stopPropagation(); });
  return (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}
