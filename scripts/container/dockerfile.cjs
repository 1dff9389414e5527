const OPTION = /^--([a-z-]+)=(\S+)\s+/;

/** `["a", "b"]` as a list of words; anything else is a line for the shell. */
function command(text) {
  return text.startsWith('[') ? JSON.parse(text) : ['sh', '-c', text];
}

function readStep(line) {
  const [, instruction, rest] = /^(\S+)\s+(.*)$/.exec(line);
  const options = {};
  let text = rest;
  for (let found = OPTION.exec(text); found; found = OPTION.exec(text)) {
    options[found[1]] = found[2];
    text = text.slice(found[0].length);
  }
  return { instruction: instruction.toUpperCase(), options, text: text.trim() };
}

/** The steps of a Dockerfile, in order: `{ instruction, options, text }`, comments left out, lines joined. */
function readSteps(dockerfile) {
  const joined = dockerfile.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, ' ');
  return joined
    .split('\n')
    .filter((line) => line.trim())
    .map(readStep);
}

/** `A=1 B=two` as an object. */
function readVariables(text) {
  return Object.fromEntries(text.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
}

module.exports = { command, readSteps, readVariables };
