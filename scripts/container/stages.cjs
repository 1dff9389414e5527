const { execFileSync, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { copyFromContext } = require('./context.cjs');
const { command, readVariables } = require('./dockerfile.cjs');

/** The user id of `nobody`, who owns no files. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
/** Options of a child process that runs without privileges. */
const unprivileged = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

function giveTo(user, ...paths) {
  if (isRoot && paths.length) execFileSync('chown', ['-R', `${user}:${user}`, ...paths]);
}

function copy(build, stage, { options, text }) {
  const words = text.split(/\s+/);
  const target = path.join(stage.folder, words.at(-1));
  fs.mkdirSync(target, { recursive: true });
  for (const source of words.slice(0, -1)) {
    const other = build.stages[options.from];
    if (other) execFileSync('cp', ['-a', `${path.join(other.root, source)}/.`, target]);
    else copyFromContext(build.context, source, target);
  }
  giveTo(NOBODY, stage.root);
}

function run(build, stage, { text }) {
  if (/\bapt-get\b/.test(text)) return console.log('  left out: needs root');
  const result = spawnSync('sh', ['-c', text], {
    cwd: stage.folder,
    env: { ...build.env, ...stage.env },
    stdio: 'inherit',
    ...unprivileged,
  });
  if (result.status !== 0)
    throw new Error(`The step exited with ${result.status ?? result.signal}.`);
}

function from(build, { text }) {
  const name = text.split(/\s+/)[2] ?? 'last';
  const root = path.join(build.folder, name);
  fs.mkdirSync(root);
  giveTo(NOBODY, root);
  build.stages[name] = { root, folder: root, env: {} };
  return build.stages[name];
}

function workdir(stage, { text }) {
  stage.folder = path.join(stage.root, text);
  fs.mkdirSync(stage.folder, { recursive: true });
  giveTo(NOBODY, stage.root);
}

const PERFORM = {
  ARG: () => {}, // None is given here.
  COPY: copy,
  RUN: run,
  WORKDIR: (_, stage, step) => workdir(stage, step),
  ENV: (_, stage, { text }) => Object.assign(stage.env, readVariables(text)),
  USER: (_, stage, { text }) => Object.assign(stage, { user: text }),
  HEALTHCHECK: (_, stage, { text }) =>
    Object.assign(stage, { health: command(text.replace(/^CMD\s+/, '')) }),
  CMD: (_, stage, { text }) => Object.assign(stage, { start: command(text) }),
  EXPOSE: () => {},
};

/** Performs the steps one after another, each stage in a folder of its own; returns the last stage. */
function performSteps(build, steps) {
  let stage;
  for (const step of steps) {
    console.log(`\n${step.instruction} ${step.text}`);
    if (step.instruction === 'FROM') stage = from(build, step);
    else if (PERFORM[step.instruction]) PERFORM[step.instruction](build, stage, step);
    else throw new Error(`${step.instruction} is not a step that this check knows.`);
  }
  return stage;
}

module.exports = { NOBODY, giveTo, performSteps, unprivileged };
