import { systemClock } from '#lib/clock.ts';

import { endProcess } from './http/stopping.ts';
import { calledAs, helpRows } from './ops/commandNames.ts';
import { readConfig } from './ops/config.ts';
import { everySetting } from './ops/configKeys.ts';
import { createLog, createLogWriter } from './ops/log.ts';
import { reportProblem } from './ops/operatorCommand.ts';
import { ConfigError } from './ops/readSettings.ts';
import { startGateway, startProblem } from './server.ts';

// Accessing `process.stdout` makes Node open it, non-blocking if possible: a terminal, a file, a pipe or a socket.
const writer = createLogWriter(process.stdout.fd, systemClock);
// If nobody reads stderr, there is nowhere else to report the error.
process.stderr.on('error', () => {});

await reportProblem(() => run(process.argv.slice(2)));

async function run(options: readonly string[]): Promise<void> {
  const unknown = options.find((option) => !['--help', '--check'].includes(option));
  if (unknown !== undefined) {
    throw new ConfigError(`There is no option ${unknown}; --help lists the options.`);
  }
  if (options.includes('--help')) {
    say(helpText());
    return;
  }
  const config = readConfig(process.env);
  if (options.includes('--check')) {
    say('The configuration is valid.');
    return;
  }
  const log = createLog(writer.write, systemClock.now);
  const starting = startGateway({ config, log, droppedLogLines: writer.dropped });
  // Set up before startup has finished, because the gateway may already be serving requests.
  endProcess({
    process,
    clock: systemClock,
    log,
    stop: async () => (await starting).close(),
    flush: writer.flush,
  });
  const gateway = await starting.catch((error: unknown) => {
    const problem = startProblem(error, config);
    throw problem === undefined ? error : new ConfigError(problem);
  });

  say(`SIM Console: ${gateway.origin}${config.basePath}`);
  if (gateway.users.length > 0) say('Using the embedded sandbox; sign in as:');
  for (const { username, password, description } of gateway.users) {
    say(`  ${username} / ${password}  (${description})`);
  }
}

function helpText(): string {
  const lines = everySetting.map(
    ({ key, meaning, default: value, defaultMeaning = value, example }) =>
      `  ${key}\n      ${meaning}\n      default: ${defaultMeaning}; example: ${key}=${example}`,
  );
  return [
    'Serves the built console and forwards its calls to the service.',
    '',
    helpRows([
      [calledAs('serve'), 'serve the existing build'],
      [calledAs('serve', '--check'), 'check the configuration and exit'],
      [calledAs('serve', '--help'), 'print this'],
      [calledAs('sessions', '--help'), 'how to list and end sessions'],
      [calledAs('fleet', '--help'), 'how to list and erase the inventory of SIMs'],
    ]),
    '',
    'Configuration from the environment:',
    ...lines,
  ].join('\n');
}

function say(line: string): void {
  writer.write(`${line}\n`);
}
