import { decoded } from '#lib/decoded.ts';

/** Where the gateway keeps its state. */
export type DatabaseTarget = SqliteTarget | PostgresTarget;

export interface SqliteTarget {
  readonly kind: 'sqlite';
  /** If null, everything is kept in this process's memory. */
  readonly file: string | null;
}

export interface PostgresTarget {
  readonly kind: 'postgres';
  /** Host name, IP address, or a Unix socket's folder. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** If undefined, pg reads PGPASSWORD and the user's .pgpass. */
  readonly password: string | undefined;
  readonly tls: TlsMode;
  /** File with the certificates to trust instead of Node's own. */
  readonly authorityFile: string | null;
}

/** Each mode means the same as libpq's sslmode of that name. */
export type TlsMode = (typeof tlsModes)[number];

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
const knownOptions = ['sslmode', 'sslrootcert'];

/** One sentence that says what is wrong with DATABASE_URL, without any part of its value. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError';
}

/**
 * Reads `sqlite:<file>`, `sqlite::memory:`, `postgres://…` or `postgresql://…`.
 *
 * @throws {DatabaseUrlError} for anything else; the sentence never repeats the value, which may contain a password
 */
export function parseDatabaseUrl(value: string): DatabaseTarget {
  if (value.startsWith('sqlite:')) return parseSqlite(value.slice('sqlite:'.length));
  if (/^postgres(?:ql)?:\/\//.test(value)) return parsePostgres(value);
  must(
    'begin with sqlite: or postgres://, for example DATABASE_URL=sqlite:data/console.db or DATABASE_URL=postgres://user:password@db.example.com/console',
  );
}

function must(what: string): never {
  throw new DatabaseUrlError(`DATABASE_URL must ${what}`);
}

function parseSqlite(file: string): SqliteTarget {
  if (file === ':memory:') return { kind: 'sqlite', file: null };
  const example = 'for example DATABASE_URL=sqlite:data/console.db';
  if (file.trim() === '') must(`name a file after sqlite:, ${example}`);
  if (file.startsWith('//'))
    must(
      'have the path of the file right after sqlite:, without //, for example DATABASE_URL=sqlite:/var/lib/sim-console/console.db',
    );
  if (file.endsWith('/')) must(`name a file, not a folder, ${example}`);
  // SQLite would read these as its own URIs and as names of special databases.
  if (file.startsWith(':') || file.startsWith('file:') || /[?#\0]/.test(file))
    must(`have a plain path after sqlite:, without options, ${example}`);
  return { kind: 'sqlite', file };
}

function parsePostgres(value: string): PostgresTarget {
  const example = 'for example DATABASE_URL=postgres://user:password@db.example.com/console';
  const url = URL.parse(value);
  // A raw # or ? in a password ends the address there, and the remainder is invalid.
  if (!url || url.hash !== '')
    must(
      `be a PostgreSQL address in which special characters of the password are percent-encoded, ${example}`,
    );
  const [host, user, password, database] = [
    url.hostname.replace(/^\[(.*)\]$/, '$1'),
    url.username,
    url.password,
    url.pathname.slice(1),
  ].map(decoded);
  if (host === undefined || user === undefined || password === undefined || database === undefined)
    must(`have percent signs written as %25 in its user name and password, ${example}`);
  if (host === '') must(`name a host, ${example}`);
  if (host.includes(','))
    must(`name one host: put a load balancer or a virtual address in front of several, ${example}`);
  if (user === '') must(`name a user, ${example}`);
  if (database === '' || database.includes('/')) must(`name a database after the host, ${example}`);
  return {
    kind: 'postgres',
    host,
    port: url.port === '' ? 5432 : Number(url.port),
    database,
    user,
    password: password === '' ? undefined : password,
    ...readOptions(url.searchParams),
  };
}

function readOptions(options: URLSearchParams): Pick<PostgresTarget, 'tls' | 'authorityFile'> {
  if ([...options.keys()].some((name) => !knownOptions.includes(name))) {
    throw new DatabaseUrlError(
      `DATABASE_URL may only have the options ${knownOptions.join(' and ')}, for example DATABASE_URL=postgres://user:password@db.example.com/console?sslmode=verify-full`,
    );
  }
  const given = options.get('sslmode') ?? 'disable';
  const tls = tlsModes.find((mode) => mode === given);
  if (tls === undefined)
    must(`have one of ${tlsModes.join(', ')} as sslmode, for example sslmode=verify-full`);
  const authorityFile = options.get('sslrootcert');
  if (authorityFile !== null && !tls.startsWith('verify-'))
    must('have sslmode=verify-full or sslmode=verify-ca if it has sslrootcert');
  return { tls, authorityFile };
}

/** A description of the database, without user and password. */
export function describeTarget(target: DatabaseTarget): string {
  if (target.kind === 'sqlite') return target.file ?? 'the memory of this process';
  return `${target.host}:${target.port}/${target.database}`;
}
