const { fork } = require('node:child_process');
const path = require('node:path');

const told = (child) =>
  new Promise((resolve, reject) => {
    child.once('message', (message) =>
      message.error ? reject(new Error(message.error)) : resolve(message),
    );
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.at(-1)} ended with ${code}`)));
    child.once('error', reject);
  });

/**
 * Starts a program of the bench in a process of its own. Resolves once it listens: to its origin,
 * how long its start took, and functions that call and stop it.
 */
async function startProgram(name, env, given) {
  const child = fork(path.join(__dirname, name), [], { env: { ...process.env, ...env } });
  if (given) child.send(given);
  const { port, seconds } = await told(child);
  const waiting = new Map();
  child.on('message', ({ number, answer, error }) => {
    const { resolve, reject } = waiting.get(number);
    waiting.delete(number);
    if (error) reject(new Error(error));
    else resolve(answer);
  });
  let asked = 0;
  const call = (name, given) =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      child.send({ number: asked, name, given });
    });
  const stop = () =>
    new Promise((resolve) => {
      child.removeAllListeners('exit');
      child.once('exit', resolve);
      child.disconnect();
    });
  return { origin: `http://127.0.0.1:${port}`, seconds, call, stop };
}

/** Runs a program until it exits; rejects unless it exits with 0. */
function runProgram(name, parameters, env) {
  const child = fork(path.join(__dirname, name), parameters, { env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}`)),
    );
  });
}

module.exports = { runProgram, startProgram };
