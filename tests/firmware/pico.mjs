// Runs the tower panel's firmware in MicroPython on a simulated Pico (firmware/fakes), start after
// start: node pico.mjs INTERPRETER FIRMWARE SETTINGS; tests/firmware/pico.py knows the settings.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [interpreter, firmware, given] = process.argv.slice(2);
const settings = JSON.parse(given);
const { loadMicroPython } = await import(pathToFileURL(interpreter));

const sources = (folder) =>
  fs.readdirSync(folder)
    .filter((name) => name.endsWith(".py"))
    .map((name) => [name, fs.readFileSync(path.join(folder, name))]);
const fakes = sources(path.join(firmware, "fakes"));
// The Pico's flash: it outlives its resets.
let flash = [...sources(firmware), ...Object.entries(settings.files)];
let driver;

function attempt(what) {
  try {
    return what();
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
    process.exit(1);
  }
}

let pico;
async function start(kept) {
  if (pico) {
    const names = pico.FS.readdir("/flash").filter((name) => !name.startsWith("."));
    flash = names.map((name) => [name, pico.FS.readFile(`/flash/${name}`)]);
  }
  pico = await loadMicroPython({ heapsize: 192 * 1024, stdout: console.error });
  for (const folder of ["/flash", "/firmware", "/firmware/fakes"]) pico.FS.mkdir(folder);
  for (const [folder, files] of [["/flash", flash], ["/firmware/fakes", fakes]]) {
    for (const [name, data] of files) pico.FS.writeFile(`${folder}/${name}`, data);
  }
  pico.runPython('import os, sys\nos.chdir("/flash")\nsys.path[:] = ["/flash", "/"]');
  attempt(() => pico.runPython("from firmware.fakes import driver"));
  driver = pico.globals.get("driver");
  attempt(() => driver.start(JSON.stringify(kept)));
}

async function run(name, ...given) {
  const done = JSON.parse(attempt(() => driver.do(JSON.stringify([name, ...given]))));
  if (!done.reset) return done.answer;
  await start(done.reset);
  return done.left;
}

async function advance(us) {
  while (us > 0) us = await run("advance", us);
  return null;
}

async function obey([name, ...given]) {
  if (name === "advance") return advance(given[0] * 1000);
  if (name === "state") await run("collect");
  return run(name, ...given);
}

const buffer = Buffer.alloc(65536);
// What can be read at once: null at the end, empty where there is nothing yet.
function some(fd) {
  try {
    const count = fs.readSync(fd, buffer);
    return count ? buffer.subarray(0, count) : null;
  } catch (error) {
    if (error.code === "EAGAIN") return buffer.subarray(0, 0);
    throw error;
  }
}

let heard = "";
function commands(fd) {
  const more = some(fd);
  if (more === null) process.exit(0);
  const lines = (heard + more.toString()).split("\n");
  heard = lines.pop();
  return lines.map((line) => JSON.parse(line));
}

const answer = (said) => console.log(JSON.stringify({ answer: said ?? null }));

// Time passes when it is told to.
async function steps() {
  answer();
  for (;;) {
    for (const command of commands(0)) answer(await obey(command));
  }
}

// Time passes by itself; only what was asked for is answered, and that all has begun.
async function port(fd) {
  const control = fs.openSync("/dev/stdin", fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  const nap = new Int32Array(new SharedArrayBuffer(4));
  let at = performance.now();
  await advance(2000);
  answer();
  for (;;) {
    Atomics.wait(nap, 0, 0, 2);
    const now = performance.now();
    // A machine that is busy elsewhere is not the firmware hanging.
    await advance(Math.round(Math.min(now - at, 100) * 1000));
    at = now;
    const data = some(fd);
    if (data?.length) await run("feed", data.toString("hex"));
    const waiting = Buffer.from(await run("waiting"), "hex");
    if (waiting.length) await run("fetched", write(fd, waiting));
    for (const command of commands(control)) {
      const said = await obey(command);
      if (said !== null) answer(said);
    }
  }
}

function write(fd, data) {
  try {
    return fs.writeSync(fd, data);
  } catch (error) {
    if (error.code === "EAGAIN") return 0;
    throw error;
  }
}

await start({
  diodes: settings.diodes,
  ticks_from: settings.ticks_from,
  reading: settings.port === null,
  us: 0,
  closed: [],
  starts: ["power"],
  sent: "",
});
await (settings.port === null ? steps() : port(settings.port));
