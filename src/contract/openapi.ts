import * as z from 'zod/mini';

import { type Base, type Endpoint, endpoints } from './endpoints.ts';
import { errorBody } from './errorBody.ts';
import { thingsGroupUpdate } from './groupValues.ts';
import { thing } from './thing.ts';
import { thingsGroup } from './thingsGroup.ts';
import { thingsQuery } from './thingsQuery.ts';
import { credentials, refreshRequest, tokenPair } from './tokenPair.ts';

const schemas = {
  Credentials: credentials,
  ErrorBody: errorBody,
  RefreshRequest: refreshRequest,
  Thing: thing,
  ThingsGroup: thingsGroup,
  ThingsGroupUpdate: thingsGroupUpdate,
  TokenPair: tokenPair,
};
type SchemaName = keyof typeof schemas;

/** What the document says about an endpoint, besides its method and path. */
interface Operation {
  readonly summary: string;
  /** Section of the API document. */
  readonly section: string;
  readonly body?: SchemaName;
  /** The 200 response: one record, a list, or plain text. */
  readonly answer: { readonly one: SchemaName } | { readonly many: SchemaName } | 'text';
  /** Error statuses from section 7 that it may return. */
  readonly errors: readonly number[];
}

const operations: Record<keyof typeof endpoints, Operation> = {
  token: {
    summary: 'Obtain a token pair',
    section: '4.1',
    body: 'Credentials',
    answer: { one: 'TokenPair' },
    errors: [400, 401, 403, 429, 500, 502, 503],
  },
  refresh: {
    summary: 'Exchange a refresh token for a new token pair',
    section: '4.2',
    body: 'RefreshRequest',
    answer: { one: 'TokenPair' },
    errors: [400, 401, 403, 429, 500, 502, 503],
  },
  listThingsGroups: {
    summary: 'List the Thing Groups of the customer',
    section: '4.3',
    answer: { many: 'ThingsGroup' },
    errors: [401, 403, 429, 500, 502, 503],
  },
  updateThingsGroup: {
    summary: 'Update the settings of one Thing Group; returns its id',
    section: '4.4',
    body: 'ThingsGroupUpdate',
    answer: 'text',
    errors: [400, 401, 403, 404, 409, 422, 429, 500, 502, 503],
  },
  listThings: {
    summary: 'List Things with filters, sorting and paging',
    section: '4.5',
    answer: { many: 'Thing' },
    errors: [400, 401, 403, 429, 500, 502, 503],
  },
};

const servers: Record<Base, object> = {
  api: { url: '{base_url}', variables: { base_url: { default: '/' } } },
  console: { url: '{console_url}', variables: { console_url: { default: '/' } } },
};

const errorNames: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** The OpenAPI 3.1 document for the console's calls, generated from the contract's schemas. */
export function openApiDocument() {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const operation = operations[name as keyof typeof endpoints]; // oxlint-disable-line no-unsafe-type-assertion -- a key of the same constant
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describe(name, endpoint, operation),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'SIM Connectivity Management API, as the console uses it',
      version: 'v1',
      description:
        'Generated from the contract. Records may carry more fields than these; the API document leaves much undocumented.',
    },
    servers: [servers.api, servers.console],
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema)]),
      ),
      responses: { Error: errorAnswer },
      headers: rateHeaders,
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        customerId: { type: 'apiKey', in: 'header', name: 'apikey' },
      },
    },
  };
}

/** In responses from limited endpoints (API document 8.4). */
const rateHeaders = {
  'X-RateLimit-Limit': {
    description: 'Requests allowed in the current window',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the current window',
    schema: { type: 'integer' },
  },
};
const rateHeaderReferences = Object.fromEntries(
  Object.keys(rateHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

/** Default values of parameters (API document 8.5). */
const defaults: Readonly<Record<string, number>> = { limit: 10, offset: 0 };

const errorAnswer = {
  description:
    'An error with the body of section 2.2; console endpoints may return a different one',
  headers: {
    ...rateHeaderReferences,
    'Retry-After': { description: 'Seconds to wait; on 429 only', schema: { type: 'integer' } },
  },
  content: { 'application/json': { schema: reference('ErrorBody') } },
};

function describe(operationId: string, endpoint: Endpoint, operation: Operation) {
  const { section, summary, body, answer, errors } = operation;
  const isAuth = endpoint.path.startsWith('/v1/auth/');
  // The document requires the header for the two lists, but does not say whether the update needs it.
  const withCustomer = { accessToken: [], customerId: [] };
  const security = endpoint.method === 'GET' ? [withCustomer] : [withCustomer, { accessToken: [] }];
  return {
    operationId,
    summary: `${summary} (API document ${section})`,
    servers: [servers[endpoint.base]],
    security: isAuth ? [] : security,
    ...parametersOf(operationId, endpoint),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: reference(body) } },
          },
        }),
    responses: {
      200: { description: 'Success', headers: rateHeaderReferences, content: contentOf(answer) },
      ...Object.fromEntries(
        errors.map((status) => [
          status,
          { $ref: '#/components/responses/Error', description: errorNames[status] },
        ]),
      ),
    },
  };
}

function parametersOf(operationId: string, { path }: Endpoint) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query = operationId === 'listThings' ? jsonSchema(thingsQuery()).properties : {};
  const inQuery = Object.entries(query ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    schema: name in defaults ? Object.assign({}, schema, { default: defaults[name] }) : schema,
  }));
  const parameters = [...inPath, ...inQuery];
  return parameters.length === 0 ? {} : { parameters };
}

function contentOf(answer: Operation['answer']) {
  if (answer === 'text') return { 'text/plain': { schema: { type: 'string' } } };
  const schema =
    'one' in answer ? reference(answer.one) : { type: 'array', items: reference(answer.many) };
  return { 'application/json': { schema } };
}

function reference(name: SchemaName) {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schema as JSON Schema 2020-12, which OpenAPI 3.1 uses. */
function jsonSchema(schema: z.ZodMiniType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    // The input form allows additional fields, which only a strict schema forbids.
    io: 'input',
    override({ jsonSchema: written }) {
      // The range of JavaScript numbers is not a rule of the service.
      if (written.minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
      if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
    },
  });
  return rest;
}
