// Runs the tower panel's firmware in MicroPython on a simulated Pico (firmware/fakes):
// node pico.mjs INTERPRETER FIRMWARE SETTINGS, as tests/firmware/pico.py calls it.

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
// The Pico's flash, which survives its resets.
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
async function start(saved) {
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
  attempt(() => driver.start(JSON.stringify(saved)));
}

async function execute(name, ...given) {
  const done = JSON.parse(attempt(() => driver.execute(JSON.stringify([name, ...given]))));
  if (!done.reset) return done.answer;
  await start(done.reset);
  return done.left;
}

async function advance(us) {
  while (us > 0) us = await execute("advance", us);
  return null;
}

async function handle([name, ...given]) {
  if (name === "advance") return advance(given[0] * 1000);
  if (name === "state") await execute("collect");
  return execute(name, ...given);
}

const buffer = Buffer.alloc(65536);
// What can be read without waiting: null at the end of the file, empty if there is nothing.
function readAvailable(fd) {
  try {
    const count = fs.readSync(fd, buffer);
    return count ? buffer.subarray(0, count) : null;
  } catch (error) {
    if (error.code === "EAGAIN") return buffer.subarray(0, 0);
    throw error;
  }
}

let unparsed = "";
function readCommands(fd) {
  const more = readAvailable(fd);
  if (more === null) process.exit(0);
  const lines = (unparsed + more.toString()).split("\n");
  unparsed = lines.pop();
  return lines.map((line) => JSON.parse(line));
}

const answer = (value) => console.log(JSON.stringify({ answer: value ?? null }));

// Time passes only by command.
async function runInSteps() {
  answer();
  for (;;) {
    for (const command of readCommands(0)) answer(await handle(command));
  }
}

// Time passes by itself. Only questions are answered, and once the start.
async function runAtPort(fd) {
  const control = fs.openSync("/dev/stdin", fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  const nap = new Int32Array(new SharedArrayBuffer(4));
  let at = performance.now();
  await advance(2000);
  answer();
  for (;;) {
    Atomics.wait(nap, 0, 0, 2);
    const now = performance.now();
    // A busy machine must not look like firmware that hangs.
    await advance(Math.round(Math.min(now - at, 100) * 1000));
    at = now;
    const data = readAvailable(fd);
    if (data?.length) await execute("feed", data.toString("hex"));
    const waiting = Buffer.from(await execute("unread"), "hex");
    if (waiting.length) await execute("mark_read", write(fd, waiting));
    for (const command of readCommands(control)) {
      const value = await handle(command);
      if (value !== null) answer(value);
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
  ticks_from: settings.ticks_from,
  reading: settings.port === null,
  us: 0,
  closed: [],
  starts: ["power"],
  sent: "",
});
await (settings.port === null ? runInSteps() : runAtPort(settings.port));
