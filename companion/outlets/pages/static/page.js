// The live page: takes each new content from the stream, patches it in, and sends forms.
// Without this module everything works by whole pages.

const reply = document.getElementById("reply");
const announcement = document.getElementById("announcement");
let stream = null;
let changedAt = -Infinity; // when another question was shown
let isOurs = false; // our own answer has led to it
let answered = false; // the next question is the one that our own answer has led to
let refused = ""; // the number of what was open when a press was refused: its reply outlasts that

// Patching ---------------------------------------------------------------------------------

const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset?.key || "" : "");
const isSame = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

function patchAttributes(element, wanted) {
  for (const { name } of [...element.attributes]) {
    const isKept = name === "data-at" || (name === "open" && element.nodeName === "DETAILS");
    if (!wanted.hasAttribute(name) && !isKept) element.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes]) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

// Make `element` like `wanted`, keeping every node that stays: focus, typed text, open details, the page turned to.
function patch(element, wanted) {
  patchAttributes(element, wanted);
  let at = element.firstChild;
  for (const next of [...wanted.childNodes]) {
    let found = at;
    while (found && !isSame(found, next)) found = keyOf(next) ? found.nextSibling : null;
    if (!found && at && !keyOf(next) && keyOf(at) === "" && at.nodeName === next.nodeName) found = at;
    if (!found) {
      element.insertBefore(next, at);
      continue;
    }
    while (at !== found) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
    at = found.nextSibling;
    if (found.nodeType !== Node.ELEMENT_NODE) {
      if (found.nodeValue !== next.nodeValue) found.nodeValue = next.nodeValue;
    } else {
      patch(found, next);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

// The stream -------------------------------------------------------------------------------

function firstToPress() {
  const all = document.querySelectorAll(
    "#open button:not([aria-disabled]), #open input:not([type=hidden]), #open summary",
  );
  const isFolded = (element) => element.closest("details:not([open])") && element.nodeName !== "SUMMARY";
  return [...all].find((element) => !isFolded(element));
}

function show({ main, title, announcement: said }) {
  const shown = document.getElementById("main");
  const before = document.getElementById("open");
  const opened = before?.dataset.open;
  const wasWithin = before?.contains(document.activeElement) && document.activeElement !== document.body;
  const wasYours = Boolean(before?.dataset.yours);
  const wanted = new DOMParser().parseFromString(main, "text/html").getElementById("main");
  patch(shown, wanted);
  if (document.title !== title) document.title = title;
  const isNew = document.getElementById("open")?.dataset.open !== opened;
  const lost = wasWithin && !shown.contains(document.activeElement);
  if (isNew && opened !== refused) reply.textContent = "";
  if (isNew) {
    changedAt = now();
    isOurs = answered;
  }
  if (isNew && answered) {
    const title = document.getElementById("question");
    (firstToPress() ?? title)?.focus();
    if (title?.getBoundingClientRect().top < 0) title.scrollIntoView(); // what is asked goes first
    answered = false;
  } else if (lost || (isNew && wasWithin)) {
    // Somebody else has answered: whoever was about to press must not press something else.
    document.getElementById("question")?.focus();
  }
  if (wanted.querySelector("[data-yours]") && !wasYours) callToTurn();
  if (announcement.textContent !== said) announcement.textContent = said;
  turnOver(0);
}

// Whether what the page shows is true ------------------------------------------------------
//
// live: the stream has been heard within SILENCE. waiting: the page was away, and its picture may
// be old. lost: nothing was heard, or a press got no answer within ANSWER. Only a whole new content
// makes a page live again; until then nothing can be pressed.

const SILENCE = 10_000; // milliseconds, as all times here
const ANSWER = 5_000;
const now = () => performance.now();
let link = "live";
let heardAt = now();
let beat = null; // the server's time in its last heartbeat, and when it came
let focused = null; // what had the focus when the buttons went off

function setLink(state) {
  const main = document.getElementById("main");
  if (state === "live") document.body.classList.remove("waiting", "lost");
  else document.body.classList.add(state);
  if (state !== "live" && link === "live") focused = main.contains(document.activeElement) && document.activeElement;
  link = state;
  for (const form of main.querySelectorAll("form")) form.inert = state !== "live";
  if (state === "lost") {
    reply.dataset.lost = "yes";
    if (reply.textContent !== document.body.dataset.lost) reply.textContent = document.body.dataset.lost;
  } else if (reply.dataset.lost) {
    delete reply.dataset.lost;
    reply.textContent = "";
  }
  if (state === "live" && focused) {
    (focused.isConnected ? focused : document.getElementById("question"))?.focus();
    focused = null;
  }
}

function lose() {
  setLink("lost");
  leave();
  follow();
}

function follow() {
  const from = document.body.dataset.events;
  if (!from || stream || document.hidden) return;
  heardAt = now();
  stream = new EventSource(from);
  stream.addEventListener("beat", ({ data }) => {
    heardAt = now();
    beat = { time: data, at: heardAt };
  });
  stream.addEventListener("phone", ({ data }) => {
    const wanted = new DOMParser().parseFromString(JSON.parse(data), "text/html").body.firstChild;
    patch(document.getElementById("phone"), wanted);
    showSignals();
  });
  stream.addEventListener("parts", ({ data }) => {
    heardAt = now();
    const { parts, announcement: said } = JSON.parse(data);
    for (const part of parts) {
      const wanted = new DOMParser().parseFromString(part, "text/html").body.firstChild;
      patch(document.getElementById(wanted.id), wanted);
    }
    if (announcement.textContent !== said) announcement.textContent = said;
  });
  stream.onmessage = (event) => {
    heardAt = now();
    show(JSON.parse(event.data));
    setLink("live");
  };
  stream.onerror = () => {
    setLink("lost");
    // A browser gives up after a refusal: then try again here.
    if (stream?.readyState === EventSource.CLOSED) {
      leave();
      setTimeout(follow, 5000);
    }
  };
}

function leave() {
  stream?.close();
  stream = null;
}

function comeBack() {
  if (!stream && document.body.dataset.events) setLink("waiting");
  follow();
}

setInterval(() => {
  if (stream && now() - heardAt > SILENCE) lose();
}, 1000);
document.addEventListener("visibilitychange", () => (document.hidden ? leave() : comeBack()));
addEventListener("pagehide", leave);
addEventListener("pageshow", (event) => (event.persisted ? comeBack() : follow()));

// Turning over: what does not fit on the screen for the room ------------------------------

const TURN = 8_000;

// The first line of each screenful, and the one after its last; the last screenful is full as well.
function findPages(list) {
  const lines = [...list.children];
  const fits = (first, last) => last.offsetTop + last.offsetHeight - first.offsetTop <= list.clientHeight;
  const firsts = [0];
  lines.forEach((line, number) => {
    const first = lines[firsts.at(-1)];
    if (line !== first && !fits(first, line)) firsts.push(number);
  });
  const pages = firsts.map((first, at) => [first, firsts[at + 1] ?? lines.length]);
  const full = lines.findIndex((line) => fits(line, lines.at(-1)));
  if (full >= 0) pages.at(-1)[0] = Math.min(full, firsts.at(-1));
  return pages;
}

function turnOver(steps) {
  for (const list of document.querySelectorAll(".tv .turns-over")) {
    const fits = list.scrollHeight <= list.clientHeight + 1 || getComputedStyle(list).overflowY === "visible";
    const pages = fits ? [[0, Infinity]] : findPages(list);
    const at = ((Number(list.dataset.at) || 0) + steps) % pages.length;
    const [first, end] = pages[at];
    list.dataset.at = at;
    [...list.children].forEach((line, number) => {
      line.style.opacity = number < first || number >= end ? 0 : ""; // a screen reader reads them all
    });
    list.scrollTop = list.children[first]?.offsetTop ?? 0;
    const heading = list.previousElementSibling;
    if (fits) heading?.removeAttribute("data-page");
    else heading?.setAttribute("data-page", `${at + 1}/${pages.length}`);
  }
}

if (document.querySelector(".tv")) setInterval(() => turnOver(1), TURN);

// Forms ------------------------------------------------------------------------------------

function showRefusal(why, asked, isLate) {
  reply.textContent = why;
  refused = isLate ? asked : "";
  const opened = document.getElementById("open");
  // Somebody else was first: what they led to must not be pressed by accident.
  if (asked && opened?.dataset.open !== asked) document.getElementById("question")?.focus();
}

async function send(form, button) {
  const data = new URLSearchParams(new FormData(form, button));
  const isPress = data.has("asked");
  if (moved) data.set("moved", "yes");
  if (isPress && beat) {
    data.set("beat", beat.time);
    data.set("since", Math.round(now() - beat.at));
  }
  reply.textContent = form.dataset.waiting ?? "";
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: data,
      headers: { Accept: "application/json" },
      redirect: "error",
      signal: isPress ? AbortSignal.timeout?.(ANSWER) : undefined,
    });
    const said = await answer.json();
    answered = Boolean(said.ok) && answered;
    if (said.go) location.assign(said.go);
    else if (said.refused) showRefusal(said.refused, data.get("asked") ?? "", said.late);
    else reply.textContent = "";
  } catch {
    answered = false;
    if (isPress && stream) lose();
    else reply.textContent = document.body.dataset.fault;
  }
}

// After a change of the question nothing counts until it can have been seen: what lies under the
// finger now is not what the finger was meant for. One that is put elsewhere after its own answer
// is aimed, and waits for less.

const [AIMED, SEEN] = (document.body.dataset.hold ?? "0 0").split(" ").map(Number);
const FINGER = 40; // CSS pixels that are still the same spot
let begun = null; // the question on which the finger came down
let spot = null; // where the last press that counted was; nowhere for a key
let moved = false;

const question = () => document.getElementById("open")?.dataset.open;
document.addEventListener("pointerdown", () => (begun = question()), true);
document.addEventListener("pointercancel", () => (begun = null), true);
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.target.nodeName === "BUTTON" && event.key !== "Tab") event.preventDefault();
});
document.addEventListener(
  "click",
  (event) => {
    const on = begun;
    begun = null;
    if (!event.target.closest("button")?.form?.elements.asked) return;
    const here = event.detail ? [event.clientX, event.clientY] : null;
    moved = Boolean(isOurs && here && spot) && Math.hypot(here[0] - spot[0], here[1] - spot[1]) > FINGER;
    const isLater = on !== null && on !== question();
    if (isLater || now() - changedAt < (moved ? AIMED : SEEN)) {
      event.preventDefault();
      event.stopPropagation();
      reply.textContent = document.body.dataset.soon;
    } else spot = here;
  },
  true,
);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  if (form.dataset.sending) return;
  form.dataset.sending = "yes";
  answered = true;
  await send(form, event.submitter);
  delete form.dataset.sending;
});

document.addEventListener("click", (event) => {
  const refused = event.target.closest("button[aria-disabled]");
  if (!refused) return;
  reply.textContent = document.getElementById(refused.getAttribute("aria-describedby"))?.textContent ?? "";
});

// Your turn: a sound and a vibration, if this phone's owner wants them -----------------------

let audio = null;

function wants(name) {
  try {
    return localStorage.getItem(name) === "yes";
  } catch {
    return false; // a browser that keeps nothing
  }
}

// A browser lets a page sound only from a touch on.
function wakeAudio() {
  if (wants("sound")) audio ??= new AudioContext();
  audio?.resume();
}

function vibrate() {
  if (wants("vibration")) navigator.vibrate?.(200);
}

function sound() {
  if (!wants("sound") || !audio) return;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.2, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.4);
}

const SIGNALS = { sound, vibration: vibrate };
const callToTurn = () => Object.values(SIGNALS).forEach((signal) => signal());

function showSignals() {
  for (const signal of document.querySelectorAll("#phone input")) {
    signal.checked = wants(signal.name);
    signal.closest("label").hidden = signal.name === "vibration" && !navigator.vibrate;
  }
}

document.addEventListener("change", ({ target }) => {
  if (!target.matches("#phone input")) return;
  try {
    localStorage.setItem(target.name, target.checked ? "yes" : "no");
  } catch {
    target.checked = false;
  }
  wakeAudio();
  SIGNALS[target.name](); // so that one knows it
});
document.addEventListener("click", wakeAudio, true);

showSignals();
follow();
