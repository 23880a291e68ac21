import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The host name in the samples. */
export const sampleHost = 'sim.example.com';

const samples = join(import.meta.dirname, '../../docs/proxies');

/**
 * Replaces a sample's addresses and files for a test. Each string must occur exactly once, so that changes are noticed.
 */
type Replacements = readonly (readonly [written: string, here: string])[];

/** The folder and addresses of a running proxy. */
interface Place {
  readonly folder: string;
  readonly port: number;
}

/** How to run a sample's program. */
export interface ProxyKind {
  readonly sample: string;
  /** @param target the host and port of the gateway or its substitute */
  adapt(place: Place, target: string): Replacements;
  /** Files for the sample's folder. */
  extra?(place: Place): Readonly<Record<string, string>>;
  check(folder: string): readonly string[];
  start(folder: string): readonly string[];
}

/** The main configuration that includes an nginx sample. Using the default folders would require root. */
const aroundNginx = `daemon off;
master_process off;
pid nginx.pid;
events {}
http {
  types { text/html html; text/javascript js; text/css css; }
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  include sample;
}
`;

const nginxArguments = (folder: string) => ['-p', folder, '-c', 'main.conf', '-e', 'start.log'];

const nginxFiles = ({ folder, port }: Place): Replacements => [
  ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
  [`/etc/ssl/${sampleHost}.pem`, `${folder}/cert.pem`],
  [`/etc/ssl/${sampleHost}.key`, `${folder}/key.pem`],
  ['/var/log/nginx/sim-console.log', `${folder}/access.log`],
  ['/var/log/nginx/sim-console.error.log', `${folder}/error.log`],
];

const nginx: ProxyKind = {
  sample: 'nginx.conf',
  adapt: (place, target) => [...nginxFiles(place), ['server 127.0.0.1:8080', `server ${target}`]],
  extra: () => ({ 'main.conf': aroundNginx }),
  check: (folder) => ['-t', ...nginxArguments(folder)],
  start: nginxArguments,
};

const caddy: ProxyKind = {
  sample: 'Caddyfile',
  adapt: ({ folder, port }, target) => [
    // Turns off the admin port and port 80.
    ['# In front of one gateway.\n{', '{\n\tadmin off\n\tauto_https disable_redirects'],
    [
      `${sampleHost} {`,
      `${sampleHost}:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
    ],
    ['/var/log/caddy/sim-console.log', `${folder}/access.log`],
    ['reverse_proxy 127.0.0.1:8080', `reverse_proxy ${target}`],
  ],
  check: (folder) => ['validate', '--adapter', 'caddyfile', '--config', `${folder}/sample`],
  start: (folder) => ['run', '--adapter', 'caddyfile', '--config', `${folder}/sample`],
};

const haproxyFiles = ({ folder, port }: Place): Replacements => [
  ['log /dev/log local0', 'log stdout format raw local0'],
  [
    `bind :443 ssl crt /etc/haproxy/${sampleHost}.pem`,
    `bind 127.0.0.1:${port} ssl crt ${folder}/both.pem`,
  ],
];

const haproxy: ProxyKind = {
  sample: 'haproxy.cfg',
  adapt: (place, target) => [
    ...haproxyFiles(place),
    ['server gateway 127.0.0.1:8080', `server gateway ${target}`],
  ],
  check: (folder) => ['-c', '-f', `${folder}/sample`],
  start: (folder) => ['-db', '-f', `${folder}/sample`],
};

export const proxyKinds = { nginx, caddy, haproxy };

/** Samples for two gateways. The target passed to `startReverseProxy` names both gateways, separated by a comma. */
export const severalGateways = {
  nginx: {
    ...nginx,
    sample: 'nginx-several.conf',
    adapt: (place, targets) => [
      ...nginxFiles(place),
      ...eachOf(targets).map(
        ([address, here]) =>
          [`server ${address}:8080 max_fails`, `server ${here} max_fails`] as const,
      ),
    ],
  },
  haproxy: {
    ...haproxy,
    sample: 'haproxy-several.cfg',
    adapt: (place, targets) => [
      ...haproxyFiles(place),
      ...eachOf(targets).flatMap(([address, here]) => [
        [`${address}:8080 check`, `${here} check`] as const,
        [`${address}:8080`, here] as const,
      ]),
    ],
  },
} satisfies Readonly<Record<string, ProxyKind>>;

/** Maps each gateway address used in the samples to the address of a gateway in this test. */
function eachOf(targets: string): readonly (readonly [written: string, here: string])[] {
  const [first = '', second = ''] = targets.split(',');
  return [
    ['10.0.0.11', first],
    ['10.0.0.12', second],
  ];
}

/**
 * nginx with the built files, and the service behind two of its paths.
 *
 * @param given.site the folder with the files
 * @param given.ca the service's certificate, as PEM
 */
export function nginxForFiles(given: { readonly site: string; readonly ca: string }): ProxyKind {
  return {
    ...nginx,
    sample: 'nginx-static.conf',
    adapt: (place, target) => [
      ...nginxFiles(place),
      ['root /srv/sim-console;', `root ${given.site};`],
      ...['api.example.com/', 'console.example.com/api/'].map(
        (base) =>
          [
            `proxy_pass https://${base};\n    include /etc/nginx/sim-service.conf;`,
            `proxy_pass https://${target}/;\n    include service;`,
          ] as const,
      ),
    ],
    extra: ({ folder }) => ({
      'main.conf': aroundNginx,
      'ca.pem': given.ca,
      service: [
        readSample('sim-service.conf', [
          ['/etc/ssl/certs/ca-certificates.crt', `${folder}/ca.pem`],
        ]),
        // Here the service is addressed by its IP, which nginx cannot check against a certificate.
        'proxy_ssl_name localhost;',
      ].join('\n'),
    }),
  };
}

/** A sample from the documentation with its replacements. @throws if a string does not occur exactly once */
export function readSample(name: string, replacements: Replacements): string {
  const text = readFileSync(join(samples, name), 'utf8');
  return replacements.reduce((changed, [written, here]) => {
    if (changed.split(written).length !== 2) throw new Error(`Not once in the sample: ${written}`);
    return changed.replace(written, () => here);
  }, text);
}
