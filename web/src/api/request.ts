type Value = string | number | boolean | null | undefined

/** The parameters of one call, as the typed client passes them. */
export type CallInit = {
  params?: {
    path?: Record<string, Value>
    query?: Record<string, Value | readonly Value[]>
    header?: Record<string, Value>
  }
  body?: unknown
  signal?: AbortSignal
}

/** Builds the request of an API call. Omits `undefined` and `null`; repeats the name for each element of an array. */
export function requestOf(method: string, path: string, { params, body, signal }: CallInit): Request {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.path?.[name])))
  const url = new URL(filled, location.origin)
  for (const [name, value] of Object.entries(params?.query ?? {})) {
    for (const each of [value].flat())
      if (each !== undefined && each !== null) url.searchParams.append(name, String(each))
  }
  const headers = new Headers(body === undefined ? {} : { 'Content-Type': 'application/json' })
  for (const [name, value] of Object.entries(params?.header ?? {})) {
    if (value !== undefined && value !== null) headers.set(name, String(value))
  }
  return new Request(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
}
