/** The OpenAPI document of the partner API, as far as the page reads it. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  example?: unknown
  items?: Schema
  allOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema }
type Content = Record<string, { schema?: Schema; example?: unknown }>
type RawOperation = {
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses?: Record<string, { description?: string; content?: Content }>
  security?: { key?: string[] }[]
}
export type Document = {
  paths: Record<string, Record<string, RawOperation>>
  components: { schemas: Record<string, Schema> }
}

export type Field = { name: string; type: string; isRequired: boolean; description: string }
export type Operation = {
  id: string
  tag: string
  method: string
  path: string
  summary: string
  description: string
  /** The permissions that a key may have for it; one is sufficient. */
  scopes: string[]
  parameters: (Field & { in: string })[]
  body: Field[]
  example: unknown
  answer: { status: string; fields: Field[] } | undefined
}

/** How deep a schema is followed. Schemas may refer to themselves. */
const DEPTH_MAX = 4

const nameOf = (reference: string) => reference.split('/').at(-1) ?? ''

function resolved(document: Document, schema: Schema | undefined, depth = 0): Schema {
  if (!schema || depth > DEPTH_MAX) return {}
  if (schema.$ref) {
    const found = document.components.schemas[nameOf(schema.$ref)]
    return {
      ...resolved(document, found, depth + 1),
      ...(schema.description ? { description: schema.description } : {}),
    }
  }
  if (!schema.allOf) return schema
  const parts = schema.allOf.map((part) => resolved(document, part, depth + 1))
  return {
    ...schema,
    properties: Object.assign({}, ...parts.map((part) => part.properties), schema.properties),
    required: [...parts.flatMap((part) => part.required ?? []), ...(schema.required ?? [])],
  }
}

/** The type of a field in short: `string`, `Money`, `array of QuoteLine`, `one of BUY, SELL`. */
export function typeText(document: Document, schema: Schema | undefined): string {
  if (!schema) return ''
  if (schema.$ref) {
    const own = document.components.schemas[nameOf(schema.$ref)]
    return own?.properties || !own?.type || own.enum ? nameOf(schema.$ref) : String(own.type)
  }
  if (schema.items) return `array of ${typeText(document, schema.items)}`
  if (schema.enum) return schema.enum.join(', ')
  if (schema.allOf?.length === 1) return typeText(document, schema.allOf[0])
  return Array.isArray(schema.type)
    ? schema.type.filter((one) => one !== 'null').join(' or ')
    : (schema.type ?? 'object')
}

function fieldsOf(document: Document, schema: Schema | undefined): Field[] {
  const whole = resolved(document, schema)
  const entries = Object.entries(whole.properties ?? {})
  return entries.map(([name, of]) => ({
    name,
    type: typeText(document, of),
    isRequired: whole.required?.includes(name) ?? false,
    description: of.description ?? resolved(document, of).description ?? '',
  }))
}

function read(document: Document, path: string, method: string, raw: RawOperation): Operation {
  const body = raw.requestBody?.content['application/json']
  const success = Object.entries(raw.responses ?? {}).find(([status]) => /^2/.test(status))
  const parameters = (raw.parameters ?? []).map((one) => ({
    name: one.name,
    in: one.in,
    type: typeText(document, one.schema),
    isRequired: one.required ?? false,
    description: one.description ?? '',
  }))
  return {
    id: raw.operationId,
    tag: raw.tags?.[0] ?? '',
    method: method.toUpperCase(),
    path,
    summary: raw.summary ?? '',
    description: raw.description ?? '',
    scopes: [...new Set((raw.security ?? []).flatMap(({ key }) => key ?? []))],
    parameters,
    body: fieldsOf(document, body?.schema),
    example: body?.example,
    answer: success && {
      status: success[0],
      fields: fieldsOf(document, success[1].content?.['application/json']?.schema),
    },
  }
}

/** All operations, by tag and then in the order of their paths. */
export function operationsOf(document: Document): Operation[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => read(document, path, method, raw)),
  )
  return all.sort(
    (a, b) => a.tag.localeCompare(b.tag) || a.path.localeCompare(b.path) || a.method.localeCompare(b.method),
  )
}

/** Whether an operation fits all words of a search. */
export function fits(operation: Operation, search: string): boolean {
  const { id, path, method, summary, tag } = operation
  const text = [id, path, method, summary, tag, ...operation.scopes].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The values that somebody has entered to try an operation. */
export type Entered = { key: string; parameters: Record<string, string>; body: string }

/** The path and query of a request with the entered parameters. Empty optional ones are left out. */
export function addressOf(operation: Operation, parameters: Record<string, string>): string {
  let path = operation.path
  const query = new URLSearchParams()
  for (const { name, in: place } of operation.parameters) {
    const value = parameters[name]?.trim() ?? ''
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (place === 'query' && value) query.set(name, value)
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** The headers of a request, without the key: those of the document, and the type of the body. */
export function headersOf(operation: Operation, { parameters, body }: Pick<Entered, 'parameters' | 'body'>) {
  const own = operation.parameters.filter(({ in: place }) => place === 'header')
  const entered = own.map(({ name }) => [name, parameters[name]?.trim() ?? ''] as const)
  const sent = entered.filter(([, value]) => value)
  return Object.fromEntries(body ? [...sent, ['Content-Type', 'application/json'] as const] : sent)
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The same request for a shell. The key is a variable, so that it does not get into a history or a document. */
export function curlOf(operation: Operation, origin: string, entered: Pick<Entered, 'parameters' | 'body'>): string {
  const method =
    operation.method === 'GET' || (operation.method === 'POST' && entered.body) ? [] : [`-X ${operation.method}`]
  const headers = Object.entries(headersOf(operation, entered)).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  )
  const parts = [
    `curl -sS ${quoted(origin + addressOf(operation, entered.parameters))}`,
    ...method,
    '-H "Api-Key: $KEY"',
    ...headers,
    ...(entered.body ? [`-d ${quoted(entered.body)}`] : []),
  ]
  return parts.join(' \\\n  ')
}
