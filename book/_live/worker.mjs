// Python in a worker, so that pages stay responsive. If the browser can, all pages of a visit share it, and each has
// its own names. The worker answers {id, call, given} with outputs, and then with {id, done}.

// Figures are drawn as files to send, and players display themselves as on any page.
const ENVIRONMENT = { HOME: "/home/pyodide", MPLBACKEND: "agg", MISTAKEBOUND_PLAYER: "page" };
const starting = new Map();  // the pages that wait for Python, and the numbers of their questions
let python, page, bytes = 0;  // a promise; the module page.py; the bytes that have arrived

const tell = (said) => starting.forEach((id, port) => port.postMessage({ id, ...said }));

// Pyodide fetches files itself, and waits for ever if one does not arrive. Count the bytes that arrive.
const get = self.fetch;
self.fetch = async (...request) => {
  const answer = await need(request[0], get(...request).then((came) => (came.ok ? came : Promise.reject(came.status))));
  const count = new TransformStream({ transform(chunk, onward) {
    bytes += chunk.length;
    tell({ bytes });
    onward.enqueue(chunk);
  } });
  return new Response(answer.body.pipeThrough(count), { headers: answer.headers });
};
const need = (address, coming) => coming.catch((problem) => {
  tell({ failed: String(address).replace(/.*\//, ""), absent: true });
  throw problem;
});
self.onunhandledrejection = ({ reason }) => tell({ failed: String(reason) });

// What the page surely needs comes while Python starts. A package is unpacked when it is imported first, and its libraries
// are loaded when their modules are; one that has not come yet is fetched then.
const come = new Map();
const expect = ({ files, wheels }) => Promise.all(wheels.map(async (name) => {
  if (!come.has(name)) come.set(name, await (await fetch(files + name)).arrayBuffer());
}));

function fetchNow(address) {
  const asked = new XMLHttpRequest();
  asked.open("GET", address, false);
  asked.responseType = "arraybuffer";
  asked.send();
  if (asked.status !== 200) throw new Error(`${asked.status} for ${address}`);
  return asked.response;
}

async function load(plan) {
  const { files } = plan;
  const wheels = expect(plan);
  const [{ loadPyodide }] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((name) => need(name, import(files + name))));
  const loaded = await loadPyodide({ indexURL: files, env: ENVIRONMENT });
  for (const name of ["page.py", "says.py"]) {
    loaded.FS.writeFile(name, await (await fetch(new URL(name, self.location))).text());
  }
  await wheels;
  tell({ says: "Starting Python" });
  const unpacked = new Set();
  self.unpack = (module) => {  // whether a module that is imported has come by that
    const found = Object.values(loaded.lockfile.packages).find(({ imports }) => imports.includes(module));
    const name = found?.file_name;
    if (!name || unpacked.has(name)) return false;
    unpacked.add(name);
    loaded.unpackArchive(come.get(name) ?? fetchNow(files + name), "wheel");
    come.delete(name);
    return true;
  };
  page = loaded.pyimport("page");
  loaded.setInterruptBuffer(interrupts);
  return loaded;
}

// While Python runs, nobody reads messages. But to stop Python, a page revokes an address that it sent with its
// question, and the worker can ask for this address.
const SIGINT = 2;
let running, next = 0;
const interrupts = {
  get 0() {
    if (!running || performance.now() < next) return 0;
    const asked = new XMLHttpRequest();
    try {
      asked.open("GET", running, false);
      asked.send();
      next = performance.now() + 200;
      return 0;
    } catch {
      running = undefined;
      return SIGINT;
    }
  },
  set 0(value) {},  // Python writes here when it has seen the signal
};

async function start(port, id, plan) {
  starting.set(port, id);
  await (python ??= load(plan));
  starting.delete(port);
  return page.Page();
}

function serve(port) {
  let mine;  // the page's object in Python
  port.onmessage = async ({ data: { id, call, given, address } }) => {
    if (call === "end") return self.close();
    if (call === "leave") return mine?.destroy();
    try {
      let outcome;
      if (call === "start") mine = await start(port, id, ...given);
      else {
        page.send = (kind, value) => port.postMessage({ id, kind, value });
        running = address;
        outcome = mine[call](...given);
      }
      port.postMessage({ id, done: true, outcome });
    } catch (problem) {
      port.postMessage({ id, failed: String(problem) });
    } finally {
      running = undefined;
    }
  };
}

if ("onconnect" in self) self.onconnect = ({ ports: [port] }) => serve(port);
else serve(self);
