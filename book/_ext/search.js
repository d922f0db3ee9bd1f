// What a search finds counts most in a page's title, then in its text; the names of the package come last.
var Scorer = {
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
  objNameMatch: 4, objPartialMatch: 1, objPrio: {0: 0, 1: 0, 2: 0}, objPrioDefault: 0,
};
