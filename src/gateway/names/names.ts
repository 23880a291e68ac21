import { Gauge, type Metric } from 'prom-client';

import type { Clock } from '#lib/clock.ts';

import type { GatewayConfig } from '../ops/config.ts';
import { errorFields, type Log } from '../ops/log.ts';
import { listedNetworks } from './listedNetworks.ts';
import { createNameFile, type NameColumns, type NameFile } from './nameFile.ts';

/** The names at one point in time; undefined for a code without a name. */
export interface NameBook {
  /** @param tac the first 8 digits of an IMEI */
  model(tac: string): string | undefined;
  /** @param code such as `262-01` */
  network(code: string): string | undefined;
}

const tacColumns: NameColumns = { heads: ['tac', 'name'], codes: [/^\d{8}$/] };
const networkColumns: NameColumns = {
  heads: ['mcc', 'mnc', 'name'],
  codes: [/^\d{3}$/, /^\d{2,3}$/],
};

/** Names of device models, from the operator's file, and of networks, from the operator's file and a public list. */
export function createNames(given: {
  readonly config: Pick<GatewayConfig, 'tacNamesFile' | 'networkNamesFile'>;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const { config, log } = given;
  const fileOf = (key: string, file: string | null, columns: NameColumns) =>
    file === null ? undefined : createNameFile({ ...given, key, file, columns });
  const tacs = fileOf('TAC_NAMES_FILE', config.tacNamesFile, tacColumns);
  const networks = fileOf('NETWORK_NAMES_FILE', config.networkNamesFile, networkColumns);
  const files = [tacs, networks].filter((file) => file !== undefined);
  let listed: ReturnType<typeof listedNetworks> | undefined;

  async function fromList(): Promise<ReadonlyMap<string, string>> {
    listed ??= listedNetworks().catch((error: unknown) => {
      log('failure', errorFields(error));
      return new Map<string, string>();
    });
    return listed;
  }

  return {
    async book(): Promise<NameBook> {
      const [models, own, list] = await Promise.all([tacs?.names(), networks?.names(), fromList()]);
      const network = (code: string) => own?.get(code) ?? list.get(code);
      return {
        model: (tac) => models?.get(tac),
        network: (code) => network(code) ?? padded(code, network),
      };
    },
    /** Reads the files, so that invalid lines are logged when the gateway starts. */
    readFiles: async () => void (await Promise.all(files.map(async (file) => file.names()))),
    /** Resolves when no file is being read. */
    idle: async () => void (await Promise.all(files.map(async (file) => file.idle()))),
    metrics: metricsOf(files),
  };
}

/**
 * The name for a one-digit MNC. There is no such MNC: the service sent a number, which has no leading zeros. The
 * network is known only if either 01 or 001 exists, but not both.
 */
function padded(code: string, network: (code: string) => string | undefined): string | undefined {
  const [, mcc, digit] = /^(\d{3})-(\d)$/.exec(code) ?? [];
  if (mcc === undefined) return undefined;
  const [name, ...others] = [`${mcc}-0${digit}`, `${mcc}-00${digit}`].flatMap(
    (candidate) => network(candidate) ?? [],
  );
  return others.length === 0 ? name : undefined;
}

function metricsOf(files: readonly NameFile[]): readonly Metric[] {
  const gauge = (name: string, help: string, count: 'names' | 'wrong') =>
    new Gauge({
      name,
      help,
      labelNames: ['file'],
      registers: [],
      collect() {
        for (const file of files) this.set({ file: file.key }, file.counts()[count]);
      },
    });
  return [
    gauge('sim_console_names', "Names read from the operator's files, by key", 'names'),
    gauge('sim_console_name_lines_wrong', 'Lines of these files without a valid name', 'wrong'),
  ];
}
