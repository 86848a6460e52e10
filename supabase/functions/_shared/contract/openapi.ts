import { endpoint } from './endpoint.ts';

/** Who may call an operation; `admin` is decided by the database at every call. */
export type CallerRole = 'anyone' | 'signedIn' | 'admin';

/** A JSON Schema (2020-12), as far as the shop's own go. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  not?: JsonSchema;
  anyOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema;
  description?: string;
};

type JsonContent = { 'application/json': { schema: JsonSchema } };

export type OpenApiParameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
};

export type OpenApiOperation = {
  operationId: string;
  parameters: OpenApiParameter[];
  requestBody?: { required: true; content: JsonContent };
  responses: Record<string, { description: string; content: JsonContent }>;
  security: Record<string, string[]>[];
  'x-role': CallerRole;
  /** `public`: everybody is answered alike, except with `own`, and shared caches may keep it. Nothing else may be kept. */
  'x-cache': 'public' | 'no-store';
  /** The codes with which it may refuse; any operation may also answer `internal`. */
  'x-errors': string[];
  /** The most bytes of the body. */
  'x-max-bytes'?: number;
};

/** The API described for programs: OpenAPI 3.1. */
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<string, { type: 'apiKey'; in: 'cookie'; name: string; description: string }>;
  };
};

/** Every operation of the API with its parameters, body, replies, refusals and roles. */
export const describeApi = endpoint<OpenApiDocument>('GET', '/api/openapi.json');
