// Python in a worker, so that the page stays quick: it answers {id, call, given} with outputs, and then {id, done}.

// Figures are drawn to be sent, and players show themselves as on any page.
const ENVIRONMENT = { HOME: "/home/pyodide", MPLBACKEND: "agg", MISTAKEBOUND_PLAYER: "page" };
let page;

// Pyodide fetches by itself; what has come is counted on the way.
const get = self.fetch;
let bytes = 0;
self.fetch = async (...request) => {
  const answer = await get(...request);
  if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
  const count = new TransformStream({ transform(chunk, onward) {
    bytes += chunk.length;
    self.postMessage({ bytes });
    onward.enqueue(chunk);
  } });
  return new Response(answer.body.pipeThrough(count), { headers: answer.headers });
};

async function start({ files, packages, ours }) {
  const { loadPyodide } = await import(`${files}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: files, packages, env: ENVIRONMENT });
  for (const name of ours) python.unpackArchive(await (await fetch(files + name)).arrayBuffer(), "wheel");
  python.FS.writeFile("page.py", await (await fetch(new URL("page.py", self.location))).text());
  self.postMessage({ says: "Starting Python" });
  page = python.pyimport("page");
}

// Pyodide waits for ever for what could not be fetched.
let asked;
self.onunhandledrejection = ({ reason }) => self.postMessage({ id: asked, failed: String(reason) });

self.onmessage = async ({ data: { id, call, given } }) => {
  asked = id;
  try {
    if (call === "start") await start(...given);
    else {
      page.send = (kind, value) => self.postMessage({ id, kind, value });
      page[call](...given);
    }
    self.postMessage({ id, done: true });
  } catch (problem) {
    self.postMessage({ id, failed: String(problem) });
  }
};
