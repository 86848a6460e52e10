import type { Endpoint } from '../../_shared/contract/endpoint.ts';
import { detailsOf, type EndpointDetails } from '../../_shared/contract/endpoint-details.ts';
import { errorMessage } from '../../_shared/contract/error-messages.ts';
import { type ErrorCode, errorStatus } from '../../_shared/contract/errors.ts';
import type {
  CallerRole,
  JsonSchema,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
} from '../../_shared/contract/openapi.ts';
import { shopFacts } from '../../_shared/contract/shop-facts.ts';
import { jsonSchemaOf } from './json-schema.ts';
import type { ServedEndpoint } from './serve.ts';

/** The schemas of replies by method and path, generated from the types of the contract, which do not exist at run time. */
export type ReplySchemas = {
  operations: Record<string, { operationId: string; schema: JsonSchema }>;
  schemas: Record<string, JsonSchema>;
};

/** Describes the served endpoints. @throws Error for an endpoint without a generated reply */
export function openApiDocument(
  served: readonly ServedEndpoint[],
  { operations, schemas }: ReplySchemas,
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const { endpoint, role, status } of served) {
    const reply = operations[`${endpoint.method} ${endpoint.path}`];
    if (!reply) throw new Error(`${endpoint.method} ${endpoint.path} has no reply schema: npm run types`);
    const path = endpoint.path.replace(/\?.*/, '').replace(/:([A-Za-z]+)/g, '{$1}');
    const details = detailsOf(endpoint);
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = {
      operationId: reply.operationId,
      'x-role': role,
      'x-cache': endpoint.isPublic ? 'public' : 'no-store',
      'x-errors': errorsOf(endpoint, role, details),
      security: securityOf[role],
      parameters: parametersOf(endpoint, details),
      ...(endpoint.body && {
        requestBody: { required: true, content: json(jsonSchemaOf(endpoint.body)) },
        ...(endpoint.maxBytes && { 'x-max-bytes': endpoint.maxBytes }),
      }),
      responses: {
        [status]: { description: 'Done', content: json(reply.schema) },
        ...refusals(errorsOf(endpoint, role, details)),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: shopFacts.name, version: '1' },
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-sid',
          description: '`sid` on a site without TLS. Set by signing in and by the first order.',
        },
      },
    },
  };
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

const securityOf: Record<CallerRole, OpenApiOperation['security']> = {
  anyone: [{}, { session: [] }],
  signedIn: [{ session: [] }],
  admin: [{ session: ['admin'] }],
};

function parametersOf(
  { path }: Endpoint<unknown, unknown>,
  { query = [], headers = [] }: EndpointDetails,
): OpenApiParameter[] {
  const [address = '', search = ''] = path.split('?');
  const schema: JsonSchema = { type: 'string' };
  const inPath = [...address.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
  const inQuery = [...new URLSearchParams(search).keys(), ...query];
  return [
    ...inPath.map((name) => ({ name, in: 'path' as const, required: true, schema })),
    ...inQuery.map((name) => ({ name, in: 'query' as const, required: false, schema })),
    ...headers.map((name) => ({ name, in: 'header' as const, required: false, schema })),
  ];
}

function errorsOf(
  { method, path, body }: Endpoint<unknown, unknown>,
  role: CallerRole,
  { query = [], headers = [], errors = [] }: EndpointDetails,
): ErrorCode[] {
  const of: ErrorCode[] = ['too_many_requests', 'shop_busy', 'service_unavailable', ...errors];
  if (method !== 'GET') of.push('forbidden');
  if (role !== 'anyone' || path === '/api/auth/me') of.push('not_signed_in');
  if (role === 'admin') of.push('forbidden', 'second_factor_required');
  if (path.split('?')[0]?.includes(':')) of.push('not_found');
  if (query.length > 0 || headers.length > 0 || path.includes('?')) of.push('invalid_request');
  if (body) of.push('unsupported_media_type', 'body_too_large', 'invalid_json', 'invalid_request');
  return [...new Set(of)].sort();
}

/** One response for each status, with the codes that have it. */
function refusals(codes: readonly ErrorCode[]): OpenApiOperation['responses'] {
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => errorStatus[code] === status);
      return [
        status,
        {
          description: ofStatus.map((code) => `\`${code}\`: ${errorMessage[code]}`).join('\n'),
          content: json({ $ref: '#/components/schemas/ErrorReply' }),
        },
      ];
    }),
  );
}
